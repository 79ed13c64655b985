// A pseudo-language made from English while the tests run: every letter has an accent, every text is half as long again
// and in brackets. What is shown without accents never came from the catalogue; what is cut off has no room for longer
// words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page, Route } from 'playwright-core';

const CLIENT = join(process.cwd(), 'dist', 'client');
const MARKED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMḾNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmḿnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž',
  ].flatMap((letter, place, all) => (place % 2 === 0 ? [[letter, all[place + 1] ?? '']] : [])),
);
/** Placeholders of i18next, and the tags of markup in a text. */
const KEPT = /(\{\{[^}]*\}\}|\$t\([^)]*\)|<\/?\w+\s*\/?>)/;
const LONGER = 0.4;

/** A text of the catalogue in the pseudo-language. */
export function pseudoText(text: string): string {
  const parts = text
    .split(KEPT)
    .map((part, place) => (place % 2 === 1 ? part : [...part].map((letter) => MARKED[letter] ?? letter).join('')));
  const letters = text
    .split(KEPT)
    .filter((_, place) => place % 2 === 0)
    .join('').length;
  const filling = 'ẋ'.repeat(Math.ceil(letters * LONGER)).replace(/(.{6})(?=.)/g, '$1 ');
  return `⟦${parts.join('')} ${filling}⟧`;
}

function pseudo(texts: unknown): unknown {
  if (typeof texts === 'string') return pseudoText(texts);
  return Object.fromEntries(Object.entries(texts as object).map(([key, inner]) => [key, pseudo(inner)]));
}

/** What a file of the build exports: the texts of an area, or a module with them. */
function areaIn(exported: unknown): unknown {
  const isModule = typeof exported === 'object' && exported !== null && 'default' in exported;
  return isModule ? { default: pseudo(exported.default) } : pseudo(exported);
}

/**
 * Replaces English by the pseudo-language for this profile alone: in the files of the build, and in the pages that
 * contain texts.
 */
export async function speaksPseudo(context: BrowserContext): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  // An area has a file of its own, or shares one with the areas of the same pages.
  const files = new Set(
    Object.entries(manifest).flatMap(([source, { file }]) =>
      source.startsWith('locales/en-US/') || source.startsWith('_texts.en-US.') ? [`/${file}`] : [],
    ),
  );
  await context.route(
    ({ pathname }) => files.has(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const areas = (await import(pathToFileURL(join(CLIENT, pathname)).href)) as Readonly<Record<string, unknown>>;
      const made = Object.entries(areas).map(
        ([name, area], place) =>
          `const area${place} = ${JSON.stringify(areaIn(area))}; export { area${place} as ${name} };`,
      );
      return route.fulfill({ contentType: 'text/javascript', body: made.join('\n') });
    },
  );
  await context.route(/\/api\/(contents|news)\b/, (route) =>
    route.request().method() === 'GET' ? withPseudoContents(route) : route.fallback(),
  );
  await context.route('**/*', async (route) =>
    route.request().resourceType() === 'document' ? withPseudoTexts(route) : route.fallback(),
  );
}

async function withPseudoTexts(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = (await response.text()).replace(
    /(<script type="application\/json" id="catalogue">)(.*?)(<\/script>)/s,
    (_, open: string, texts: string, close: string) =>
      open + JSON.stringify(pseudo(JSON.parse(texts))).replaceAll('<', '\\u003c') + close,
  );
  await route.fulfill({ response, body: html });
}

/** Operators' texts are converted too, so that nothing on a page has to be excluded. */
async function withPseudoContents(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: contentsIn(await response.json()) });
}

function contentsIn(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return key === 'title' || key === 'text' ? pseudoText(value) : value;
  if (Array.isArray(value)) return value.map((item) => contentsIn(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, contentsIn(inner, name)]));
}

/** Texts that are shown although the catalogue does not have them; `foreign` finds them in a text. */
export async function hardCoded(page: Page, foreign: (text: string) => string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (parent === null || text === '' || parent.closest('script, style, noscript, [translate="no"]') !== null)
        continue;
      if (parent.checkVisibility()) found.push(text);
    }
    for (const named of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      for (const attribute of ['aria-label', 'placeholder', 'alt', 'title'])
        found.push(named.getAttribute(attribute) ?? '');
    }
    return [...found, document.title];
  });
  return [...new Set(texts.flatMap(foreign))].map((word) => `not from the catalogue: "${word}"`);
}

/**
 * Texts of the catalogue that have no room: cut off, or running out of their container. Names and addresses may be
 * shortened.
 */
export async function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1;
    const holds = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[⟦⟧ẋ]/.test(node.textContent ?? ''));
    const { clientWidth: window } = document.documentElement;
    // A wide table scrolls in a frame of its own.
    const isMoved = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isMoved(element.parentElement));
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) =>
          holds(element) && element.checkVisibility() && element.closest('option, [aria-hidden="true"]') === null,
      )
      .filter((element) => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        const { left, right } = element.getBoundingClientRect();
        const { display, overflowY } = getComputedStyle(element);
        // What only screen readers see is one pixel large; an inline element is as large as its text.
        if (right - left <= slack) return false;
        if ((left < -slack || right > window + slack) && !isMoved(element)) return true;
        return (
          display !== 'inline' &&
          clientWidth > 0 &&
          (scrollWidth > clientWidth + slack || (overflowY !== 'visible' && scrollHeight > clientHeight + slack))
        );
      })
      .map((element) => `no room for: "${(element.textContent ?? '').slice(0, 60)}"`);
  });
}
