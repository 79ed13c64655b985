// Runs experiments in lanes, each in a process of its own, and writes down what they tell.
import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endGroup, startGroup } from '#server/entry/launch/group.mjs';
import { temporaryFolder } from '#tests/provision/folders.mjs';
import { provideOwnPostgres, providePostgres } from '#tests/provision/postgres.mjs';
import { COMPILED_ONCE } from '#tests/support/processes.ts';
import { EXPERIMENTS } from './experiments.ts';
import type { Listed } from './experiment.ts';
import type { Order } from './process.ts';
import { makePrograms, type MadePrograms } from './programs.ts';
import { failureOf, progressOf, writeLine, type Found, type NeedsLine, type RunLine } from './results.ts';

/** As many experiments at once: most of them wait much of the time, for a server to start or a row to come free. */
const LANES = 3;
const SECONDS_PER_HOUR = 3_600;
const ROOT = process.cwd();
/** Where results are, and what failed turns left. */
export const FOLDER = '.prove';

export interface Run {
  readonly run: RunLine;
  readonly file: string;
  /** What was found before, in a run that is continued. */
  readonly before: readonly Found[];
  /** One turn alone. */
  readonly cycle: number | null;
  readonly print: (line: string) => void;
}

export interface Ended {
  readonly found: readonly Found[];
  readonly interrupted: boolean;
}

/** Runs what is wanted until its time is over or it is interrupted; all that was started has ended then. */
export async function runExperiments(given: Run): Promise<Ended> {
  const { run, file, before, print } = given;
  const found = [...before];
  const queue = EXPERIMENTS.filter(({ name }) => run.names.includes(name));
  const interruption = listenForInterruption(print);
  const folder = temporaryFolder('prove');
  const programs = await makePrograms();
  const postgres = queue.some((each) => each.postgres === 'shared') ? await sharedPostgres() : null;
  print(`PostgreSQL: ${postgres?.from ?? 'none is shared'}; results: ${file}`);
  const note = (line: Found) => {
    found.push(line);
    writeLine(file, line);
    if (line.kind !== 'needs') print(sentenceOf(line));
  };
  try {
    const take = async () => {
      for (let each = queue.shift(); each !== undefined && !interruption.came(); each = queue.shift()) {
        const order = orderOf(each, { ...given, found, folder, programs, postgresUrl: postgres?.url ?? '' });
        if (order !== null) await runOne(order, { program: programs.process, note, interruption });
      }
    };
    await Promise.all(Array.from({ length: LANES }, take));
  } finally {
    interruption.end();
    const failed = found.slice(before.length).some((line) => failureOf(line) !== null);
    if (failed) await postgres?.keep(join(keepOf(file), 'postgres')).then(print);
    await postgres?.stop();
    programs.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  return { found, interrupted: interruption.came() };
}

const keepOf = (file: string) => file.replace(/\.jsonl$/, '');

/** A server that is named stays as it is, with the databases of what failed. */
async function sharedPostgres() {
  if (!process.env.TEST_DATABASE_URL) return provideOwnPostgres({ root: ROOT });
  const given = await providePostgres({ root: ROOT });
  return { ...given, keep: async () => 'the databases of what failed are left in TEST_DATABASE_URL' };
}

/** The instructions of a process; null if an experiment has used up its time. */
function orderOf(
  { name, shortSeconds, share, postgres }: Listed,
  given: Run & { found: readonly Found[]; folder: string; programs: MadePrograms; postgresUrl: string },
): Order | null {
  const { run, cycle } = given;
  const shares = EXPERIMENTS.filter((each) => run.names.includes(each.name)).reduce((sum, each) => sum + each.share, 0);
  const whole = (run.hours ?? 0) * SECONDS_PER_HOUR;
  // Few experiments do not fill the lanes: none of them lasts longer than the run.
  const seconds = run.hours === null ? shortSeconds : Math.min(whole, (whole * LANES * share) / shares);
  const progress = progressOf(name, given.found);
  const left = seconds - progress.seconds;
  if (progress.seconds > 0 && left <= 0) return null;
  return {
    name,
    seed: run.seed,
    cycle: cycle ?? progress.cycle,
    alone: cycle !== null,
    short: run.short,
    seconds: left,
    folder: join(given.folder, name),
    keep: keepOf(given.file),
    postgresUrl: postgres === 'shared' ? given.postgresUrl : '',
    programs: { disk: given.programs.disk, withoutLocks: given.programs.withoutLocks },
  };
}

async function runOne(
  order: Order,
  { program, note, interruption }: { program: string; note: (line: Found) => void; interruption: Interruption },
): Promise<void> {
  // The run keeps what is left of a failure in this folder.
  mkdirSync(FOLDER, { recursive: true });
  // Everybody on the machine can read parameters, and the order has the password of the PostgreSQL.
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: order.postgresUrl,
    PROVE_ORDER: JSON.stringify(order),
  };
  const child = startGroup(process.execPath, [...optionsOf(order), program, order.name], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const told: Found[] = [];
  const lines = createInterface({ input: child.stdio[3] as Readable });
  const everything = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('line', (text) => {
    const line = JSON.parse(text) as Found;
    told.push(line);
    note(line);
  });
  const forget = interruption.onCame(() => child.kill('SIGTERM'));
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  forget();
  await endGroup(child.pid);
  await everything;
  const explained = told.some((line) => line.kind === 'crash') || interruption.came();
  if (how !== 'exit code 0' && !explained)
    note({ kind: 'crash', name: order.name, cycle: order.cycle, failure: `its process ended with ${how}` });
}

/** Stack traces name lines of the sources. */
const optionsOf = ({ short }: Order) => ['--enable-source-maps', ...(short ? COMPILED_ONCE : [])];

interface Interruption {
  came(): boolean;
  /** Calls `act` when the run is interrupted; the returned function takes that back. */
  onCame(act: () => void): () => void;
  end(): void;
}

/** The first Ctrl-C ends the run in order; another one ends it as the system does, and guards end what it started. */
function listenForInterruption(print: (line: string) => void): Interruption {
  let came = false;
  const acts = new Set<() => void>();
  const interrupt = () => {
    came = true;
    print('Stopping; the turns under way count for nothing …');
    for (const act of acts) act();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  return {
    came: () => came,
    onCame: (act) => {
      acts.add(act);
      return () => void acts.delete(act);
    },
    end: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}

/** One line for the person who watches. */
function sentenceOf(line: Exclude<Found, NeedsLine>): string {
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  if (line.kind === 'fault')
    return `${line.name}: ${line.noticed ? 'noticed' : 'MISSED'} the planted fault: ${line.fault}`;
  if (line.kind === 'crash') return `${line.name}: CRASHED: ${line.failure}`;
  const counts = Object.entries(line.counts).map(([figure, count]) => `${count} ${figure}`);
  const outcome =
    line.failure === null ? 'ok' : `FAILED: ${line.failure}${line.kept === null ? '' : `\n  kept: ${line.kept}`}`;
  return `${line.name} #${line.cycle} (${line.seconds.toFixed(1)} s, ${load}): ${counts.join(', ')}: ${outcome}`;
}
