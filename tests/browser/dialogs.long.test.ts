// The dialogs of dialogs.test.ts in the two languages that each was not opened in there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import type { Culture } from '#walk/paths/report.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { ALL, membersIn, wrongWith } from './support/every-dialog.ts';

let browser: Browser;
let pageIn: (culture: Culture) => Page;
beforeAll(async () => {
  browser = await launchChromium();
  pageIn = await membersIn(browser);
});
afterAll(() => browser.close());

it.each([...walksInTurns(ALL, 1), ...walksInTurns(ALL, 2)])('$walk.name in $culture', async ({ walk, culture }) => {
  expect(await wrongWith(walk, pageIn(culture), culture)).toEqual([]);
});
