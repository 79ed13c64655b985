// The checks of every page find what was planted, and nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Route } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { goesTo } from './crawl/crawler.ts';
import { badBreaksOfHeadings } from './crawl/line-breaks.ts';
import { SMALL_PHONE, tabOver } from './support/covered.ts';
import { crampedLabels, hiddenParts, smallTargets } from './support/look.ts';
import { atNarrowest, LONG, misfits, PHONE, WIDTHS } from './support/room.ts';
import { hiddenAtOneWidth, missingOnPaper } from './support/said.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** Later than the page before is waited for, once everything has been loaded. */
const LATE_MS = 1500;

let browser: Browser;
let member: ScriptedPage;

beforeAll(async () => {
  browser = await launchChromium();
  member = await openScripted(browser, MONEY, { width: SMALL_PHONE.width });
  await member.page.setViewportSize(SMALL_PHONE);
  await member.goes('/Faq');
});
afterAll(() => browser.close());

it('looks at the page whose code comes late, and not at the one before, which says that it waits', async () => {
  const late = await openScripted(browser, MONEY, { width: SMALL_PHONE.width });
  await late.goes('/Faq');
  await goesTo(late.page, '/Withdraw');
  const slow = async (route: Route): Promise<void> => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.fallback();
  };
  await late.context.route('**/assets/**', slow);
  const going = goesTo(late.page, '/Exchange');
  const progress = late.page.getByRole('progressbar', { name: 'Opening the page…' });
  await progress.waitFor();
  await going;
  expect(await progress.count()).toBe(0);
  expect(await late.page.locator('main h1').innerText()).toBe('Exchange');
  await late.context.close();
});

it.each([
  ['an amount that is not drawn on a phone', '(width < 40rem)', 'display: none'],
  ['an amount that is transparent on a phone', '(width < 40rem)', 'opacity: 0.02'],
  ['an amount on paper of its own color on a phone', '(width < 40rem)', 'background: #123456; color: #123456'],
  ['an amount that is cut off on a phone', '(width < 40rem)', 'max-width: 3ch; overflow: hidden; white-space: nowrap'],
  ['an amount beside the page of a phone', '(width < 40rem)', 'position: absolute; left: -999px'],
  ['an amount without a size on a phone', '(width < 40rem)', 'font-size: 0'],
  ['an amount for screen readers alone on a phone', '(width < 40rem)', 'clip-path: inset(50%)'],
  ['an amount that is hidden on a desk', '(width >= 64rem)', 'visibility: hidden'],
])('finds %s', async (_, width, style) => {
  const { page } = member;
  await page.setViewportSize(PHONE);
  await goesTo(page, '/History/DepositWithdrawal');
  const content = `@media ${width} { main [role="listitem"] .text-right { ${style} } }`;
  const planted = await page.addStyleTag({ content });
  const found = await hiddenAtOneWidth(page, WIDTHS);
  await planted.evaluate((element) => (element as Element).remove());
  await page.setViewportSize(SMALL_PHONE);
  expect(found).toContainEqual(expect.stringMatching(/^"[^"]*\d\.\d\d.*is seen at/));
});

it.each([
  ['no amount', 'main [role="listitem"] .text-right { display: none }'],
  ['amounts in white', 'main [role="listitem"] * { color: white !important }'],
])('finds on paper %s', async (_, style) => {
  const { page } = member;
  await goesTo(page, '/History/DepositWithdrawal');
  expect(await missingOnPaper(page)).toEqual([]);
  const planted = await page.addStyleTag({ content: `@media print { ${style} }` });
  const found = await missingOnPaper(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(found).toContainEqual(expect.stringMatching(/^"[^"]*\d\.\d\d.* is not on paper/));
});

it('finds a control that is too small for a finger', async () => {
  const { page } = member;
  await goesTo(page, '/Withdraw');
  expect(await smallTargets(page)).toEqual([]);
  const planted = await page.addStyleTag({ content: 'main .btn { min-height: 2.5rem; height: 2.5rem }' });
  const found = await smallTargets(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(found).toContainEqual(expect.stringMatching(/is a target of \d+ × 40 px/));
});

it('finds what only the narrowest window has no room for', async () => {
  const { page } = member;
  await goesTo(page, '/Faq');
  const planted = await page.addStyleTag({ content: 'main { min-width: 340px }' });
  const [usual, narrow] = [await misfits(page), await atNarrowest(page, misfits)];
  await planted.evaluate((element) => (element as Element).remove());
  expect([usual, narrow]).toEqual([[], expect.arrayContaining(['scrolls sideways'])]);
});

it('finds a heading with a broken word in the narrowest window', async () => {
  const { page } = member;
  await goesTo(page, '/');
  expect(await atNarrowest(page, badBreaksOfHeadings)).toEqual([]);
  const planted = await page.addStyleTag({
    content: 'main h2 { max-width: 4rem; overflow-wrap: anywhere !important }',
  });
  const found = await atNarrowest(page, badBreaksOfHeadings);
  await planted.evaluate((element) => (element as Element).remove());
  expect(found).toContainEqual(expect.stringContaining('a word is broken'));
});

it.each([
  [
    'a row of fixed height',
    '/History/DepositWithdrawal',
    'main [role="listitem"] > a { height: 3rem; min-height: 0 !important; overflow: hidden }',
    'is cut off below',
  ],
  [
    'a field without room for its unit',
    '/Withdraw',
    'main input.input { padding-right: 1rem !important }',
    'runs in under',
  ],
])('finds %s', async (_, path, content, finding) => {
  const { page } = member;
  await goesTo(page, path);
  const planted = await page.addStyleTag({ content });
  const found = await hiddenParts(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(found).toContainEqual(expect.stringContaining(finding));
});

it.each([
  ['of fixed height', 'height: 3rem'],
  ['that grows to some height only', 'max-height: 3.5rem'],
])('finds a button %s', async (_, style) => {
  const { page } = member;
  await goesTo(page, '/Withdraw');
  expect(await crampedLabels(page)).toEqual([]);
  const planted = await page.addStyleTag({ content: `main .btn { ${style} }` });
  const found = await crampedLabels(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(found).toContainEqual(expect.stringContaining('no room for a second line'));
});

it.each([
  [
    'no outline, and a shadow without a color',
    'outline: none !important; box-shadow: 0 0 0 4px rgb(0 0 0 / 0) !important',
  ],
  ['a shadow that is always there', 'outline: none !important; box-shadow: 0 0 0 4px black !important'],
  ['an outline of no width', 'outline: 0 solid black !important'],
  ['an outline of no color', 'outline-color: transparent !important'],
])('finds a button whose focus is invisible: %s', async (_, style) => {
  const { page } = member;
  await goesTo(page, LONG);
  const planted = await page.addStyleTag({ content: `.btn { ${style} }` });
  const { unseen } = await tabOver(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(unseen.filter((each) => /class="[^"]*\bbtn\b/.test(each))).not.toEqual([]);
});
