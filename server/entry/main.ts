// The server's process: reads the environment, starts, prints its address, and stops on SIGTERM, SIGINT or SIGHUP.
import { constants } from 'node:os';
import { demoSignInLines } from '#server/entry/demo/sign-ins.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { damageLine } from '#server/platform/db/damage.ts';
import { placeOf, reasonOf } from '#server/platform/system/one-line-error.ts';
import { openOutput, STANDARD_ERROR, STANDARD_OUTPUT } from '#server/platform/system/output.ts';
import { productFolder } from '#server/platform/system/product-folder.ts';
import { reached } from '#server/platform/system/start-phases.ts';
import { startServer, StartStopped, type RunningServer } from './start.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

/** What is left after the calls have ended: jobs, an operator's command, the database. It must not take forever. */
const REST_SECONDS = 10;
/** By convention, a process that a signal ended exits with the signal's number and this. */
const BY_SIGNAL = 128;

const errors = openOutput(STANDARD_ERROR);
const complain = (line: string) => errors.write(`perch: ${line}\n`);
const output = openOutput(STANDARD_OUTPUT, { onLoss: (reason) => complain(`lines of the log are lost: ${reason}`) });
const print = (line: string) => output.write(`${line}\n`);

async function main(): Promise<void> {
  reached('read');
  ignoreSignals();
  const config = readSettings(process.env, productFolder(import.meta.url));
  const asked = new AbortController();
  const starting = startServer(config, { log: print, output, signal: asked.signal });
  const { drainSeconds, stopSeconds } = config.operation;
  stopOnMistakes(starting, stopSeconds + REST_SECONDS);
  stopOnSignals(starting, { asked, longestSeconds: drainSeconds + stopSeconds + REST_SECONDS });
  const server = await starting;
  if (asked.signal.aborted) return;
  print(`Perch is ready at ${server.address}`);
  if (server.metrics !== null) print(`Metrics are at ${server.metrics}`);
  if (server.demo) demoSignInLines().forEach(print);
  if (server.outbox !== null) print(`Mails are kept, not sent; read their codes and links at ${server.outbox}`);
}

/**
 * Node opens its debugger at SIGUSR1, to everybody on this machine, and ends at SIGUSR2; tools that rotate logs send
 * both.
 */
function ignoreSignals(): void {
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () =>
      print(`${signal} does nothing: the log is standard output, and no file is to be opened again`),
    );
}

/**
 * The first signal stops the server in order, also while it starts; a second one ends it at once. Both are handled from
 * the beginning: the first process of a container has no other way to be stopped.
 */
function stopOnSignals(
  starting: Promise<RunningServer>,
  { asked, longestSeconds }: { asked: AbortController; longestSeconds: number },
): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked.signal.aborted) {
      complain(`ended at once by a second signal (${signal})`);
      process.exit(BY_SIGNAL + constants.signals[signal]);
    }
    asked.abort();
    exitAfter(longestSeconds, starting);
    starting.then((server) => server.stop({ why: signal, drain: true })).then(() => process.exit(0), fail);
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/**
 * An uncaught error means that the program is in an unknown state, so it ends; but cleanly, so that calls under way are
 * answered and the database is closed. A supervisor restarts it.
 */
function stopOnMistakes(starting: Promise<RunningServer>, longestSeconds: number): void {
  let stopping = false;
  const stop = (error: unknown) => {
    if (stopping) return;
    stopping = true;
    complain(`stopping, since an error was not expected: ${reasonOf(error)}${placeOf(error)}`);
    exitAfter(longestSeconds, starting);
    starting
      .then((server) => server.stop({ why: reasonOf(error), drain: false }))
      .then(
        () => process.exit(1),
        () => process.exit(1),
      );
  };
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
}

/** Whatever hangs must not keep the process from ending. */
function exitAfter(seconds: number, starting: Promise<RunningServer>): void {
  let closing = () => 'the start' as string | null;
  starting.then(
    (server) => (closing = server.closing),
    () => undefined,
  );
  setTimeout(() => {
    complain(`ended after ${seconds} s, since this had not ended: ${closing() ?? 'the stop'}`);
    process.exit(1);
  }, seconds * MS_PER_SECOND).unref();
}

/** One line, no stack: what the operator can act on. */
function fail(error: unknown): void {
  if (error instanceof StartStopped) {
    print(error.message);
    process.exit(0);
  }
  complain(damageLine(error) ?? reasonOf(error));
  process.exit(1);
}

main().catch(fail);
