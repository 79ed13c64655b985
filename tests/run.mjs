/**
 * `npm test`: sets up whatever is missing, runs every check and test, and ends with one line of figures. It runs before
 * anything is installed, so it and its imports at the top may use nothing but Node itself.
 *
 *   npm test                       the short list: at most ten minutes on two idle cores
 *   npm test -- --all              the short list, then the long one: everything
 *   npm test -- --long             only the long list; with --no-browser, the part of it that needs no browser
 *                                  and with --within MINUTES, what of it ends in time
 *   npm test -- --only unit,api    some steps of either list, by name
 *   npm test -- --help             what each step is for
 */
import { availableParallelism, constants } from 'node:os';

import { refuseOldNode } from '../server/entry/launch/node-version.mjs';

refuseOldNode();

const { ensureBuilt } = await import('../server/entry/launch/built.mjs');
const { ensureInstalled } = await import('../server/entry/launch/installed.mjs');
const { explainAndExit, ROOT, step } = await import('../server/entry/launch/steps.mjs');
const { beginMeasuring, usedInAll } = await import('../fixtures/system/cpu.mjs');
const { removeAbandoned } = await import('./provision/folders.mjs');
const { needsBrowser, wantedOf } = await import('./provision/test-parameters.mjs');
const { STEPS } = await import('./provision/test-steps.mjs');
const { fits, turned } = await import('./provision/within.mjs');
const { isGood, linesOfFailures, sentence, single, sum } = await import('./provision/test-results.mjs');

const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
/**
 * The number of steps that run at once. Most keep one core busy, and those of the short list wait a fifth of their time
 * for a database or a browser: a third one uses what the two leave idle.
 */
const LANES = { short: 3, long: 2 };
/** The number of failures listed at the end; the log above has them all. */
const MOST_FAILURES = 40;

const { steps, within } = chosen(process.argv.slice(2));
/** What each step that has ended has shown. */
const ended = new Map();
let isRunning = false;
process.chdir(ROOT);
// A signal becomes an exit, where everything that has to clean up can do so; what was found by then is
// printed first.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    if (isRunning) tellSummary(`stopped by ${signal}`);
    process.exit(128 + constants.signals[signal]);
  });
// The reader of the output may end first, as `head` does; then nothing is left to say.
process.stdout.on('error', () => process.exit(1));

const start = Date.now();
await ensureInstalled().catch(explainAndExit);
const total = await runAll();
console.log(
  `${sentence(total)} (${lengthOf({ seconds: (Date.now() - start) / MS_PER_SECOND, coreSeconds: usedInAll() })}, with the set-up)`,
);
// Something that was provided may still hold the process; what is still on its way into a pipe is not lost.
process.stdout.write('', () => process.exit(isGood(total) ? 0 : 1));

/** The steps that the parameters select, and how long they may take; help and errors end the run. */
function chosen(parameters) {
  const { help, refusal, ...wanted } = wantedOf(parameters, STEPS, takenByNpm());
  if (wanted.steps !== undefined) return wanted;
  if (help !== undefined) console.log(help);
  else console.error(refusal);
  process.exit(help === undefined ? 2 : 0);
}

/** Options that were typed before the two dashes, which npm keeps in its environment. */
function takenByNpm() {
  const {
    npm_config_all: all,
    npm_config_long: long,
    npm_config_within: within,
    npm_config_browser: browser,
  } = process.env;
  return [
    ...(all === 'true' ? ['--all'] : []),
    ...(long === 'true' ? ['--long'] : []),
    ...(within === undefined ? [] : ['--within']),
    ...(browser === '' ? ['--no-browser'] : []),
  ];
}

async function runAll() {
  removeAbandoned();
  const needs = new Set(steps.flatMap((each) => each.needs));
  const { surroundings, missing, stop } = await provide(needs);
  beginMeasuring();
  isRunning = true;
  const run = (lane, workers, each) => runOne(each, { ...surroundings, workers, show: lane === 0 }, missing);
  await inLanes(LANES.short, steps.filter(isShort), run);
  const long = inTurn(steps.filter((each) => !isShort(each)));
  await inLanes(
    LANES.long,
    long.filter((each) => !needsBrowser(each)),
    run,
  );
  // A browser keeps every core busy by itself.
  await inLanes(1, long.filter(needsBrowser), run);
  isRunning = false;
  tellSummary(within === undefined ? 'did not end' : 'was not begun: it would not have ended in time');
  await stop().catch((error) => console.log(`PostgreSQL could not be stopped: ${error.message}`));
  return sum([...ended.values()]);
}

/** A run that has to end in time may leave something out, and not the same every day. */
function inTurn(some) {
  return within === undefined ? some : turned(some, Date.now() / MS_PER_SECOND);
}

/** Whether a step may begin; only a run that has to end in time leaves one out. */
function mayBegin(step) {
  if (within === undefined) return true;
  const left = within.minutes * SECONDS_PER_MINUTE - (Date.now() - start) / MS_PER_SECOND;
  const before = steps.flatMap(({ name, usually }) =>
    ended.has(name) ? [{ usually, seconds: ended.get(name).seconds }] : [],
  );
  return fits(step, { left, ended: before, pace: within.pace });
}

/** What each step has shown, and last what failed, where a log that was cut short still has it. */
function tellSummary(otherwise) {
  console.log('\nSummary');
  const width = Math.max(...steps.map(({ name }) => name.length)) + 2;
  for (const { name } of steps) {
    const tally = ended.get(name);
    const says = tally === undefined ? otherwise : `${sentence(tally)} (${lengthOf(tally)})`;
    console.log(`  ${name.padEnd(width)}${says}`);
  }
  tellLeftOut();
  const tallies = steps.flatMap(({ name }) => (ended.has(name) ? [{ name, ...ended.get(name) }] : []));
  for (const line of linesOfFailures(tallies, MOST_FAILURES)) console.log(`  ${line}`);
}

/** Lists what the run has left out, so that nobody takes the short list for everything. */
function tellLeftOut() {
  const out = STEPS.filter((each) => !steps.includes(each));
  if (out.length === 0) return;
  console.log(
    `Left out: ${out.map(({ name, what }) => `${name} (${what})`).join('; ')}. npm test -- --all runs everything.`,
  );
}

/** How long something took: elapsed time, and processor time if the system reports it. */
function lengthOf({ seconds, coreSeconds }) {
  return `${Math.round(seconds)} s${coreSeconds === null ? '' : `, ${Math.round(coreSeconds)} core-seconds`}`;
}

function isShort({ list }) {
  return list === 'short';
}

/**
 * Runs steps in lanes, each of which takes the next step as soon as it has finished one. `run` gets the lane, the
 * number of processes that the step may use there, and the step. The first lane's steps print as they run, the others
 * when they have ended, so that the log stays readable.
 */
async function inLanes(most, some, run) {
  const lanes = Math.min(most, some.length);
  const cores = availableParallelism();
  const queue = [...some];
  const take = async (lane) => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      if (!mayBegin(each)) continue;
      const workers = each.allCores === true ? cores : Math.ceil(cores / lanes);
      ended.set(each.name, await run(lane, workers, each));
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => take(lane)));
}

async function runOne({ name, needs, run }, surroundings, missing) {
  console.log(`\n=== ${name}`);
  const start = Date.now();
  const lacking = needs.filter((need) => missing.has(need));
  const reasons = lacking.map((need) => `can't run: ${missing.get(need)}`);
  for (const reason of reasons) console.log(`${name} ${reason}`);
  const tally =
    lacking.length > 0 ? { ...single(false, reasons), coreSeconds: 0 } : await run(surroundings).catch(failedToRun);
  const seconds = (Date.now() - start) / MS_PER_SECOND;
  console.log(`--- ${name}: ${sentence(tally)} (${lengthOf({ ...tally, seconds })})`);
  return { ...tally, seconds };
}

/** A step that can't be carried out, as on a full disk, fails alone. */
function failedToRun(error) {
  console.log(error);
  return { ...single(false, [`could not be carried out: ${error.message}`]), coreSeconds: null };
}

/** What can't be provided fails the steps that need it, each with the reason, and lets the others run. */
async function provide(needs) {
  const { findChromium, findFirefox, findWebKit } = await import('../fixtures/browser/find-browsers.mjs');
  const { provideFonts } = await import('./provision/fonts.mjs');
  const { providePostgres } = await import('./provision/postgres.mjs');
  const missing = new Map();
  const attempt = async (need, what, act) => {
    if (!needs.has(need)) return null;
    return step(what, act).catch((error) => {
      missing.set(need, error.message);
      return null;
    });
  };
  await attempt('build', 'Checking the build', ensureBuilt);
  const chromium = await attempt('chromium', 'Looking for a Chromium', () => findChromium(ROOT));
  const firefox = await attempt('firefox', 'Looking for a Firefox', findFirefox);
  const webkit = await attempt('webkit', 'Looking for a WebKitGTK', findWebKit);
  if (chromium !== null || firefox !== null || webkit !== null)
    await step('Looking for Japanese and Chinese fonts', provideFonts).catch((error) => console.log(error.message));
  const postgres = await attempt('postgres', 'Starting a PostgreSQL', () => providePostgres({ root: ROOT }));
  if (chromium !== null) console.log(`Chromium: ${chromium}`);
  if (firefox !== null) console.log(`Firefox: ${firefox}`);
  if (webkit !== null) console.log(`WebKitGTK: ${webkit}`);
  if (postgres !== null) console.log(`PostgreSQL: ${postgres.from}`);
  const surroundings = { root: ROOT, chromium, firefox, webkit, postgresUrl: postgres?.url ?? null };
  return { surroundings, missing, stop: async () => postgres?.stop() };
}
