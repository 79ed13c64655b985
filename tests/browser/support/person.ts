// A person in front of a browser, the actor of test stories.
import { expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Culture } from '#openapi/cultures.ts';
import { ownWords } from '#walk/browser/own-words.ts';
import type { Club } from '#fixtures/club/club.ts';
import { hasBegun } from './has-begun.ts';

export interface PersonOptions {
  readonly culture?: Culture;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Whether they have a touch screen. */
  readonly touch?: boolean;
}

const HEIGHT = 780;
const PHONE = 360;
const BETWEEN_TAPS_MS = 120;

/** A person with a browser profile of their own; an error in the page's console fails the test that reads `noise`. */
export class Person {
  readonly club: Club;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Unexpected output of the console. */
  readonly noise: string[] = [];
  /** What was filled in, now or before: a later screen may show it. */
  private readonly typed = new Set<string>();

  private constructor(club: Club, context: BrowserContext, page: Page) {
    this.club = club;
    this.context = context;
    this.page = page;
    this.listenTo(page);
  }

  /** A person new to the club, with an empty profile. */
  static async arrives(
    browser: Browser,
    club: Club,
    { culture, theme, width = PHONE, touch = false }: PersonOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      locale: 'en-US',
      hasTouch: touch,
      ...(theme ? { colorScheme: theme } : {}),
    });
    if (culture !== undefined) {
      await context.addCookies([{ name: 'culture', value: culture, url: club.origin }]);
      await context.addInitScript((language) => localStorage.setItem('perch.language', language), culture);
    }
    return new Person(club, context, await context.newPage());
  }

  /** Another tab of the same profile. */
  async opensTab(): Promise<Page> {
    const page = await this.context.newPage();
    this.listenTo(page);
    return page;
  }

  private listenTo(page: Page): void {
    page.on('pageerror', (error) => this.noise.push(error.message));
    page.on('console', (message) => {
      // The browser itself reports refused and cut calls; the tests check how the screen reacts to them.
      const ofTheNetwork = /Failed to load resource|net::ERR_|when fetching the script/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !ofTheNetwork) this.noise.push(message.text());
    });
  }

  async goes(path: string, page = this.page): Promise<void> {
    await page.goto(this.club.origin + path);
    await hasBegun(page);
  }

  /** Types into the sign-in form and submits it. */
  async signsIn(username: string, password: string, page = this.page): Promise<void> {
    await page.locator('[data-flow="sign-in"]').waitFor();
    await page.locator('input[name="username"]').fill(username);
    await page.locator('input[name="password"]').fill(password);
    await page.locator('[data-event="SUBMIT_FORM"]').click();
  }

  /** Fills in fields of the current form, by their names. */
  async fills(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      await this.page.locator(`main input[name="${name}"]`).fill(value);
      this.typed.add(value);
    }
  }

  async typesCode(code: string, page = this.page): Promise<void> {
    await page.locator('input[name="code"]').fill(code);
    await page.locator('[data-event="SUBMIT_CODE"]').click();
  }

  async presses(event: string, page = this.page): Promise<void> {
    await page.locator(`[data-event="${event}"]`).click();
  }

  /** Taps twice at one place, as fast as a finger does. */
  async doubleTaps(event: string): Promise<void> {
    const control = this.page.locator(`[data-event="${event}"]`);
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    if (box === null) throw new Error(`${event} is not on the screen.`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.touchscreen.tap(x, y);
    await this.page.waitForTimeout(BETWEEN_TAPS_MS);
    await this.page.touchscreen.tap(x, y);
  }

  /** Waits until a flow's screen is in a state. */
  async sees(flow: string, state: string, page = this.page): Promise<void> {
    await page.locator(`[data-flow="${flow}"][data-state="${state}"]`).waitFor();
  }

  /** Waits until the URL is `path`, including its search. */
  async isAt(path: string, page = this.page): Promise<void> {
    await page.waitForURL((url) => url.pathname + url.search === path);
  }

  /**
   * Listens, from now on, for words that the page shows only briefly. They may be gone before a busy machine has looked
   * at anything else, so call it before the act that shows them.
   */
  hears(words: string, page = this.page): Promise<void> {
    const heard = page.evaluate(
      (text) =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            const isShown = [...document.querySelectorAll('li')].some(
              (each) => each.checkVisibility() && each.textContent.includes(text),
            );
            if (!isShown) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
      words,
    );
    // A test that fails before it awaits this has another reason.
    heard.catch(() => undefined);
    return heard;
  }

  /** The words on the page that members chose themselves. */
  ownWords(): Promise<readonly string[]> {
    return ownWords(this.club.db, this.page, this.typed);
  }

  /** The heading of the page. */
  async heading(page = this.page): Promise<string> {
    return page.locator('h1').innerText();
  }

  async leaves(): Promise<void> {
    await this.context.close();
    expect(this.noise).toEqual([]);
  }
}
