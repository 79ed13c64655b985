// Every page of members on the smallest phone: nothing is wider than the window; on paper every figure is there, and
// what is folded up is open (D-29). The focus is in sight wherever the keyboard takes it: the bar at the bottom, the
// word about the network at the top and the sheet of the chart lie over what scrolls below them (WCAG 2.4.11). And each
// control shows that it has the focus (WCAG 2.4.7). Every figure, label and sign that a desk shows is seen on a phone,
// and the other way round. A button grows with its label.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { goesTo, settles } from './crawl/crawler.ts';
import { badBreaks } from './crawl/line-breaks.ts';
import { SMALL_PHONE, tabOver } from './support/covered.ts';
import { crampedLabels, hiddenParts, scrollsSideways, smallTargets, wordsOutside } from './support/look.ts';
import { BY_DESIGN, hiddenAtOneWidth, missingOnPaper, seenAtOneWidth } from './support/said.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** A page with more controls than the window holds. */
const LONG = '/SalesManagement';

/** The club is open, so this page leads to another once it has asked. */
const ASKS_FIRST = '/Maintenance';

/** Some forty pages, each tabbed through, on a machine that has other work. */
const WHOLE_ROUND_MS = 600_000;

/** A phone that most members have, and a desk. */
const WIDTHS = [360, 1280] as const;
const PHONE = { ...SMALL_PHONE, width: WIDTHS[0] };
/** The narrowest window: the smallest phone, or a desk at 400 % (WCAG 1.4.10). */
const NARROWEST = { ...SMALL_PHONE, width: 320 };

const PAGES = ROUTES.filter(({ guard, leadsTo }) => guard !== 'visitor' && leadsTo === undefined);

let browser: Browser;
let member: ScriptedPage;

beforeAll(async () => {
  browser = await launchChromium();
  member = await openScripted(browser, MONEY, { width: SMALL_PHONE.width });
  await member.page.setViewportSize(SMALL_PHONE);
  await member.goes('/Faq');
});
afterAll(() => browser.close());

/** How much content is collapsed, and which of it stays collapsed on paper, where nobody can expand it. */
async function closedOnPaper(page: Page): Promise<{ readonly folded: number; readonly closed: string[] }> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.locator('main details').evaluateAll((all) => {
    const printed = (all as HTMLDetailsElement[]).filter((each) => each.checkVisibility());
    for (const each of printed) each.open = false;
    const closed = printed.filter(({ children }) => [...children].slice(1).some((part) => !part.checkVisibility()));
    return { folded: printed.length, closed: closed.map(({ innerText }) => innerText) };
  });
  await page.emulateMedia({ media: null });
  return found;
}

/** What has no room in the window. */
async function misfits(page: Page): Promise<string[]> {
  return [
    ...(await scrollsSideways(page)),
    ...(await wordsOutside(page)),
    ...(await hiddenParts(page)),
    ...(await crampedLabels(page)),
  ];
}

/** What is found in the narrowest window; then the window is as it was. */
async function atNarrowest(page: Page, find: (page: Page) => Promise<string[]>): Promise<string[]> {
  await page.setViewportSize(NARROWEST);
  const found = await find(page);
  await page.setViewportSize(SMALL_PHONE);
  return found;
}

it(
  'on every page of members',
  async () => {
    const { page } = member;
    const wide: string[] = [];
    const covered: string[] = [];
    const unseen: string[] = [];
    const closed: string[] = [];
    const unprinted: string[] = [];
    const oneSided: string[] = [];
    const byDesign = new Set<string>();
    let [passed, folded] = [0, 0];
    for (const { path } of PAGES) {
      await goesTo(page, path);
      if (path === ASKS_FIRST) {
        await page.waitForURL('**/');
        await settles(page);
      }
      await page.setViewportSize(PHONE);
      for (const { words, at, byDesign: place } of await seenAtOneWidth(page, WIDTHS)) {
        if (place === null) oneSided.push(`${path}: "${words}" is seen at ${at} px only`);
        else byDesign.add(place);
      }
      await page.setViewportSize(SMALL_PHONE);
      const round = await tabOver(page);
      passed += round.passed;
      wide.push(
        ...[...(await misfits(page)), ...(await badBreaks(page)), ...(await smallTargets(page))].map(
          (each) => `${path}: ${each}`,
        ),
      );
      wide.push(...(await atNarrowest(page, misfits)).map((each) => `${path} at ${NARROWEST.width} px: ${each}`));
      covered.push(...round.covered.map((each) => `${path}: ${each}`));
      unseen.push(...round.unseen.map((each) => `${path}: ${each}`));
      const paper = await closedOnPaper(page);
      folded += paper.folded;
      closed.push(...paper.closed.map((words) => `${path}: ${words}`));
      unprinted.push(...(await missingOnPaper(page)).map((each) => `${path}: ${each}`));
    }
    expect(oneSided).toEqual([]);
    expect([...byDesign]).toEqual(Object.keys(BY_DESIGN));
    expect(wide).toEqual([]);
    expect(covered).toEqual([]);
    expect(unseen).toEqual([]);
    expect(closed).toEqual([]);
    expect(unprinted).toEqual([]);
    // Each page has at least the five controls of the bar.
    expect(passed).toBeGreaterThan(5 * PAGES.length);
    expect(folded).toBeGreaterThan(5);
  },
  WHOLE_ROUND_MS,
);

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

it('shows the focus below the notice that there is no network, backwards too', async () => {
  const { context, page } = member;
  await goesTo(page, LONG);
  await context.setOffline(true);
  await page.locator('[role="status"] strong').waitFor();
  const rounds = [await tabOver(page), await tabOver(page, { back: true })];
  await context.setOffline(false);
  expect(rounds.flatMap(({ covered }) => covered)).toEqual([]);
  for (const { passed } of rounds) expect(passed).toBeGreaterThan(5);
});

it('shows the focus beside the chart’s sheet', async () => {
  const { page } = member;
  await goesTo(page, '/OrganizationChart');
  await page.locator('[role="treeitem"]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-chosen]').waitFor();
  const { covered, passed } = await tabOver(page);
  expect(covered).toEqual([]);
  expect(passed).toBeGreaterThan(5);
  expect(await page.locator('[data-chosen]').isVisible()).toBe(true);
});

it('shows the focus in the dark theme too', async () => {
  const { page } = member;
  await page.emulateMedia({ colorScheme: 'dark' });
  await goesTo(page, LONG);
  const { passed, unseen } = await tabOver(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(unseen).toEqual([]);
  expect(passed).toBeGreaterThan(5);
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
