// The organization of the demo club on a phone: the list and its members, the chart by keys and fingers, the months and
// what they paid.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person } from './support/person.ts';

let browser: Browser;
let club: Club;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub({ demo: true }, fillDemoClub);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await club.close();
});

async function demoArrives(): Promise<Person> {
  const person = await Person.arrives(browser, club);
  await person.goes('/Signin');
  await person.signsIn('demo', DEMO_PASSWORD);
  await person.isAt('/');
  return person;
}

describe('the list', () => {
  it('leads to a member, to one below, and back', async () => {
    const person = await demoArrives();
    const { page } = person;
    await person.goes('/Organization');
    const rows = page.locator('main [role="listitem"]');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(5);
    await page.getByRole('textbox', { name: 'Level' }).fill('1');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText(/^[12] members? loaded/).waitFor();
    const username =
      new URL(`http://x${(await rows.first().getByRole('link').getAttribute('href')) ?? ''}`).searchParams.get('of') ??
      '';
    await rows.first().getByRole('link').click();
    await person.isAt(`/Organization/user1?of=${username}`);
    const below = page.getByRole('region', { name: 'Seats directly below' }).locator('a[href*="user1-1"]').first();
    await below.click();
    await page.getByRole('link', { name: `Back to ${username}` }).click();
    await person.isAt(`/Organization/user1?of=${username}`);
    await page.getByRole('navigation', { name: 'Path up to you' }).getByRole('link', { name: 'You' }).click();
    await person.isAt('/Organization');
    // A member elsewhere is invisible to this member.
    await person.goes('/Organization/user1?of=demo2fa_nobody');
    await page.getByText('demo2fa_nobody isn’t in your team').waitFor();
    await person.leaves();
  });
});

describe('the chart', () => {
  it('is navigated by keys, down to the place that the left link leads to', async () => {
    const person = await demoArrives();
    const { page } = person;
    await person.goes('/OrganizationChart');
    const active = page.locator('[role="treeitem"]:focus');
    const mine = page.locator('[role="treeitem"][tabindex="0"]');
    const own = ((await mine.getAttribute('id')) ?? '').split('-')[1] ?? '';
    await mine.focus();
    await page.keyboard.press('ArrowRight');
    expect(await active.getAttribute('aria-level')).toBe('2');
    expect(await active.getAttribute('aria-label')).toContain('Left');
    for (let level = 0; level < 12; level += 1) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(60);
    }
    // Down the left side to its end, over levels that are loaded on the way, to the place that the left link leads to.
    await page.locator('[role="treeitem"]:focus[aria-label*="your referral link leads here"]').waitFor();
    const parent = ((await active.getAttribute('id')) ?? '').split('-')[1] ?? '';
    const bottom = (await (
      await fetch(`${club.origin}/api/account/SeatBottom?seatNo=${own}&position=left`)
    ).json()) as { parentSeatNo: number };
    expect(parent).toBe(String(bottom.parentSeatNo));
    await page.keyboard.press('Enter');
    await page.getByText('The next person to sign up with your left link gets this place.').waitFor();
    await page.keyboard.press('Home');
    expect(await active.getAttribute('aria-level')).toBe('1');
    await person.leaves();
  });

  it('is dragged by a finger and zoomed by two, and turns into a table', async () => {
    const person = await demoArrives();
    const { page } = person;
    await person.goes('/OrganizationChart');
    const plane = page.locator('[role="tree"] > g');
    await plane.waitFor();
    // Clear of the bar at the bottom of a phone.
    await page.locator('[role="tree"]').evaluate((tree) => tree.scrollIntoView({ block: 'center' }));
    const box = await page.locator('[role="tree"]').boundingBox();
    if (box === null) throw new Error('The chart has no place.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = await person.context.newCDPSession(page);
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([fx, fy], id) => ({ x: fx, y: fy, id })) });
    const before = await plane.getAttribute('transform');
    await fingers('touchStart', [x, y]);
    await fingers('touchMove', [x - 40, y - 30]);
    await fingers('touchMove', [x - 80, y - 60]);
    await fingers('touchEnd');
    await page.waitForFunction(
      (was) => document.querySelector('[role="tree"] > g')?.getAttribute('transform') !== was,
      before,
    );
    const scale = async () => Number(/scale\((\S+)\)/.exec((await plane.getAttribute('transform')) ?? '')?.[1]);
    const flat = await scale();
    await fingers('touchStart', [x - 30, y], [x + 30, y]);
    await fingers('touchMove', [x - 60, y], [x + 60, y]);
    await fingers('touchMove', [x - 90, y], [x + 90, y]);
    await fingers('touchEnd');
    expect(await scale()).toBeGreaterThan(flat * 1.3);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('table').getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(3);
    await person.leaves();
  });
});

describe('the months', () => {
  it('say what was paid and how it was calculated', async () => {
    const person = await demoArrives();
    const { page } = person;
    await person.goes('/Community');
    await person.isAt('/SalesManagement');
    // Nothing is projected (D-31).
    await page
      .getByRole('region', { name: /^This month/ })
      .getByText('Calculated at month end')
      .waitFor();
    await page.getByRole('link', { name: 'How it was calculated' }).click();
    await page.getByText('This month isn’t over yet').waitFor();
    await page.getByRole('link', { name: 'All months' }).first().click();
    await person.isAt('/SalesManagement');
    await person.goes('/Referral');
    await page.getByRole('region', { name: 'Referral bonuses' }).getByText(/USDT/).first().waitFor();
    await person.leaves();
  });
});
