// The app installed on a device: what the browser requires for that, the offline screen, and what stays on the disk.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, CDPSession } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { fund, setRates } from '#tests/api/support/money.ts';
import type { World } from '#tests/api/support/world.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { settles } from './crawl/crawler.ts';
import { LOOKS, lookAt } from './support/look.ts';
import { Person, type PersonOptions } from './support/person.ts';

let browser: Browser;
let club: Club;
let person: Person;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
  await setRates(asWorld());
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

function asWorld(): World {
  return { db: club.db, clock: club.services.clock, services: club.services } as unknown as World;
}

async function arrives(options: PersonOptions = {}): Promise<CDPSession> {
  person = await Person.arrives(browser, club, options);
  return person.context.newCDPSession(person.page);
}

/** A member on a page that the service worker controls. */
async function signedIn(path = '/', options: PersonOptions = {}): Promise<TestMember> {
  const member = await club.member();
  await fund(asWorld(), member.id, { USDT: '1000' });
  await arrives(options);
  await person.goes(path);
  await person.signsIn(member.username, member.password);
  await person.isAt(path);
  await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => person.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return member;
}

/** The text of a screen of the shell. */
const text = (key: string, culture: Culture = 'en-US'): string => shownText(key, culture);
const seesNoConnection = (culture: Culture = 'en-US'): Promise<void> =>
  person.page.getByRole('heading', { level: 1, name: text('shell:offline.title', culture) }).waitFor();

describe('installing', () => {
  it.each(cultures)('is possible in %s: the browser finds nothing that is missing', async (culture) => {
    const devtools = await arrives({ culture });
    await person.goes('/Signin');
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect([new URL(url).pathname, errors]).toEqual([`/manifest.${culture}.webmanifest`, []]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A private window installs nothing, whatever the app is like, and every test browser is private.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as {
      lang: string;
      description: string;
      name: string;
      id: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({
      lang: culture,
      description: text('shell:description', culture),
      name: 'Perch',
      id: '/',
    });
    expect(manifest.icons.map(({ sizes, type, purpose }) => [sizes, type, purpose].join(' '))).toEqual(
      expect.arrayContaining(['192x192 image/png any', '512x512 image/png any', '512x512 image/png maskable']),
    );
    for (const { src, sizes, type } of manifest.icons) {
      const seen = await person.page.evaluate(async (address) => {
        const answer = await fetch(address);
        const picture = Object.assign(new Image(), { src: address });
        await picture.decode();
        return { type: answer.headers.get('content-type'), sizes: `${picture.naturalWidth}x${picture.naturalHeight}` };
      }, src);
      expect(seen.type).toBe(type);
      if (sizes !== 'any') expect(seen.sizes).toBe(sizes);
    }
  });

  it('has the icon that an iPhone uses', async () => {
    await arrives();
    await person.goes('/Signin');
    const size = await person.page.evaluate(async () => {
      const picture = Object.assign(new Image(), {
        src: document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href ?? '',
      });
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    });
    expect(size).toEqual([180, 180]);
  });
});

describe('the service worker', () => {
  it('is not loaded by the first page', async () => {
    await arrives();
    await person.goes('/Signin');
    await person.page.waitForLoadState('networkidle');
    expect(
      await person.page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length)),
    ).toBe(0);
  });

  it('caches the screen of one release: what an older one cached is gone, and scripts come from the network', async () => {
    await signedIn();
    const left = await person.page.evaluate(async () => {
      await (await caches.open('perch-older')).put('/assets/main-old.js', new Response('old'));
      const registration = await navigator.serviceWorker.ready;
      await registration.unregister();
      await registration.update().catch(() => undefined);
      return caches.keys();
    });
    expect(left).toContain('perch-older');
    await person.page.reload();
    await expect
      .poll(() =>
        person.page.evaluate(() => caches.keys().then((names) => [names.length, names.includes('perch-older')])),
      )
      .toEqual([1, false]);
    expect(await person.page.evaluate(() => fetch('/assets/main-old.js').then(({ status }) => status))).toBe(404);
  });

  it('keeps nothing of a member who opens money pages and signs out', async () => {
    const member = await signedIn('/Wallet');
    for (const path of ['/', '/History/Charge', '/Deposit', '/Withdraw', '/Account', '/Referral']) {
      await person.goes(path);
      await settles(person.page);
    }
    const kept = await person.page.evaluate(async () => {
      const entries: { path: string; body: string }[] = [];
      for (const name of await caches.keys()) {
        const store = await caches.open(name);
        for (const request of await store.keys())
          entries.push({
            path: new URL(request.url).pathname,
            body: (await (await store.match(request))?.text()) ?? '',
          });
      }
      return { entries, databases: (await indexedDB.databases()).length, local: Object.entries(localStorage) };
    });
    expect(kept.entries.map(({ path }) => path.replace(/-[\w-]{8}\./, '-*.')).toSorted()).toEqual([
      '/assets/reload-when-online-*.js',
      '/offline.en-US.html',
      '/offline.ja-JP.html',
      '/offline.zh-CN.html',
    ]);
    for (const { body } of kept.entries)
      for (const own of [member.username, member.email, '1,000']) expect(body).not.toContain(own);
    expect(kept.databases).toBe(0);
    // Tokens and the member's data are in the tab, as in decision 0005; the device keeps only choices, and a mark of
    // whose they are.
    expect(
      kept.local
        .map(([key]) => key)
        .filter((key) => !['perch.language', 'perch.theme', 'perch.keepSignedIn', 'perch.choicesOwner'].includes(key)),
    ).toEqual([]);
    await person.goes('/Signout');
    await person.presses('CONFIRM');
    await person.isAt('/Signin');
    expect(
      await person.page.evaluate(() => Object.keys(sessionStorage).filter((key) => /Token|userInfo|flows/.test(key))),
    ).toEqual([]);
  });
});

describe('without a network', () => {
  it.each(LOOKS)('a requested page says so in $culture ($theme, $width px)', async (look) => {
    await signedIn('/', look);
    const { see, problems } = lookAt(person, look);
    await person.context.setOffline(true);
    await person.page.goto(`${club.origin}/Wallet`);
    await seesNoConnection(look.culture);
    expect(await person.page.title()).toBe(`${text('shell:offline.title', look.culture)} · Perch`);
    await see('offline');
    expect(problems).toEqual([]);
    await person.context.setOffline(false);
    await person.page.getByRole('heading', { level: 1, name: text('wallet:title', look.culture) }).waitFor();
    await person.isAt('/Wallet');
  });

  it('it uses the chosen theme', async () => {
    await signedIn();
    await person.context.addCookies([{ name: 'theme', value: 'dark', url: club.origin }]);
    await person.context.setOffline(true);
    await person.page.reload();
    await seesNoConnection();
    expect(await person.page.locator('html').getAttribute('data-theme')).toBe('perch-dark');
    await person.context.setOffline(false);
    await person.isAt('/');
  });

  it('another try shows it again; without an event about the network, the page finds out by itself', async () => {
    await signedIn();
    await person.context.setOffline(true);
    await person.page.goto(`${club.origin}/History/Charge`);
    await seesNoConnection();
    await person.page.getByRole('link', { name: text('common:action.retry') }).click();
    await seesNoConnection();
    // The device has its network back, but the club is unreachable: no event comes when that ends.
    await person.context.route('**/robots.txt', (route) => route.abort());
    await person.context.setOffline(false);
    await person.page.waitForTimeout(500);
    await seesNoConnection();
    await person.context.unroute('**/robots.txt');
    await person.page.getByRole('heading', { level: 1, name: text('history:kind.charge.title') }).waitFor();
  });

  it('the open page says so, keeps what was typed, and continues', async () => {
    const other = await club.member();
    await signedIn('/Transfer');
    const { page } = person;
    await page.getByLabel(text('transfer:recipient'), { exact: true }).fill(other.username);
    const notice = page.getByText(text('common:offline.title'));
    expect(await notice.count()).toBe(0);
    await person.context.setOffline(true);
    await notice.waitFor();
    await page.getByRole('button', { name: text('transfer:next'), exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel(text('transfer:recipient'), { exact: true }).inputValue()).toBe(other.username);
    await person.context.setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: text('transfer:next'), exact: true }).click();
    await person.isAt('/Transfer?step=amount');
  });
});
