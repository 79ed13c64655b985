// The server's process: reads the environment, starts, prints its address, and stops on SIGTERM or SIGINT.
import { demoSignInLines } from '#server/entry/demo/sign-ins.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { placeOf, reasonOf } from '#server/platform/system/one-line-error.ts';
import { startServer, type RunningServer } from './start.ts';

/** A request that hangs must not keep the process from ending. */
const STOP_TIMEOUT_MS = 10_000;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  // The launcher starts it in the product's folder.
  const config = readSettings(process.env, process.cwd());
  const starting = startServer(config, { log: print });
  stopOnMistakes(starting);
  const server = await starting;
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

/**
 * An uncaught error means that the program is in an unknown state, so it ends; but cleanly, so that calls under way are
 * answered and the database is closed. A supervisor restarts it.
 */
function stopOnMistakes(starting: Promise<RunningServer>): void {
  let stopping = false;
  const stop = (error: unknown) => {
    if (stopping) return;
    stopping = true;
    process.stderr.write(`perch: stopping, since an error was not expected: ${reasonOf(error)}${placeOf(error)}\n`);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(1),
        () => process.exit(1),
      );
  };
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
}

/** One line, no stack: what the operator can act on. */
function fail(error: unknown): void {
  process.stderr.write(`perch: ${reasonOf(error)}\n`);
  process.exit(1);
}

main().catch(fail);
