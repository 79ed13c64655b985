/**
 * `npm test`: sets up whatever is missing, runs every check and test, and ends with one line of figures. It runs before
 * anything is installed, so it and what it imports at its top may use nothing but Node itself.
 *
 *   npm test                           everything
 *   npm test -- --only unit,api        some steps, by name
 */
import { refuseOldNode } from '../server/launch/node-version.mjs';

refuseOldNode();

const { ensureBuilt } = await import('../server/launch/built.mjs');
const { ensureInstalled } = await import('../server/launch/installed.mjs');
const { explainAndExit, ROOT, step } = await import('../server/launch/steps.mjs');
const { STEPS } = await import('./provision/test-steps.mjs');
const { isGood, sentence, single, sum } = await import('./provision/tally.mjs');

const MS_PER_SECOND = 1000;
/** As many failures are named at the end; the log above has them all. */
const MOST_FAILURES = 40;

const steps = chosenSteps(process.argv.slice(2));
process.chdir(ROOT);
// A signal becomes an exit, so that whoever has something to clean up can do it there.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

await ensureInstalled().catch(explainAndExit);
const total = await runAll();
console.log(sentence(total));
process.exit(isGood(total) ? 0 : 1);

function chosenSteps(parameters) {
  if (parameters.length === 0) return STEPS;
  const names = STEPS.map(({ name }) => name);
  const wanted = parameters[0] === '--only' && parameters.length === 2 ? parameters[1].split(',') : [];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (wanted.length > 0 && unknown.length === 0) return STEPS.filter(({ name }) => wanted.includes(name));
  if (unknown.length > 0) console.error(`There is no step called ${unknown.join(' or ')}.`);
  console.error(`usage: npm test -- --only <steps, separated by commas>; the steps are ${names.join(', ')}`);
  process.exit(2);
}

async function runAll() {
  const needs = new Set(steps.flatMap((each) => each.needs));
  const { surroundings, missing, stop } = await provide(needs);
  try {
    const beside = runInTurn(steps.filter(isCheck), surroundings, missing);
    const tests = await runInTurn(steps.filter((each) => !isCheck(each)), surroundings, missing);
    const byName = new Map([...(await beside), ...tests]);
    const tallies = steps.map(({ name }) => byName.get(name));
    console.log('\nSummary');
    steps.forEach(({ name }, index) => console.log(`  ${name.padEnd(14)}${sentence(tallies[index])} (${tallies[index].seconds} s)`));
    // At the end, where a log that was cut short still shows them.
    for (const failure of tallies.flatMap(({ failures = [] }) => failures).slice(0, MOST_FAILURES)) console.log(`  ✗ ${failure}`);
    return sum(tallies);
  } finally {
    await stop();
  }
}

/** Each of these keeps one core busy and prints only what it finds, so they run beside the first tests. */
function isCheck({ beside }) {
  return beside === true;
}

async function runInTurn(some, surroundings, missing) {
  const tallies = [];
  for (const each of some) tallies.push([each.name, await runOne(each, surroundings, missing)]);
  return tallies;
}

async function runOne({ name, needs, run }, surroundings, missing) {
  console.log(`\n=== ${name}`);
  const start = Date.now();
  const lacking = needs.filter((need) => missing.has(need));
  for (const need of lacking) console.log(`${name} can't run: ${missing.get(need)}`);
  const tally = lacking.length > 0 ? single(false) : await run(surroundings);
  const seconds = Math.round((Date.now() - start) / MS_PER_SECOND);
  console.log(`--- ${name}: ${sentence(tally)} (${seconds} s)`);
  return { ...tally, seconds };
}

/** What can't be provided fails the steps that need it, each with the reason, and lets the others run. */
async function provide(needs) {
  const { findChromium } = await import('./provision/find-chromium.mjs');
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
  if (chromium !== null) await step('Looking for Japanese and Chinese fonts', provideFonts);
  const postgres = await attempt('postgres', 'Starting a PostgreSQL', () => providePostgres({ root: ROOT }));
  if (chromium !== null) console.log(`Chromium: ${chromium}`);
  if (postgres !== null) console.log(`PostgreSQL: ${postgres.from}`);
  const surroundings = { root: ROOT, chromium, postgresUrl: postgres?.url ?? null };
  return { surroundings, missing, stop: async () => postgres?.stop() };
}
