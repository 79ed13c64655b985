import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aliasedFolders, importsOf } from '#tests/style/import-graph.ts';
import { WebKitPage } from './webkit-page.ts';

/**
 * What the tests that run in every engine ask of a page, WebKit's has too. Its page is our own, and what it lacks would
 * be found only where WebKit is installed.
 */

const IN_EVERY_ENGINE = [
  'every-screen.test.ts',
  'shared-screens.long.test.ts',
  'wallet.test.ts',
  'session.test.ts',
].map((name) => `tests/browser/${name}`);
const SUPPORT = 'tests/browser/support/';
/** Fields of each page. */
const FIELDS = ['clock'];
/** What its tests don't come to: they ask for the engine first, or run in Chromium alone. */
const ELSEWHERE = ['setViewportSize', 'viewportSize', 'touchscreen', 'waitForTimeout'];

const asked = (text: string) => [...text.matchAll(/\bpage\.(\w+)\b/g)].map(([, name = '']) => name);
const isThere = (name: string) => [...FIELDS, ...ELSEWHERE].includes(name) || name in WebKitPage.prototype;

it('WebKit’s page has what the tests in every engine and their support ask of one', () => {
  const folders = aliasedFolders(readFileSync('package.json', 'utf8'));
  const support = importsOf(IN_EVERY_ENGINE, folders).flatMap(({ to }) => (to.startsWith(SUPPORT) ? [to] : []));
  expect(support).toContain(`${SUPPORT}screens-on-path.ts`);
  const missing = [...IN_EVERY_ENGINE, ...new Set(support)].flatMap((file) =>
    asked(readFileSync(file, 'utf8'))
      .filter((name) => !isThere(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('would find what only Playwright’s page has', () => {
  expect(asked("await page.emulateMedia({ colorScheme: 'dark' }); await page.locator('h1').click();")).toEqual([
    'emulateMedia',
    'locator',
  ]);
  expect([isThere('emulateMedia'), isThere('locator')]).toEqual([false, true]);
});
