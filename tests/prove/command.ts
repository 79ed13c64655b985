/** `npm run prove`: breaks what Perch relies on and looks what is left. `--help` says what it can do. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#server/entry/launch/built.mjs';
import { explainAndExit } from '#server/entry/launch/steps.mjs';
import { removeAbandoned } from '#tests/provision/folders.mjs';
import { tableOf } from './figures.ts';
import { readParameters } from './parameters.ts';
import {
  NOTHING_COUNTED,
  readResults,
  requiredOf,
  summaryOf,
  writeLine,
  type Found,
  type RunLine,
  type Summary,
} from './results.ts';
import { FOLDER, runExperiments } from './runner.ts';

const INTERRUPTED = 130;
const MOST_SEED = 2 ** 31;

process.exitCode = await main(process.argv.slice(2));

async function main(parameters: readonly string[]): Promise<number> {
  const wanted = readParameters(parameters);
  switch (wanted.do) {
    case 'print':
      console.log(wanted.text);
      return 0;
    case 'refuse':
      console.error(wanted.why);
      return 2;
    case 'figures':
      for (const file of wanted.files) {
        const { run, found } = readResults(file);
        console.log(`${tableOf(run, await summaries(run, found))}\n`);
      }
      return 0;
    case 'resume': {
      const { run, found } = readResults(wanted.file);
      return carryOut({ run, file: wanted.file, before: found, cycle: null });
    }
    case 'run': {
      const run: RunLine = {
        kind: 'run',
        at: new Date().toISOString(),
        seed: wanted.seed ?? randomInt(MOST_SEED),
        short: wanted.hours === null,
        hours: wanted.hours,
        names: wanted.names,
        revision: revision(),
        machine: `${availableParallelism()} cores, Node ${process.versions.node}`,
      };
      mkdirSync(FOLDER, { recursive: true });
      const file = join(FOLDER, `${run.at.replaceAll(/[:.]/g, '-')}.jsonl`);
      writeLine(file, run);
      return carryOut({ run, file, before: [], cycle: wanted.cycle });
    }
  }
}

async function carryOut(given: {
  run: RunLine;
  file: string;
  before: readonly Found[];
  cycle: number | null;
}): Promise<number> {
  const { run, file, cycle } = given;
  const begin = Date.now();
  await ensureBuilt().catch(explainAndExit);
  removeAbandoned();
  console.log(`Seed ${run.seed}, revision ${run.revision}, ${run.names.join(', ')}`);
  const { found, interrupted } = await runExperiments({ ...given, print: (line) => console.log(line) });
  const all = await summaries(run, found);
  console.log(`\n${tableOf(run, all)}\n`);
  const seconds = Math.round((Date.now() - begin) / 1000);
  if (interrupted) {
    console.log(`Interrupted after ${seconds} s; npm run prove -- --resume ${file} continues.`);
    return INTERRUPTED;
  }
  // One turn alone need not have all figures.
  const failed = all
    .flatMap(({ failures }) => failures)
    .filter((failure) => cycle === null || !failure.startsWith(NOTHING_COUNTED));
  console.log(
    failed.length === 0
      ? `Nothing was found in ${seconds} s.`
      : `${failed.length} found in ${seconds} s; ${file} has all.`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function summaries(run: RunLine, found: readonly Found[]): Promise<Summary[]> {
  return Promise.all(run.names.map(async (name) => summaryOf(name, run, found, await requiredOf(name, found))));
}

/** The commit that is looked at, with a sign if files were changed since. */
function revision(): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
  try {
    return `${git('rev-parse', '--short=10', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
