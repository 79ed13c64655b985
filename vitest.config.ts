import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * One project per kind of test, so that each can be run alone (`npm test -- --only api`). Where a test lies decides
 * its kind; whatever lies in no special folder is a unit test.
 */

const API = ['tests/{api,chain,ledger,races}/**/*.test.ts'];
const COMPONENTS = ['tests/components/**/*.test.{ts,tsx}'];
const LAUNCH = ['tests/launch/**/*.test.ts'];
const WALKS = ['tests/browser/walks/*.test.ts'];
const BROWSER = ['tests/browser/**/*.test.ts'];
const UNIT = ['tests/**/*.test.ts', '{machines,src,server,money}/**/*.test.ts'];

/** Creating an embedded database takes seconds on a busy machine, and the first start of a chain's node minutes. */
const SLOW_SET_UP_MS = 180_000;
const SLOW_TEST_MS = 60_000;
/** How long `expect.poll` asks again: a busy machine takes longer than the second that Vitest waits by itself. */
const POLL = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    // Vitest would leave a core idle for its own process, which has little to do beside the tests.
    maxWorkers: availableParallelism(),
    // As many as there are lanes in the browser (tests/browser/support/lanes.ts): a test that waits for its turn uses up its time.
    maxConcurrency: 2,
    experimental: { fsModuleCache: true },
    projects: [
      { test: { name: 'unit', include: UNIT, exclude: [...API, ...COMPONENTS, ...LAUNCH, ...BROWSER], hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS } },
      { extends: './vite.config.ts', test: { name: 'components', include: COMPONENTS, environment: 'jsdom', setupFiles: './tests/components/support/set-up.ts', testTimeout: SLOW_TEST_MS } },
      { test: { name: 'api', isolate: false, include: API, hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS } },
      { test: { name: 'launch', expect: POLL, include: LAUNCH, hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS, fileParallelism: false } },
      { test: { name: 'browser', expect: POLL, include: BROWSER, exclude: WALKS, hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS } },
      // Each file keeps every core busy by itself.
      { test: { name: 'walks', expect: POLL, include: WALKS, hookTimeout: SLOW_SET_UP_MS, testTimeout: SLOW_TEST_MS, fileParallelism: false } },
    ],
  },
});
