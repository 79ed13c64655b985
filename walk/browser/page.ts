// The page that a walk runs on. Opening a window with its profile costs more than a short walk, so a page that a walk
// left unchanged serves the next one, cleared of everything from the earlier one.
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { Club } from '#fixtures/club/club.ts';
import { tellRefusals } from './refusals.ts';
import { countFromTheDocument, HELD_FROM_MS, makeTimersHoldable } from './timers.ts';
import type { Culture } from '#walk/paths/report.ts';

/** Where a walk begins and where Back leads from the app: a page of the club outside the app. */
export const OUTSIDE = '/robots.txt';

/** The walk that a page reports to. */
export interface Listener {
  /** A call of the API, to be released later. */
  receive(route: Route): Promise<void>;
  /** An error that the console reports. */
  hear(message: string): void;
}

/** The pages that no walk uses, by club and language. */
const free = new WeakMap<Browser, Map<string, WalkPage[]>>();

export class WalkPage {
  readonly context: BrowserContext;
  readonly page: Page;
  private readonly place: WalkPage[];
  private readonly culture: Culture;
  private readonly origin: string;
  /** The walk that uses it; null if none does. */
  listener: Listener | null = null;

  private constructor(page: Page, { place, culture, origin }: { place: WalkPage[]; culture: Culture; origin: string }) {
    this.page = page;
    this.context = page.context();
    this.place = place;
    this.culture = culture;
    this.origin = origin;
  }

  /** A page with empty storage, on which nobody is signed in. */
  static async open(browser: Browser, club: Club, culture: Culture): Promise<WalkPage> {
    const places = free.get(browser) ?? new Map<string, WalkPage[]>();
    free.set(browser, places);
    const key = `${club.origin} ${culture}`;
    const place = places.get(key) ?? [];
    places.set(key, place);
    return place.pop() ?? (await WalkPage.make(browser, { place, culture, origin: club.origin }));
  }

  private static async make(
    browser: Browser,
    facts: { place: WalkPage[]; culture: Culture; origin: string },
  ): Promise<WalkPage> {
    // The service worker for the offline screen is not part of a flow; tests/browser/installed.long.test.ts tests it.
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' });
    await context.clock.install();
    await context.addInitScript(countFromTheDocument);
    await context.addInitScript(makeTimersHoldable, HELD_FROM_MS);
    await context.addInitScript(tellRefusals);
    await context.addInitScript((language) => {
      localStorage.setItem('perch.language', language);
      localStorage.setItem('perch.recorder', 'true');
    }, facts.culture);
    const made = new WalkPage(await context.newPage(), facts);
    await made.page.goto(facts.origin + OUTSIDE);
    await made.greet();
    await context.route(/\/api\//, (route) => made.listener?.receive(route) ?? route.abort());
    made.page.on('pageerror', (error) => made.listener?.hear(error.message));
    made.page.on('console', (message) => {
      const isOfTheStage = /Failed to load resource|net::ERR_|Service Worker registration blocked/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isOfTheStage) made.listener?.hear(message.text());
    });
    return made;
  }

  private greet(): Promise<void> {
    return this.context.addCookies([{ name: 'culture', value: this.culture, url: this.origin }]);
  }

  /**
   * Leaves the page to the next walk.
   * @param spoiled whether the walk moved the page's clock or changed the browser itself, which can't be undone.
   */
  async leave(spoiled: boolean): Promise<void> {
    this.listener = null;
    if (spoiled) return this.context.close();
    try {
      await this.page.goto(this.origin + OUTSIDE);
      await this.page.evaluate(() => {
        sessionStorage.clear();
        localStorage.clear();
      });
      await this.context.clearCookies();
      await this.greet();
      this.place.push(this);
    } catch {
      await this.context.close();
    }
  }
}
