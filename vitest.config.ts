import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { cacheFolder, moduleCache } from './tests/provision/module-cache.ts';

/**
 * One project per kind of test and list, so that each can be run alone (`npm test -- --only api`). Where a test lies
 * decides its kind, whatever lies in no special folder is a unit test; what is called `*.long.test.ts` is on the long
 * list (`npm test -- --all`).
 */

const API = 'tests/{api,database}/**/*';
/** What only a data folder has: its files, and backups of them. */
const EMBEDDED = 'tests/embedded/**/*';
const RACES = 'tests/races/**/*';
const COMPONENTS = 'tests/components/**/*';
const APART = 'tests/components/**/*.apart';
/** What React's development build says of the pages, and what a part that is not pure does in its strict mode. */
const STRICT = 'tests/components/**/*.strict';
const LAUNCH = 'tests/launch/**/*';
const WALKS = 'tests/browser/walks/*';
/** What lies in its other folders needs no browser: tests of the engines' own parts are unit tests. */
const BROWSER = 'tests/browser/*';
const UNIT = '{tests,machines,src,server,money}/**/*';

/** Creating an embedded database takes seconds on a busy machine, and the first start of a chain's node minutes. */
const SLOW_SET_UP_MS = 180_000;
/**
 * When a test counts as hung: the slowest takes twenty seconds alone, and a busy machine needs several times as long.
 */
const SLOW_TEST_MS = 180_000;
/** How long `expect.poll` asks again: a busy machine takes longer than the second that Vitest waits by itself. */
const POLL_MS = 30_000;
const patient = { hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS, expect: { poll: { timeout: POLL_MS } } };

/**
 * The time zone of a member who looks at a page in a test: never UTC. If the machine's own zone is UTC, local time
 * shown as UTC would be right by chance, and so would a day that begins at another midnight than the member's.
 */
const ELSEWHERE = 'Asia/Tokyo';

/**
 * A page makes much that is gone a moment later: with room for more of it, a fifteenth less is spent on clearing up.
 */
const ROOMY = ['--max-semi-space-size=64'];

const onPages = {
  ...patient,
  env: { TZ: ELSEWHERE },
  execArgv: ROOMY,
  environment: 'jsdom' as const,
  setupFiles: ['./walk/component/pages-ahead.ts', './tests/components/support/set-up.ts'],
};

/** The build of React that members get (tests/components/support/react-build.ts). */
const asMembers = { ...onPages, env: { ...onPages.env, NODE_ENV: 'production' } };

/**
 * The production build of React has nothing for what JSX becomes during development, and the development build takes
 * both: one form for all, so that each module is transformed once.
 */
const productionJsx = {
  name: 'perch:production-jsx',
  config: () => ({ oxc: { jsx: { runtime: 'automatic' as const, importSource: 'react', development: false } } }),
};

const files = (...places: string[]) => places.map((place) => `${place}.test.{ts,tsx}`);
const long = (...places: string[]) => places.map((place) => `${place}.long.test.{ts,tsx}`);

type Settings = NonNullable<
  Exclude<TestProjectConfiguration, string | ((...parameters: never) => unknown) | Promise<unknown>>['test']
>;

/**
 * A kind of test as two projects: what is run always, and what is on the long list.
 *
 * @param settings those of both; `short`: what differs in the first
 */
function kind(
  name: string,
  place: string,
  {
    others = [],
    config,
    short,
    ...settings
  }: Settings & { readonly others?: readonly string[]; readonly config?: string; readonly short?: Settings },
): TestProjectConfiguration[] {
  const exclude = files(...others);
  const extend = config === undefined ? {} : { extends: config };
  return [
    { ...extend, test: { name, ...settings, ...short, include: files(place), exclude: [...exclude, ...long(place)] } },
    { ...extend, test: { name: `${name}-long`, ...settings, isolate: true, include: long(place), exclude } },
  ];
}

/** What goes over every route, which takes more than a third of the time of the long list in a browser. */
const CRAWL = ['tests/browser/{crawl,layout-shift}.long'];

/** What runs in each engine: every screen, the stories of money and the session across tabs. */
const IN_EVERY_ENGINE = files('tests/browser/{every-screen,shared-screens.long,wallet,session}');
/** An engine is slower than Chromium where each of its acts is a call of its own. */
const SLOWER = 4;

/** Whether the run was told by name which tests to run: `-t NAME`, `--testNamePattern=NAME`. */
const isPart = process.argv.some((each) => /^(-t|--testNamePattern|--test-name-pattern)(=|$)/.test(each));

function inEngine(name: string): TestProjectConfiguration {
  return {
    test: {
      name,
      ...patient,
      testTimeout: SLOWER * SLOW_TEST_MS,
      include: IN_EVERY_ENGINE,
      setupFiles: './tests/browser/engines/set-up.ts',
      env: { TEST_ENGINE: name, TEST_PART: String(isPart) },
    },
  };
}

/** The first line of a failure says what was found: the summary has no more, and `[ Array(1) ]` tells nobody why. */
const chaiConfig = { truncateThreshold: 2000 };

/** What holds for every project; a project takes over none of the settings below. */
function everywhere(project: TestProjectConfiguration): TestProjectConfiguration {
  if (typeof project !== 'object' || project instanceof Promise)
    throw new Error('A project is written as an object here.');
  const hasPages = project.test?.environment === 'jsdom';
  // A forgotten `it.only` would leave out the rest of its file; by hand, `--allowOnly` lets it.
  return {
    ...project,
    plugins: hasPages ? [moduleCache, productionJsx] : [moduleCache],
    test: { ...project.test, allowOnly: false, chaiConfig },
  };
}

export default defineConfig({
  test: {
    // Vitest would leave a core idle for its own process, which has little to do beside the tests.
    maxWorkers: availableParallelism(),
    // As many as there are lanes in the browser (fixtures/browser/lanes.ts): a test that waits for its turn uses up its
    // time.
    maxConcurrency: 2,
    experimental: { fsModuleCache: true, fsModuleCachePath: cacheFolder() },
    projects: [
      ...kind('unit', UNIT, {
        ...patient,
        env: { TZ: ELSEWHERE },
        isolate: false,
        others: [API, EMBEDDED, RACES, COMPONENTS, LAUNCH, BROWSER, WALKS],
      }),
      ...kind('components', COMPONENTS, {
        ...onPages,
        others: [APART, STRICT],
        config: './vite.config.ts',
        isolate: false,
        short: { env: asMembers.env },
      }),
      // What takes the place of a module would be felt by the files that share it.
      { extends: './vite.config.ts', test: { name: 'components-apart', ...asMembers, include: files(APART) } },
      {
        extends: './vite.config.ts',
        test: { name: 'components-strict', ...onPages, isolate: false, include: files(STRICT) },
      },
      ...kind('api', API, { ...patient, setupFiles: './tests/api/support/set-up.ts', isolate: false }),
      { test: { name: 'embedded', ...patient, include: files(EMBEDDED) } },
      ...kind('races', RACES, { ...patient, globalSetup: './tests/races/support/provide.ts' }),
      ...kind('launch', LAUNCH, { ...patient, fileParallelism: false }),
      ...kind('browser', BROWSER, { ...patient, isolate: false, others: CRAWL }),
      { test: { name: 'crawl', ...patient, include: files(...CRAWL) } },
      ...['firefox', 'webkit'].map(inEngine),
      // Each file keeps every core busy by itself.
      { test: { name: 'walks', ...patient, include: files(WALKS), fileParallelism: false } },
    ].map(everywhere),
  },
});
