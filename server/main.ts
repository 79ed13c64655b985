// The server's process: reads the environment, starts, prints where it is, and stops on SIGTERM or SIGINT.
import { readConfig } from './config.ts';
import { demoSignInLines } from './demo/sign-ins.ts';
import { startServer, type RunningServer } from './start.ts';

/** A request that hangs must not keep the process from ending. */
const STOP_TIMEOUT_MS = 10_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  // The launcher starts it in the product's folder.
  const config = readConfig(process.env, process.cwd());
  const server = await startServer(config, { log: print });
  stopOnSignals(server);
  print(`Perch is ready at ${server.address}`);
  if (server.demo) demoSignInLines().forEach(print);
  if (server.outbox !== null) print(`Mails are kept, not sent; read their codes and links at ${server.outbox}`);
}

function stopOnSignals(server: RunningServer): void {
  const stop = () => {
    setTimeout(() => fail(new Error('requests under way did not end in time')), STOP_TIMEOUT_MS).unref();
    server.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** One line, no stack: what the operator can act on. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`perch: ${message.split('\n')[0]}\n`);
  process.exit(1);
}

main().catch(fail);
