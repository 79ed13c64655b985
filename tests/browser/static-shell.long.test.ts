import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page, Request } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { PLAN_ID, type Plan } from '#src/shell/plan.ts';
import { hasBegun } from './support/has-begun.ts';
import { Person } from './support/person.ts';

/** The first page before, while and after the script arrives. */

const REQUEST_BUDGET = 6;

let browser: Browser;
let club: Club;
let person: Person | null;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(async () => {
  await person?.leaves();
  person = null;
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** Holds back the scripts until they are released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('before the script', () => {
  it('the page is there, and submitting it puts nothing into the URL', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${club.origin}/Signin`);
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('a secret');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(page.url()).toBe(`${club.origin}/Signin`);
    await context.close();
  });

  it('what is typed stays in the same fields when the script takes over', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    const release = await holdScripts(person.page);
    await person.page.goto(`${club.origin}/Signin`, { waitUntil: 'commit' });
    const username = person.page.getByLabel('Username');
    await username.fill(member.username);
    await person.page.getByLabel('Password', { exact: true }).fill(member.password);
    await person.page.keyboard.press('Enter');
    await username.evaluate((field) => field.setAttribute('data-early', ''));
    release();
    await person.page.locator('#app[data-prerendered] [data-early]').waitFor();
    await person.page.waitForLoadState('networkidle');
    expect(await person.page.locator('[data-early]').inputValue()).toBe(member.username);
    expect(new URL(person.page.url()).search).toBe('');
    await person.presses('SUBMIT_FORM');
    await person.isAt('/');
  });
});

describe('the first page', () => {
  it(`takes at most ${REQUEST_BUDGET} requests and no call`, async () => {
    person = await Person.arrives(browser, club);
    const requests: string[] = [];
    person.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await person.goes('/Signin');
    await person.page.waitForLoadState('networkidle');
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(REQUEST_BUDGET);
    expect(requests.filter((path) => path.startsWith('/api'))).toEqual([]);
  });

  it.each([
    ['ja-JP', 'サインイン'],
    ['zh-CN', '登录'],
  ] as const)('is in %s from its first byte for a visitor who has chosen it', async (culture, title) => {
    person = await Person.arrives(browser, club);
    await person.goes('/signin');
    await person.page.locator('select[name="culture"]').selectOption(culture);
    await person.page.locator(`html[lang="${culture}"]`).waitFor();
    const release = await holdScripts(person.page);
    await person.page.reload({ waitUntil: 'commit' });
    expect(await person.heading()).toBe(title);
    release();
    await person.page.waitForLoadState('networkidle');
    expect(await person.heading()).toBe(title);
    expect(await person.page.title()).toBe(`${title} · Perch`);
  });

  it('is in the chosen theme from its first byte, whatever the device prefers', async () => {
    person = await Person.arrives(browser, club, { theme: 'light' });
    await person.goes('/Signin');
    await person.page.waitForLoadState('networkidle');
    await person.page.locator('select[name="theme"]').selectOption('dark');
    const ground = () => person?.page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor);
    const dark = await ground();
    await holdScripts(person.page);
    await person.page.reload({ waitUntil: 'commit' });
    await person.page.locator('h1').waitFor();
    expect(await ground()).toBe(dark);
    expect(await person.page.locator('html').getAttribute('data-theme')).toBe('perch-dark');
    await person.page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('a page of members', () => {
  async function memberAtHome(): Promise<Person> {
    const member = await club.member();
    const who = (person = await Person.arrives(browser, club));
    await who.goes('/Signin');
    await who.signsIn(member.username, member.password);
    await who.isAt('/');
    return who;
  }

  it('has its frame, and is read, before the script; the script asks for nothing again', async () => {
    const who = await memberAtHome();
    const { page } = who;
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    const release = await holdScripts(page);
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/wallet') reads.push(pathname);
    });
    const read = page.waitForResponse('**/api/wallet?*');
    await page.goto(`${club.origin}/Wallet`, { waitUntil: 'commit' });
    await read;
    await page.locator('#app nav a[href="/Organization"]:visible').waitFor();
    release();
    await hasBegun(page);
    await page.getByRole('heading', { level: 2, name: 'Tether' }).waitFor();
    expect(reads).toEqual(['/api/wallet']);
    expect(who.noise).toEqual([]);
  });

  it('takes each answer that was asked for early: nothing is read twice', async () => {
    const who = await memberAtHome();
    const { page } = who;
    await who.goes('/Top');
    const plan = JSON.parse((await page.locator(`#${PLAN_ID}`).textContent()) ?? '') as Plan;
    const early = Object.entries(plan.pages).filter(([, { reads }]) => reads.length > 0);
    expect(early.length).toBeGreaterThan(15);
    const wrong: string[] = [];
    for (const [path, { reads }] of early) {
      const asked: string[] = [];
      const note = (request: Request) => asked.push(request.url());
      page.on('request', note);
      await who.goes(path);
      await page.locator('main h1').waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      page.off('request', note);
      for (const read of reads) {
        const [pathname = ''] = read.split('?', 1);
        const urls = asked.filter((url) => new URL(url).pathname === `/api${pathname}`);
        if (urls.length !== 1) wrong.push(`${path} reads ${urls.join(' and ') || `${pathname} never`}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('shows a visitor no frame', async () => {
    person = await Person.arrives(browser, club);
    const release = await holdScripts(person.page);
    await person.page.goto(`${club.origin}/Wallet`, { waitUntil: 'commit' });
    await person.page.locator('#app main[aria-busy]').waitFor();
    expect(await person.page.locator('#app nav').count()).toBe(0);
    release();
    await person.page.locator('[data-flow="sign-in"]').waitFor();
  });
});

describe('a URL that does not exist', () => {
  it('says so, in the page and in the status', async () => {
    person = await Person.arrives(browser, club);
    const answer = await person.page.goto(`${club.origin}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await person.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
