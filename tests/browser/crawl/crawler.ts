// Goes from page to page of the open app and checks each in both themes, on a phone and on a desktop. Nothing is loaded
// twice: navigation uses the browser's own history, the theme is that of the system, and the window changes its width.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Culture } from '#walk/paths/report.ts';
import { englishLeft } from '#tests/locales/english-left.ts';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';
import { englishOn } from '../support/english.ts';
import { axeFindings, bareKeys, PICTURES, scrollsSideways } from '../support/look.ts';
import { badBreaks } from './line-breaks.ts';
import { loads } from './loading.ts';
import { clipped, hardCoded } from './pseudo.ts';
import { nameOf } from './stops.ts';

const HEIGHT = 780;
const WIDTHS = [360, 1280] as const;
const THEMES = ['light', 'dark'] as const;
/** One picture of each page in each language is kept for people who want to look. */
const PICTURE: Readonly<Record<Culture, string>> = { 'en-US': 'light-1280', 'ja-JP': 'light-360', 'zh-CN': 'dark-360' };
/** The browser's own wording of durations. */
const RELATIVE =
  /\b(?:in )?\d+ (?:second|minute|hour|day|month|year)s?(?: ago)?\b|\b(?:now|yesterday|tomorrow|(?:last|next|this) (?:month|year|hour|minute))\b/g;
/**
 * How often it checks for the previous page once all code is there: counted in turns of the page itself, which are
 * slower on a busy machine.
 */
const LOOKS_AT_LEAVING = 50;

type Left = Window & { isLeft?: () => boolean };

/** Records everything wrong that a page does while it is open: its console, failed responses and requests. */
export function listenTo(page: Page): string[] {
  const noise: string[] = [];
  let at = '';
  page.on('framenavigated', () => (at = new URL(page.url()).pathname));
  page.on('pageerror', (error) => noise.push(`${at}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(`${at}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) noise.push(`${at}: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page aborts what it was reading.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') noise.push(`${at}: ${reason} ${request.url()}`);
  });
  return noise;
}

/** Navigates without loading the app again, and waits until the page is complete. */
export async function goesTo(page: Page, path: string): Promise<void> {
  await loads(page, () => leavesFor(page, path));
  // A URL that leads back to the same page removes nothing.
  await loads(page, () =>
    page
      .evaluate(async (most) => {
        for (let looks = 0; looks < most && (window as Left).isLeft?.() === false; looks += 1) {
          await new Promise((done) => setTimeout(done, 20));
          // On a busy machine the page is still being rendered then.
          await new Promise((done) => requestIdleCallback(done, { timeout: 40 }));
        }
      }, LOOKS_AT_LEAVING)
      .catch(() => undefined),
  );
  await settles(page);
  await page
    .locator('main details')
    .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
}

/** Changes the URL as a link does, and keeps what tells that the page before has been left. */
async function leavesFor(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    const left = document.querySelector('main h1');
    (window as Left).isLeft =
      left === null
        ? () => true
        : (
            (title) => () =>
              !left.isConnected || left.textContent !== title
          )(left.textContent);
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Waits until there is a heading, no request is pending and nothing moves. */
export async function settles(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"]') === null,
    undefined,
    { polling: 20 },
  );
  await stands(page);
}

async function stands(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Visits each URL and describes what is wrong there. */
export async function crawl(
  page: Page,
  stops: readonly string[],
  culture: Culture,
  values: readonly string[],
): Promise<string[]> {
  mkdirSync(PICTURES, { recursive: true });
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const path of stops) {
    await goesTo(page, path).catch(async (error: unknown) => {
      throw new Error(
        `${path} does not settle: ${(error as Error).message} ${(await page.locator('main').innerText()).slice(0, 200)}`,
      );
    });
    const { pathname, search } = new URL(page.url());
    const arrived = pathname + search;
    // Several URLs redirect to the same page, which is checked once.
    if (seen.has(arrived)) continue;
    seen.add(arrived);
    const found = [
      ...(await looksAround(page, nameOf(path), culture)),
      ...(await bareKeys(page, values)),
      ...(await englishOn(page, culture, values)),
    ];
    const lang = await page.evaluate(() => document.documentElement.lang);
    if (lang !== culture) found.push(`the page says that it is in ${lang}`);
    problems.push(...found.map((problem) => `${path} in ${culture}: ${problem}`));
  }
  return problems;
}

/** The same on a phone in the pseudo-language: texts that are not from the catalogue, and texts without room. */
export async function crawlPseudo(page: Page, stops: readonly string[], values: readonly string[]): Promise<string[]> {
  mkdirSync(PICTURES, { recursive: true });
  const problems: string[] = [];
  for (const path of stops) {
    await goesTo(page, path);
    const found = [
      ...(await hardCoded(page, (text) => englishLeft(text.replace(RELATIVE, ' '), values))),
      ...(await clipped(page)),
      ...(await scrollsSideways(page)),
    ];
    problems.push(...found.map((problem) => `${path}: ${problem}`));
    if (found.length > 0) await pictureOfWholePage(page, join(PICTURES, `crawl-${nameOf(path)}-pseudo.png`));
  }
  return problems;
}

async function looksAround(page: Page, name: string, culture: Culture): Promise<string[]> {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await stands(page);
    problems.push(...(await badBreaks(page)).map((problem) => `${width}: ${problem}`));
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await stands(page);
      const look = `${theme}-${width}`;
      const found = [...(await axeFindings(page)), ...(await scrollsSideways(page))];
      problems.push(...found.map((problem) => `${look}: ${problem}`));
      if (PICTURE[culture] === look || found.length > 0)
        await pictureOfWholePage(page, join(PICTURES, `crawl-${name}-${culture}-${look}.png`));
    }
  }
  return problems;
}
