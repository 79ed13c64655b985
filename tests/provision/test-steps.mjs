import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { exceptions } from '../browser/engines/exceptions.mjs';
import { command } from '../../fixtures/system/commands.mjs';
import { temporaryFolder } from './folders.mjs';
import { foundByProve, ofVitest, single } from './test-results.mjs';

/**
 * The steps of `npm test`, in the order in which its lanes take them: the longest first, then what is cheap and tells
 * most. The short list is what `npm test` runs; the long list is what it leaves out: the other walks and cells, the API
 * on the embedded engine, Firefox and WebKit, and the tests of the tools.
 *
 * @typedef {object} Surroundings what the set-up has provided
 * @property {string} root
 * @property {string | null} chromium
 * @property {string | null} firefox
 * @property {string | null} webkit
 * @property {string | null} postgresUrl
 * @property {number} workers how many processes run a step's tests
 * @property {boolean} show whether a step shows what it prints at once, and not when it has ended
 *
 * @typedef {import('./test-results.mjs').Tally & { coreSeconds: number | null }} Measured
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {'short' | 'long'} list
 * @property {string} what what it tells, in a few words
 * @property {('build' | 'chromium' | 'firefox' | 'postgres' | 'webkit')[]} needs
 * @property {boolean} [allCores] has a process per core although another step runs beside it, since it waits much of
 *   the time
 * @property {number} [usually] the seconds that a step of the long list takes on two quiet cores beside another one
 * @property {(surroundings: Surroundings) => Promise<Measured>} run
 */

/** @type {Step[]} */
export const STEPS = [
  vitest('components', {
    what: 'every path on the screens, and the cells that look different',
  }),
  vitest('browser', {
    what: 'every screen in a browser, and the stories of money and session',
    needs: ['build', 'chromium', 'postgres'],
  }),
  // PostgreSQL needs half of the work that the embedded engine does, and shows what waits for whom.
  vitest('api', { what: 'the API on PostgreSQL', needs: ['postgres'], allCores: true }),
  check('types', 'the compiler', ['typescript-7/bin/tsc', '--noEmit', '--checkers', '1']),
  check(
    'lint',
    'the linters',
    ['oxlint/bin/oxlint', '--type-aware', '--format=unix'],
    ['eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  ),
  check('format', 'the layout of the code', ['oxfmt/bin/oxfmt', '--check', '--threads=1']),
  check('imports', 'who imports whom', ['dependency-cruiser/bin/dependency-cruise.mjs', ...parametersOf('imports')]),
  check('openapi', 'the description', ['@redocly/cli/bin/cli.js', 'lint', 'openapi/perch.yaml']),
  { name: 'generated', list: 'short', what: 'that generated files are fresh', needs: [], run: compareGenerated },
  vitest('unit', { what: 'every path and cell on the charts, and single parts' }),
  vitest('launch', { what: 'a start, a stop, a start again', needs: ['build'] }),
  vitest('races', { what: 'races on PostgreSQL', needs: ['postgres'] }),
  vitest('components-strict', {
    what: 'every page and every good case under StrictMode, and what takes the place of a module',
    projects: ['components-strict', 'components-apart'],
  }),
  vitest('launch-long', {
    list: 'long',
    usually: 1500,
    what: 'kills, damaged folders, a lost database',
    needs: ['build'],
  }),
  vitest('api-embedded', {
    list: 'long',
    usually: 1_100,
    what: 'the whole API on the embedded engine, with more generated requests',
    projects: ['api', 'api-long'],
  }),
  vitest('embedded', { list: 'long', usually: 350, what: 'data folders and their backups' }),
  vitest('components-long', {
    list: 'long',
    usually: 800,
    what: 'all cells, each path to its end under StrictMode, the other languages, tests of the walker',
  }),
  vitest('unit-long', { list: 'long', usually: 700, what: 'tests of the walker and of the tools' }),
  vitest('api-long', { list: 'long', usually: 120, what: 'the chain, random trees', needs: ['postgres'] }),
  {
    name: 'prove',
    list: 'long',
    usually: 330,
    what: 'kills, races, losses, cut networks and wrong requests, in three minutes',
    // It starts a PostgreSQL of its own, which it keeps when it finds something.
    needs: ['build', 'postgres'],
    run: proveShortly,
  },
  vitest('races-long', {
    list: 'long',
    usually: 150,
    what: 'processes that are killed, paused and cut off in the middle',
    needs: ['postgres'],
  }),
  {
    ...check('lint-react', "what React's compiler says of components", [
      'eslint/bin/eslint.js',
      '--config',
      'tests/style/react-compiler.eslint.config.js',
      'src',
      'atlas',
      '--max-warnings',
      '0',
    ]),
    list: 'long',
    usually: 60,
  },
  vitest('browser-long', {
    list: 'long',
    usually: 1000,
    what: 'every story, and each screen that flows share',
    needs: ['build', 'chromium'],
  }),
  vitest('crawl', {
    list: 'long',
    usually: 900,
    what: 'every route in all languages, themes and widths, and that nothing moves when data come',
    needs: ['build', 'chromium'],
  }),
  vitest('firefox', {
    list: 'long',
    usually: 1200,
    what: 'every screen, money and the session across tabs in Firefox',
    needs: ['build', 'firefox'],
  }),
  vitest('webkit', {
    list: 'long',
    usually: 1200,
    what: 'the same in WebKitGTK, as on an iPhone',
    needs: ['build', 'webkit'],
  }),
  vitest('walks', {
    list: 'long',
    usually: 2400,
    what: 'every path and the cells that look different, in a browser',
    needs: ['build', 'chromium'],
  }),
  {
    name: 'screens',
    list: 'long',
    usually: 900,
    what: 'a picture of every state for the atlas',
    needs: ['build', 'chromium'],
    run: takeScreens,
  },
];

/**
 * What a script of package.json gives to its program, so that a step and the script of the same name are one command.
 *
 * @param {string} script
 * @returns {string[]}
 */
export function parametersOf(script) {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return scripts[script].split(' ').slice(1);
}

/** Telemetry and notices of newer versions have no place in a test run. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_UPDATE_NOTIFIER: '1',
  FORCE_COLOR: '0',
};

/**
 * The settings of the compiler and the linter, both written in Go: one thread, since each thread would compute the same
 * types again, and rare garbage collection. Together that is less than half of the work.
 */
const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '400' };

/**
 * A step of programs that print only what they find.
 *
 * @param {string} name
 * @param {string} what
 * @param {string[][]} programs each as its file in `node_modules` and its parameters
 * @returns {Step}
 */
function check(name, what, ...programs) {
  const run = async ({ root }) => {
    const outcomes = [];
    for (const [program, ...parameters] of programs) outcomes.push(await tool(root, program, parameters));
    const failed = outcomes.filter(({ ok }) => !ok);
    for (const { output, ended } of failed) console.log(`${output.trim()}\n${name}: ${ended}`);
    // Programs that find something say so first.
    const failures = failed.map(failureOf);
    return { ...single(failed.length === 0, failures), coreSeconds: together(outcomes) };
  };
  return { name, list: 'short', what, needs: [], run };
}

/** @param {import('../../fixtures/system/commands.mjs').Outcome} outcome */
function failureOf({ output, ended }) {
  return `${output.trim().split('\n')[0]} (${ended})`;
}

function tool(root, program, parameters) {
  return script(root, join('node_modules', program), parameters);
}

function script(root, file, parameters) {
  return command(process.execPath, [join(root, file), ...parameters], {
    cwd: root,
    env: { ...process.env, ...QUIET, ...ONE_THREAD },
    limitSeconds: LONGEST_STEP_S.short,
  });
}

/** @param {import('../../fixtures/system/commands.mjs').Outcome[]} outcomes */
function together(outcomes) {
  return outcomes.every(({ coreSeconds }) => coreSeconds !== null)
    ? outcomes.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0)
    : null;
}

/** The generated files are committed, so that a change of the contract is seen in review; here they are made again. */
async function compareGenerated({ root }) {
  const folder = temporaryFolder('generated');
  try {
    const made = [
      await tool(root, 'openapi-typescript/bin/cli.js', ['openapi/perch.yaml', '-o', join(folder, 'api.gen.d.ts')]),
      await tool(root, '@redocly/cli/bin/cli.js', [
        'bundle',
        'openapi/perch.yaml',
        '-o',
        join(folder, 'perch.gen.json'),
      ]),
      await script(root, 'openapi/open-paths.mjs', [
        join(folder, 'perch.gen.json'),
        join(folder, 'open-paths.gen.json'),
      ]),
    ];
    const failed = made.filter(({ ok }) => !ok);
    for (const { output } of failed) console.log(output);
    // What could not be made again says nothing of what is there.
    const names = failed.length > 0 ? [] : ['api.gen.d.ts', 'perch.gen.json', 'open-paths.gen.json'];
    const stale = names.filter((name) => contentOf(join(folder, name)) !== contentOf(join(root, 'openapi', name)));
    const failures = stale.map(
      (name) => `openapi/${name} is not what the description gives; run npm run openapi and commit it`,
    );
    for (const failure of failures) console.log(failure);
    return {
      ...single(stale.length + failed.length === 0, [...failed.map(failureOf), ...failures]),
      coreSeconds: together(made),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the atlas shows of the revision that was walked; the walks before have left its coverage. */
async function takeScreens({ root, chromium }) {
  const env = { ...process.env, ...QUIET, ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const outcome = await command(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'atlas/build/cli.ts', '--screens'],
    { cwd: root, env, show: true, limitSeconds: LONGEST_STEP_S.long },
  );
  if (!outcome.ok) console.log(`screens: ${outcome.ended}`);
  return { ...single(outcome.ok, [outcome.ended]), coreSeconds: outcome.coreSeconds };
}

/** The experiments say what they found themselves, each with its seed. */
async function proveShortly({ root, show }) {
  const outcome = await command(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/prove/command.ts', '--short'],
    { cwd: root, env: { ...process.env, ...QUIET, TEST_DATABASE_URL: '' }, show, limitSeconds: LONGEST_STEP_S.long },
  );
  if (!show) console.log(outcome.output.trim());
  if (!outcome.ok) console.log(`prove: ${outcome.ended}`);
  return {
    ...single(outcome.ok, [`${outcome.ended}; the log and .prove/ have why`, ...foundByProve(outcome.output)]),
    coreSeconds: outcome.coreSeconds,
  };
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @returns {Step} */
function vitest(name, { list = 'short', usually, what, needs = [], allCores = false, projects = [name] }) {
  // Without the URL the API tests run on the embedded engine, also where the machine's environment has one.
  const run = (around) =>
    runVitest(projects, around, {
      extra: { TEST_DATABASE_URL: needs.includes('postgres') ? around.postgresUrl : '' },
      skips: skipsOf(projects),
      limitSeconds: LONGEST_STEP_S[list],
    });
  return { name, list, usually, what, needs, allCores, run };
}

/** What is skipped on purpose in some projects: what an engine can't do. */
function skipsOf(projects) {
  return exceptions
    .filter(({ engine }) => projects.includes(engine))
    .map(({ file, test }) => `tests/browser/${file} > ${test}`);
}

/**
 * How long one step may take, in seconds, before it counts as hung: on a busy machine the longest of each list takes
 * half of that.
 */
const LONGEST_STEP_S = { short: 2_400, long: 3_600 };

/** Where the tests find an engine that was provided. */
const pathOf = (variable, path) => (path === null ? {} : { [variable]: path });

async function runVitest(projects, { root, chromium, firefox, webkit, workers, show }, { extra, skips, limitSeconds }) {
  const folder = temporaryFolder('report');
  const report = join(folder, 'report.json');
  const env = {
    ...process.env,
    ...QUIET,
    ...extra,
    NODE_ENV: 'test',
    ...pathOf('CHROMIUM_PATH', chromium),
    ...pathOf('FIREFOX_PATH', firefox),
    ...pathOf('WEBKIT_DRIVER_PATH', webkit),
  };
  const parameters = [
    'run',
    ...projects.flatMap((each) => ['--project', each]),
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  try {
    const outcome = await command(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...parameters], {
      cwd: root,
      env,
      show,
      limitSeconds,
    });
    if (!show) console.log(outcome.output.trim());
    if (!outcome.ok) console.log(`${projects.join(', ')}: ${outcome.ended}`);
    return { ...ofVitest(report, outcome.ok, skips), coreSeconds: outcome.coreSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
