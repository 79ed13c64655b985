// Every route of the product in a browser, in three languages and both themes, on a phone and on a desktop, as a member
// of a busy club and as a visitor: nothing on the console, no failed request, nothing that axe finds, no sideways
// scrolling, no bare key, no English left in the other languages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { setMaintenance } from '#server/domain/club/state.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { namesIn } from '#walk/browser/own-words.ts';
import { cultures } from '#walk/paths/report.ts';
import { crawl, crawlPseudo, goesTo, listenTo } from './crawl/crawler.ts';
import { speaksPseudo } from './crawl/pseudo.ts';
import { openRichClub, type RichClub } from './crawl/rich-club.ts';
import { memberStops, VISITOR_STOPS } from './crawl/stops.ts';
import { Person } from './support/person.ts';

const CRAWL_MS = 1_800_000;

let browser: Browser;
let rich: RichClub;
/** The names that members gave themselves, which are the same in every language. */
let names: readonly string[];

beforeAll(async () => {
  [browser, rich] = await Promise.all([launchChromium(), openRichClub()]);
  // Where the club is reached is the same in every language too.
  names = [...(await namesIn(rich.club.db)), new URL(rich.club.origin).hostname];
});
afterAll(async () => {
  await browser.close();
  await rich.club.close();
});

describe.concurrent.each(cultures)('in %s', (culture) => {
  it(
    'every page is right for a member',
    async () => {
      const person = await Person.arrives(browser, rich.club, { culture, theme: 'light' });
      const noise = listenTo(person.page);
      await person.goes('/Signin');
      await person.signsIn('demo', DEMO_PASSWORD);
      await person.isAt('/');
      expect([...(await crawl(person.page, memberStops(rich.ids), culture, names)), ...noise]).toEqual([]);
      await person.leaves();
    },
    CRAWL_MS,
  );

  it(
    'every page is right for a visitor',
    async () => {
      const person = await Person.arrives(browser, rich.club, { culture, theme: 'light' });
      const noise = listenTo(person.page);
      await person.goes('/Signin');
      expect([...(await crawl(person.page, VISITOR_STOPS, culture, names)), ...noise]).toEqual([]);
      await person.leaves();
    },
    CRAWL_MS,
  );
});

describe.concurrent('in the pseudo-language on a phone', () => {
  it(
    'every text for a member comes from the catalogue and has room',
    async () => {
      const person = await Person.arrives(browser, rich.club, { culture: 'en-US', theme: 'light' });
      const noise = listenTo(person.page);
      await speaksPseudo(person.context);
      await person.goes('/Forgot');
      await goesTo(person.page, '/Signin');
      await person.signsIn('demo', DEMO_PASSWORD);
      await person.isAt('/');
      expect([...(await crawlPseudo(person.page, memberStops(rich.ids), names)), ...noise]).toEqual([]);
      await person.leaves();
    },
    CRAWL_MS,
  );

  it(
    'and so does every text for a visitor',
    async () => {
      const person = await Person.arrives(browser, rich.club, { culture: 'en-US', theme: 'light' });
      const noise = listenTo(person.page);
      await speaksPseudo(person.context);
      await person.goes('/Forgot');
      expect([...(await crawlPseudo(person.page, VISITOR_STOPS, names)), ...noise]).toEqual([]);
      await person.leaves();
    },
    CRAWL_MS,
  );
});

describe.each(cultures)('in %s, under maintenance', (culture) => {
  it(
    'the notice is right',
    async () => {
      await setMaintenance(rich.club.db, { on: true, until: null });
      const person = await Person.arrives(browser, rich.club, { culture, theme: 'light' });
      const noise = listenTo(person.page);
      await person.goes('/Maintenance');
      expect([...(await crawl(person.page, ['/maintenance'], culture, names)), ...noise]).toEqual([]);
      await person.leaves();
      await setMaintenance(rich.club.db, { on: false, until: null });
    },
    CRAWL_MS,
  );
});

it('no route shows the page for unknown URLs', async () => {
  for (const path of [...VISITOR_STOPS, ...memberStops(rich.ids)]) {
    const { status } = await fetch(rich.club.origin + path);
    expect([path, status]).toEqual([path, path === '/no/such/page' ? 404 : 200]);
  }
});
