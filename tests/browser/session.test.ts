import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './engines/engine.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person } from './support/person.ts';

let browser: Browser;
let club: Club;
let person: Person;

beforeAll(async () => {
  browser = await launchBrowser();
  club = await openClub();
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** A member at the dashboard. */
async function signedIn(): Promise<string> {
  const member = await club.member();
  person = await Person.arrives(browser, club);
  await person.goes('/Signin');
  await person.signsIn(member.username, member.password);
  await person.isAt('/');
  return member.id;
}

const stored = (page: Page, item: string): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(key) ?? localStorage.getItem(key), `perch.${item}`);

describe('the guard', () => {
  it('keeps the session over a reload', async () => {
    await signedIn();
    await person.page.reload();
    await person.page.locator('h1').waitFor();
    await person.isAt('/');
  });

  it('redirects an expired stored token to /Signin, and then back to the requested page', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.signsIn(member.username, member.password);
    // The URL changes before the guard of the new page has checked the session; the page itself shows that it has.
    await person.page.locator('nav a[href="/Wallet"]:visible').first().waitFor();
    await person.page.evaluate(() => sessionStorage.setItem('perch.expiresAt', '2020-01-01T00:00:00Z'));
    await person.goes('/authentication');
    await person.isAt('/Signin');
    await person.page.getByText('You’ve been signed out').waitFor();
    expect(await stored(person.page, 'accessToken')).toBeNull();
    expect(await stored(person.page, 'userInfo')).toBeNull();
    await person.signsIn(member.username, member.password);
    await person.page.waitForURL(/\/authentication$/i);
  });

  it('loads the member first if none is cached', async () => {
    await signedIn();
    await person.page.evaluate(() => sessionStorage.removeItem('perch.userInfo'));
    const asked = person.page.waitForRequest(/userInfo/);
    await person.goes('/Authentication');
    await asked;
    await person.sees('two-factor', 'binding.gettingApp');
    expect(await stored(person.page, 'userInfo')).not.toBeNull();
  });

  it('says if the member could not be loaded, and continues', async () => {
    await signedIn();
    await person.page.evaluate(() => sessionStorage.removeItem('perch.userInfo'));
    await person.page.route('**/api/account/userInfo?*', (route) => route.abort());
    await person.goes('/Authentication');
    await person.sees('session', 'userInfoUnavailable');
    await person.page.unroute('**/api/account/userInfo?*');
    await person.presses('RETRY');
    await person.sees('two-factor', 'binding.gettingApp');
  });

  it('ends the session at a 401 of any call', async () => {
    const memberId = await signedIn();
    await club.db
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'signed_out' })
      .where('member_id', '=', memberId)
      .execute();
    // Whichever call is answered first notices it: that of this page, or one that the dashboard was still making.
    await person.goes('/Authentication');
    await person.isAt('/Signin');
    expect(await stored(person.page, 'accessToken')).toBeNull();
  });
});

describe('several tabs', () => {
  it('share a session without a second sign-in', async () => {
    await signedIn();
    const tab = await person.opensTab();
    await person.goes('/Authentication', tab);
    await person.sees('two-factor', 'binding.gettingApp', tab);
  });

  it('are all signed out by one', async () => {
    const memberId = await signedIn();
    const tab = await person.opensTab();
    await person.goes('/', tab);
    await tab.locator('h1').waitFor();
    await person.isAt('/', tab);
    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.isAt('/Signin');
    await person.isAt('/Signin', tab);
    expect(await stored(tab, 'accessToken')).toBeNull();
    const open = await club.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });

  it('renew the tokens once for all', async () => {
    const memberId = await signedIn();
    const tabs = [person.page, await person.opensTab(), await person.opensTab()];
    const keys = new Set<string | null>();
    // No tab has new tokens before all have found that theirs are due.
    let wake = (): void => undefined;
    const allAreAwake = new Promise<void>((done) => (wake = done));
    await person.context.route('**/api/token/refresh?*', async (route) => {
      keys.add(await route.request().headerValue('Idempotency-Key'));
      await allAreAwake;
      await route.continue();
    });
    for (const tab of tabs.slice(1)) {
      await person.goes('/', tab);
      await tab.locator('h1').waitFor();
    }
    const before = await stored(person.page, 'accessToken');
    // The timers were suspended: every tab finds its tokens due at once.
    for (const tab of tabs)
      await tab.evaluate(() => sessionStorage.setItem('perch.expiresAt', new Date(Date.now() + 30_000).toISOString()));
    await Promise.all(tabs.map((tab) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))));
    wake();
    await expect.poll(() => Promise.all(tabs.map((tab) => stored(tab, 'accessToken')))).not.toContain(before);
    expect(new Set(await Promise.all(tabs.map((tab) => stored(tab, 'accessToken')))).size).toBe(1);
    // What a tab stores reaches another a moment later: both may ask, under one key, and the server renews once.
    expect([keys.size, keys.has(null)]).toEqual([1, false]);
    const open = await club.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });

  it('renew again under the same key if the response was lost', async () => {
    const memberId = await signedIn();
    let lost = 0;
    await person.context.route('**/api/token/refresh?*', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const before = await stored(person.page, 'accessToken');
    const wake = (): Promise<boolean> =>
      person.page.evaluate(() => {
        sessionStorage.setItem('perch.expiresAt', new Date(Date.now() + 30_000).toISOString());
        return document.dispatchEvent(new Event('visibilitychange'));
      });
    await wake();
    await expect.poll(() => lost).toBe(1);
    // The page may still be busy with the lost call, and retries once it is not.
    await expect.poll(async () => (await wake(), stored(person.page, 'accessToken'))).not.toBe(before);
    const open = await club.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('forgets the session here even when the server cannot be told', async () => {
    await signedIn();
    await person.goes('/Signout');
    await person.sees('sign-out', 'confirming');
    await person.context.setOffline(true);
    await person.presses('CONFIRM');
    await person.sees('sign-out', 'signedOutHere');
    expect(await stored(person.page, 'accessToken')).toBeNull();
    expect(await stored(person.page, 'refreshToken')).toBeNull();
    await person.context.setOffline(false);
    await person.page.getByRole('button', { name: 'Go to sign-in' }).click();
    await person.isAt('/Signin');
  });

  it('does not happen if the member decides against it', async () => {
    await signedIn();
    await person.goes('/Signout');
    await person.presses('CANCEL');
    await person.isAt('/');
  });

  it('lets the session outlive the tab only if the member asked for it', async () => {
    const member = await club.member();
    person = await Person.arrives(browser, club);
    await person.goes('/Signin');
    await person.page.getByLabel('Keep me signed in').check();
    await person.signsIn(member.username, member.password);
    await person.isAt('/');
    expect(await person.page.evaluate(() => sessionStorage.getItem('perch.accessToken'))).toBeNull();
    await person.page.close();
    const tab = await person.opensTab();
    await person.goes('/', tab);
    await tab.locator('h1').waitFor();
    await person.isAt('/', tab);
  });
});
