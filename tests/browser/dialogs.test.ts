// Every dialog on the smallest phones, in one language each in rotation; the long list opens it in the others,
// and shows that what doesn't fit is found.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { dialogsInSource } from '#tests/components/support/dialogs-in-source.ts';
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

it.each(walksInTurns(ALL))('$walk.name in $culture', async ({ walk, culture }) => {
  expect(await wrongWith(walk, pageIn(culture), culture)).toEqual([]);
});

it('every dialog is opened here, wherever it is shown', () => {
  const shown = [...dialogsInSource()];
  const opened = (of: string) => ALL.filter(({ file }) => file === of).length;
  expect(shown.filter(([file, count]) => opened(file) < count)).toEqual([]);
  expect(ALL.filter(({ file }) => !shown.some(([known]) => known === file))).toEqual([]);
});
