// The positions of the frame's parts: what is always visible, what never moves, and what never covers something else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { example } from '#tests/components/support/examples.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { settles } from './crawl/crawler.ts';
import { boxOf } from './support/box-of.ts';
import { openScripted, type Script } from './support/scripted.ts';

const DESK = { width: 1280, height: 800 };
const LOW = 720;
/** The smallest target for a finger (px). */
const TARGET = 44;
const PHONE = { width: 360, height: 740 };
const sample = (example('GET', '/organization/tree') as { nodes: Record<string, unknown>[] }).nodes[0] ?? {};
const seat = (seatNo: number, name: string, rest: object) => ({
  ...sample,
  seatNo,
  username: `u${seatNo}`,
  name,
  leftMembers: 0,
  rightMembers: 0,
  hasLeft: false,
  hasRight: false,
  ...rest,
});
const SCRIPT: Script = {
  'GET /organization/tree': () => ({
    volumesAt: null,
    nodes: [
      seat(42, 'Mika Sato', {
        position: null,
        parentSeatNo: null,
        level: 0,
        leftMembers: 1,
        rightMembers: 1,
        hasLeft: true,
        hasRight: true,
      }),
      seat(43, 'Camila Kobayashi-Ortega', { position: 'left', parentSeatNo: 42, level: 1 }),
      seat(44, 'Zainab Torres', { position: 'right', parentSeatNo: 42, level: 1 }),
    ],
  }),
};

/** Where the member's own menu leads. */
const OWN = ['/Account', '/Security', '/Signout'];

/** Waits until nothing moves any more. */
const settled = (page: Page) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(size: typeof DESK, path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, goes } = await openScripted(browser, SCRIPT, { width: size.width });
  await page.setViewportSize(size);
  await goes(path);
  await page.locator('main h1').waitFor();
  await look(page);
  await context.close();
}

describe('on a desk', () => {
  it.each([DESK.height, LOW])(
    'the member’s menu is visible in a window %i px high, and all of it once it is open',
    (height) =>
      open({ ...DESK, height }, '/', async (page) => {
        const menu = page.locator('aside > button[aria-haspopup="dialog"]');
        const box = await boxOf(page, 'aside > button[aria-haspopup="dialog"]');
        expect(box.y + box.height).toBeLessThanOrEqual(height);
        // It doesn't cover the list, which scrolls if it is longer than the window.
        const list = await boxOf(page, 'aside nav');
        expect(list.y + list.height).toBeLessThanOrEqual(box.y);
        await menu.click();
        await settled(page);
        for (const part of [
          'select[name="culture"]',
          'select[name="theme"]',
          ...OWN.map((href) => `[href="${href}"]`),
        ]) {
          const inside = await boxOf(page, `dialog[open] ${part}`);
          expect(inside.y, part).toBeGreaterThan(0);
          expect(inside.y + inside.height, part).toBeLessThanOrEqual(height);
        }
        // The places are beside it already.
        expect(await page.locator('dialog[open] a:visible').count()).toBe(OWN.length);
      }),
  );

  it('every entry of the list is visible in a window of the usual height', () =>
    open(DESK, '/', async (page) => {
      expect(await page.locator('aside nav').evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    }));

  it('the entry of the page is visible in a low window', () =>
    open({ ...DESK, height: LOW }, '/Top', async (page) => {
      const list = await boxOf(page, 'aside nav');
      const entry = await boxOf(page, 'aside nav [aria-current]');
      expect(entry.y).toBeGreaterThanOrEqual(list.y);
      expect(entry.y + entry.height).toBeLessThanOrEqual(list.y + list.height + 1);
    }));

  it('a message is at the top in the middle, and its close button is visible', () =>
    open(DESK, '/Account', async (page) => {
      await page.getByRole('button', { name: /^Copy/ }).first().click();
      const toast = page.locator('ol li').filter({ has: page.getByRole('button', { name: 'Close' }) });
      await toast.waitFor();
      const { x, y, width } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      expect(Math.abs(x + width / 2 - DESK.width / 2)).toBeLessThan(2);
      // Near the top, below the controls there.
      expect(y).toBeLessThan(DESK.height / 4);
      const color = (selector: string) =>
        toast.locator(selector).evaluate((element) => getComputedStyle(element).color);
      expect(await color('button')).toBe(await toast.evaluate((element) => getComputedStyle(element).color));
    }));
});

describe('on a phone', () => {
  it('the menu does not cover the page that Back leads to', () =>
    open(PHONE, '/', async (page) => {
      await page.locator('.dock-item[href="/Wallet"]').click();
      await page.waitForURL('**/Wallet');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('dialog[open] a[href="/Signout"]').waitFor();
      await page.goBack();
      await page.locator('.dock-item[href="/"][aria-current="page"]').waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
    }));

  it('a message is above the bar', () =>
    open(PHONE, '/Account', async (page) => {
      await page.getByRole('button', { name: /^Copy/ }).first().click();
      const toast = page.locator('ol li').filter({ has: page.getByRole('button', { name: 'Close' }) });
      await toast.waitFor();
      const { y, height } = (await toast.boundingBox()) ?? { y: 0, height: 0 };
      const bar = await page.getByRole('navigation', { name: 'Main navigation' }).last().boundingBox();
      expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);
    }));

  it('a date stays whole when its sentence is broken', () =>
    open(PHONE, '/', async (page) => {
      const broken = await page
        .getByText('29,750.00 USD')
        .first()
        .evaluate(() => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          const found: string[] = [];
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const text = node.textContent ?? '';
            for (const { 0: date, index } of text.matchAll(/\d{4}-\d{2}-\d{2}/g)) {
              range.setStart(node, index);
              range.setEnd(node, index + date.length);
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(text);
            }
          }
          return found;
        });
      expect(broken).toEqual([]);
    }));

  it('the menu leaves language, theme and signing out visible, and its rows can be pressed', () =>
    open(PHONE, '/', async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await settled(page);
      for (const part of [
        'select[name="culture"]',
        'select[name="theme"]',
        'a[href="/Signout"]',
        'a[href="/History"]',
      ]) {
        const box = await boxOf(page, `dialog[open] ${part}`);
        expect(box.y + box.height, part).toBeLessThanOrEqual(PHONE.height);
      }
      const heights = await page
        .locator('dialog[open] a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(TARGET);
      // Rows of a list: each name begins at the same place.
      const begins = await page
        .locator('dialog[open] .side-link svg')
        .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().left));
      expect(new Set(begins.slice(0, -1)).size).toBe(1);
    }));
});

describe('the sheet of acts on a phone', () => {
  const openSheet = (look: (page: Page) => Promise<void>) =>
    open(PHONE, '/Wallet', async (page) => {
      const opener = page.getByRole('button', { name: 'Move' });
      await opener.click();
      const sheet = page.locator('dialog[open]');
      await sheet.waitFor();
      // In the first moments of a page its head may come before its acts.
      await sheet.locator('li a').last().waitFor();
      await settled(page);
      await look(page);
      await sheet.waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  /** A finger that goes down the head of the sheet by some pixels. */
  const pull = async (page: Page, distance: number) => {
    const { x, y, width } = await boxOf(page, 'dialog[open]');
    const finger = await page.context().newCDPSession(page);
    const at = (type: string, by: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 3, y: y + 20 + by }],
      });
    await at('touchStart', 0);
    for (let by = 10; by <= distance; by += 10) await at('touchMove', by);
    await at('touchEnd', distance);
  };

  it.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a press beside it', (page: Page) => page.mouse.click(PHONE.width / 2, 40)],
    ['a finger that pulls it down', (page: Page) => pull(page, 120)],
  ] as const)('closes by %s, and returns the focus', (_, close) =>
    openSheet(async (page) => {
      await close(page);
    }),
  );

  it('stays open if it is pulled a little, where it was', () =>
    openSheet(async (page) => {
      const before = await boxOf(page, 'dialog[open]');
      await pull(page, 30);
      await settled(page);
      expect(await boxOf(page, 'dialog[open]')).toEqual(before);
      await page.keyboard.press('Escape');
    }));

  it('keeps the focus inside', () =>
    openSheet(async (page) => {
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        const where = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
        // Between the last control and the first, the browser's own bar has it.
        expect(['DIALOG', 'BODY']).toContain(where);
        expect(await page.evaluate(() => document.activeElement?.matches('nav *, main *') ?? false)).toBe(false);
      }
      await page.keyboard.press('Escape');
    }));
});

describe('the bars of a phone', () => {
  it('show the title once the page’s own has scrolled away, and cover nothing that has the focus', () =>
    open(PHONE, '/Account', async (page) => {
      await settles(page);
      const bar = page.locator('header[data-covers="head"]');
      expect(await bar.locator('p').textContent()).toBe('');
      await page.evaluate(() => window.scrollTo(0, 400));
      await bar.getByText('Account', { exact: true }).waitFor();
      const { height } = await boxOf(page, 'header[data-covers="head"]');
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Shift+Tab');
        const top = await page.evaluate(() =>
          document.activeElement?.closest('main') === null
            ? null
            : (document.activeElement?.getBoundingClientRect().top ?? null),
        );
        if (top !== null) expect(top).toBeGreaterThanOrEqual(height);
      }
    }));
});

describe.each([
  ['a desk', DESK],
  ['a phone', PHONE],
] as const)('while it loads on %s', (_, size) => {
  /** What Chromium counts of layout shifts; more than this is seen. */
  const MOST_SHIFT = 0.01;
  it.each(['/', '/Wallet'])('%s moves nothing, in whatever order the answers come', (path) =>
    open(size, '/Top', async (page) => {
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            document.documentElement.dataset['shift'] = String(
              Number(document.documentElement.dataset['shift'] ?? 0) + (entry as unknown as { value: number }).value,
            );
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let [later, pending] = [0, 0];
      await page.route('**/api/**', async (route) => {
        pending += 1;
        await page.waitForTimeout((later += 60));
        await route.fallback();
        pending -= 1;
      });
      await page.goto(`http://perch.test${path}`);
      await page.getByText('29,750.00 USD').first().waitFor();
      await expect.poll(() => pending).toBe(0);
      await settles(page);
      expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThanOrEqual(MOST_SHIFT);
      // The page opens its stream again and again.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }),
  );
});

describe.each([
  ['a desk', DESK],
  ['a phone', PHONE],
] as const)('the wallet on %s', (_, size) => {
  it('does not move its controls when the figures arrive', () =>
    open(size, '/Top', async (page) => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/wallet?*', async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto('http://perch.test/Wallet');
      const before = await boxOf(page, 'main a[href="/Deposit"]');
      answer();
      await page.getByText('29,750.00 USD').waitFor();
      const after = await boxOf(page, 'main a[href="/Deposit"]');
      expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(8);
    }));
});

describe.each([
  ['a desk', DESK],
  ['a phone', PHONE],
] as const)('the chart on %s', (_, size) => {
  it('shows visible details of a pressed seat, and no mark covers a name', () =>
    open(size, '/OrganizationChart', async (page) => {
      const item = page.getByRole('treeitem', { name: /Zainab/ });
      await item.waitFor();
      const lies = await page.evaluate(() =>
        [...document.querySelectorAll('[data-side]')].some((mark) => {
          const own = mark.getBoundingClientRect();
          return [...(mark.closest('.group')?.querySelectorAll('text') ?? [])].some((text) => {
            const words = text.getBoundingClientRect();
            return words.left < own.right && own.left < words.right;
          });
        }),
      );
      expect(lies).toBe(false);
      expect(await page.locator('[data-side]').count()).toBe(2);
      await item.focus();
      await page.keyboard.press('Enter');
      const panel = await boxOf(page, '[data-chosen] h2');
      expect(panel.y).toBeGreaterThan(0);
      expect(panel.y + panel.height).toBeLessThan(size.height);
      if (size === DESK) expect(panel.x).toBeGreaterThan(DESK.width / 2);
    }));
});
