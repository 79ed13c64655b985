/**
 * One experiment, in a process of its own: it plants the faults, then does turns until the time is over, and tells each
 * on the pipe that it was given. SIGTERM ends it in order; the turn under way then counts for nothing.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { endProcesses } from '#tests/support/processes.ts';
import { EXPERIMENTS } from './experiments.ts';
import type { Name, Programs, Session, Turn } from './experiment.ts';
import type { Found, TurnLine } from './results.ts';
import { randomOf, seedOf } from './random.ts';

/** What the runner says when it starts this process. */
export interface Order {
  readonly name: Name;
  readonly seed: number;
  /** The first turn. */
  readonly cycle: number;
  /** Only that one. */
  readonly alone: boolean;
  readonly short: boolean;
  /** How long further turns may begin. */
  readonly seconds: number;
  readonly folder: string;
  /** Where what a failed turn left is kept. */
  readonly keep: string;
  readonly postgresUrl: string;
  readonly programs: Programs;
}

/** The pipe of the runner. */
const PIPE = 3;
const MS_PER_SECOND = 1000;
/**
 * A turn that takes longer hangs: the longest takes a minute alone, and a busy machine needs several times as long.
 */
const LONGEST_TURN_MS = 900_000;
/** The largest seed that tools of 32 bits take. */
const SEEDS = 2 ** 31;

const order = JSON.parse(process.env.PROVE_ORDER ?? '{}') as Order;
const { name } = order;
const tell = (line: Found) => writeSync(PIPE, `${JSON.stringify(line)}\n`);

let stopping = false;
let session: Session | null = null;
const stopped = new Promise<'stopped'>((resolve) =>
  process.once('SIGTERM', () => {
    stopping = true;
    resolve('stopped');
  }),
);
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    // What was under way when a run was stopped fails, as it must.
    if (!stopping) void crash(error);
  });

await main().catch(crash);
await end(0);

async function main(): Promise<void> {
  const experiment = await EXPERIMENTS.find((each) => each.name === name)?.load();
  if (experiment === undefined) throw new Error(`there is no experiment ${name}`);
  mkdirSync(order.folder, { recursive: true });
  session = await experiment.open({
    folder: order.folder,
    postgresUrl: order.postgresUrl,
    programs: order.programs,
    short: order.short,
    log: (line) => process.stderr.write(`${name}: ${line}\n`),
  });
  tell({ kind: 'needs', name, figures: experiment.figures, faults: experiment.faults });
  for (const fault of experiment.faults) {
    const noticed = await untilStopped(session.plant(fault, turnOf(order.cycle, fault).turn));
    if (noticed === 'stopped') return;
    tell({ kind: 'fault', name, fault, noticed });
  }
  await turns(session);
}

async function turns(on: Session): Promise<void> {
  const begin = Date.now();
  let longest = 0;
  for (let cycle = order.cycle; ; cycle += 1) {
    const line = await untilStopped(oneTurn(on, cycle));
    if (line === 'stopped') return;
    tell(line);
    longest = Math.max(longest, line.seconds);
    const used = (Date.now() - begin) / MS_PER_SECOND;
    if (order.alone || line.failure !== null || used + longest > order.seconds) return;
  }
}

async function oneTurn(on: Session, cycle: number): Promise<TurnLine> {
  const { turn, counts, times } = turnOf(cycle, 'turn');
  const begin = Date.now();
  const failure = await within(on.turn(turn)).then(
    () => null,
    (error: unknown) => inspect(error),
  );
  // A turn that was under way when the run was stopped fails because of that, and is not reported.
  const kept = failure === null || stopping ? null : join(order.keep, `${name}-${cycle}`);
  if (kept !== null) {
    mkdirSync(kept, { recursive: true });
    await on
      .keep?.(kept)
      .catch((error: unknown) => process.stderr.write(`${name}: nothing could be kept: ${String(error)}\n`));
  }
  const seconds = (Date.now() - begin) / MS_PER_SECOND;
  return { kind: 'turn', name, cycle, seconds, load: loadavg()[0] ?? 0, counts, times, failure, kept };
}

function turnOf(cycle: number, what: string) {
  const counts: Record<string, number> = {};
  const times: Record<string, number[]> = {};
  const parts = [order.seed, name, cycle, what] as const;
  const turn: Turn = {
    cycle,
    random: randomOf(...parts),
    seed: seedOf(...parts) % SEEDS,
    short: order.short,
    count: (figure, by = 1) => (counts[figure] = (counts[figure] ?? 0) + by),
    time: (figure, milliseconds) => (times[figure] ??= []).push(Math.round(milliseconds)),
  };
  return { turn, counts, times };
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const hung = sleep(LONGEST_TURN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`it did not end within ${LONGEST_TURN_MS / MS_PER_SECOND} s`);
  });
  hung.catch(() => undefined);
  return Promise.race([work, hung]).finally(() => late.abort());
}

/** What is waited for, unless the run is stopped before. */
async function untilStopped<T>(work: Promise<T>): Promise<T | 'stopped'> {
  work.catch(() => undefined);
  return Promise.race([work, stopped]);
}

async function crash(error: unknown): Promise<void> {
  tell({ kind: 'crash', name, cycle: order.cycle, failure: inspect(error) });
  await end(1);
}

async function end(code: number): Promise<never> {
  stopping = true;
  await session?.close().catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`));
  await endProcesses();
  process.exit(code);
}
