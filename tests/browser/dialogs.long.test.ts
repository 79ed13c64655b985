// The dialogs of dialogs.test.ts in the two languages that each was not opened in there; and what is planted in one is
// found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import type { Culture } from '#walk/paths/report.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { ALL, membersIn, misfits, wrongWith } from './support/every-dialog.ts';

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

describe('what does not fit is found:', () => {
  it.each([
    ['a dialog wider than the window', 'dialog { width: 26rem !important; max-width: none !important }', 'it lies at'],
    [
      'a dialog without scrolling',
      'dialog { overflow: visible !important; max-height: none !important }',
      'it lies at',
    ],
    ['content that is cut off', 'dialog { overflow: hidden !important }', 'is cut off below'],
    [
      'buttons that stay beside each other',
      'dialog .flex-wrap { flex-wrap: nowrap !important } dialog .btn { flex-shrink: 0 }',
      'lies beside the dialog',
    ],
    ['a word that does not break', 'dialog * { white-space: nowrap !important }', 'wider than its box'],
    [
      'a button under something',
      'dialog::after { content: ""; position: fixed; inset: 0; z-index: 9 }',
      'can’t be pressed',
    ],
  ])('%s', async (_, content, finding) => {
    const page = pageIn('en-US');
    const [first] = ALL;
    await first?.open(page, 'en-US');
    await page.locator('dialog[open]').waitFor();
    const planted = await page.addStyleTag({ content });
    const found = await misfits(page);
    await planted.evaluate((element) => (element as Element).remove());
    await page.keyboard.press('Escape');
    expect(found).toContainEqual(expect.stringContaining(finding));
  });
});
