// Every page of members on the smallest phone: nothing is wider than the window; on paper every figure is there, and
// what is folded up is open (D-29). The focus is in sight wherever the keyboard takes it: the bar at the bottom, the
// word about the network and the sheet of the chart lie over what scrolls below them (WCAG 2.4.11). And each
// control shows that it has the focus (WCAG 2.4.7). Every figure, label and sign that a desk shows is seen on a phone,
// and the other way round. A button grows with its label. The long list shows that each of these checks finds what is
// planted (every-page-checks).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { goesTo, settles } from './crawl/crawler.ts';
import { badBreaks, badBreaksOfHeadings } from './crawl/line-breaks.ts';
import { SMALL_PHONE, tabOver } from './support/covered.ts';
import { smallTargets } from './support/look.ts';
import { atNarrowest, LONG, LOWEST, misfits, NARROWEST, PHONE, WIDTHS } from './support/room.ts';
import { BY_DESIGN, missingOnPaper, seenAtOneWidth } from './support/said.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** The club is open, so this page leads to another once it has asked. */
const ASKS_FIRST = '/Maintenance';

/** Some forty pages, each tabbed through, on a machine that has other work. */
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
      for (const find of [misfits, badBreaksOfHeadings])
        wide.push(...(await atNarrowest(page, find)).map((each) => `${path} at ${NARROWEST.width} px: ${each}`));
      covered.push(...round.covered.map((each) => `${path}: ${each}`));
      unseen.push(...round.unseen.map((each) => `${path}: ${each}`));
      const paper = await closedOnPaper(page);
      folded += paper.folded;
      closed.push(...paper.closed.map((words) => `${path}: ${words}`));
      unprinted.push(...(await missingOnPaper(page)).map((each) => `${path}: ${each}`));
    }
    expect(oneSided).toEqual([]);
    expect([...byDesign].toSorted()).toEqual(Object.keys(BY_DESIGN).toSorted());
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

it('shows the focus below the notice that there is no network, backwards too', async () => {
  const { context, page } = member;
  await goesTo(page, LONG);
  await context.setOffline(true);
  const words = page.locator('[role="status"] strong');
  await words.waitFor();
  const isInSight = await words.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 1, (top + bottom) / 2, bottom - 1].map((y) =>
      element.contains(document.elementFromPoint(left + 2, y)),
    );
  });
  expect(isInSight).toEqual([true, true, true]);
  const rounds = [await tabOver(page), await tabOver(page, { back: true })];
  await context.setOffline(false);
  expect(rounds.flatMap(({ covered }) => covered)).toEqual([]);
  for (const { passed } of rounds) expect(passed).toBeGreaterThan(5);
});

it('shows the focus in the lowest window, with the notice that there is no network too', async () => {
  const { context, page } = member;
  await page.setViewportSize(LOWEST);
  await goesTo(page, LONG);
  const rounds = [await tabOver(page), await tabOver(page, { back: true })];
  await context.setOffline(true);
  await page.locator('[role="status"] strong').waitFor();
  rounds.push(await tabOver(page), await tabOver(page, { back: true }));
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('[data-covers]')]
      .filter((each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position) && each.checkVisibility())
      .map((each) => each.getAttribute('data-covers')),
  );
  await context.setOffline(false);
  await page.setViewportSize(SMALL_PHONE);
  expect(rounds.flatMap(({ covered }) => covered)).toEqual([]);
  expect(seen).toEqual([]);
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
