// Every page of members on the smallest phone: nothing is wider than the window, and what is folded up is open on paper
// (D-29). The focus is in sight wherever the keyboard takes it: the bar at the bottom, the word about the network at
// the top and the sheet of the chart lie over what scrolls below them (WCAG 2.4.11). And each control shows that it has
// the focus (WCAG 2.4.7).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#tests/provision/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { goesTo } from './crawl/crawler.ts';
import { badBreaks } from './crawl/line-breaks.ts';
import { SMALL_PHONE, tabOver } from './support/covered.ts';
import { hiddenParts, scrollsSideways, wordsOutside } from './support/look.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** A page with more controls than the window holds. */
const LONG = '/SalesManagement';

/** Some forty pages, each tabbed over, on a machine that has other work. */
const WHOLE_ROUND_MS = 600_000;

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

/** How much can be folded up, and what of that stays so on paper, where nobody can open it. */
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

it(
  'on every page of members',
  async () => {
    const { page } = member;
    const wide: string[] = [];
    const covered: string[] = [];
    const unseen: string[] = [];
    const closed: string[] = [];
    let [passed, folded] = [0, 0];
    for (const { path } of PAGES) {
      await goesTo(page, path);
      const round = await tabOver(page);
      passed += round.passed;
      wide.push(
        ...[
          ...(await scrollsSideways(page)),
          ...(await wordsOutside(page)),
          ...(await badBreaks(page)),
          ...(await hiddenParts(page)),
        ].map((each) => `${path}: ${each}`),
      );
      covered.push(...round.covered.map((each) => `${path}: ${each}`));
      unseen.push(...round.unseen.map((each) => `${path}: ${each}`));
      const paper = await closedOnPaper(page);
      folded += paper.folded;
      closed.push(...paper.closed.map((words) => `${path}: ${words}`));
    }
    expect(wide).toEqual([]);
    expect(covered).toEqual([]);
    expect(unseen).toEqual([]);
    expect(closed).toEqual([]);
    // Each page has at least the bar's five.
    expect(passed).toBeGreaterThan(5 * PAGES.length);
    expect(folded).toBeGreaterThan(5);
  },
  WHOLE_ROUND_MS,
);

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

it('shows the focus beside the sheet of the chart', async () => {
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

it('shows the focus in the dark too', async () => {
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
  [
    'no outline, and a shadow without a colour',
    'outline: none !important; box-shadow: 0 0 0 4px rgb(0 0 0 / 0) !important',
  ],
  ['a shadow that is always there', 'outline: none !important; box-shadow: 0 0 0 4px black !important'],
  ['an outline of no width', 'outline: 0 solid black !important'],
  ['an outline of no colour', 'outline-color: transparent !important'],
])('finds a button whose focus is not seen: %s', async (_, style) => {
  const { page } = member;
  await goesTo(page, LONG);
  const planted = await page.addStyleTag({ content: `.btn { ${style} }` });
  const { unseen } = await tabOver(page);
  await planted.evaluate((element) => (element as Element).remove());
  expect(unseen.filter((each) => /class="[^"]*\bbtn\b/.test(each))).not.toEqual([]);
});
