// The built client in a browser before scripted answers: for pages whose every state a real server would have to be
// brought to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { example } from '#tests/components/support/examples.ts';
import { shortName } from '#server/domain/members/short-names.ts';
import { filledIn, longestFirst } from '#walk/browser/own-words.ts';
import type { Culture } from '#walk/paths/report.ts';

const CLIENT = join(process.cwd(), 'dist', 'client');
const ORIGIN = 'http://perch.test';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  html: 'text/html',
  webmanifest: 'application/manifest+json',
};
const HOUR_MS = 3_600_000;
const HEIGHT = 780;

/**
 * Answers by method and path, such as `GET /wallet`; a text is a stream of events. What is not there is the
 * description's example.
 */
export type Script = Readonly<Record<string, (search: URLSearchParams) => object | string>>;

export interface ScriptedLook {
  readonly culture?: Culture;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
}

export interface ScriptedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  goes(path: string): Promise<void>;
  /** The names in the answers so far, and what the fields of the page hold. */
  ownWords(): Promise<readonly string[]>;
}

/** The fields of the description that it calls user names: `introducer`, `counterparty`. */
function userNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([field, inner]) => {
    const { description: says } = { ...(inner as { readonly description?: unknown }) };
    return [...(typeof says === 'string' && says.startsWith('User name of') ? [field] : []), ...userNames(inner)];
  });
}

/** Where an answer has what somebody gave a name. */
const OTHER_NAMES = ['username', 'name', 'label', 'addressLabel', 'referralCode', 'source'];
const NAMED = new Set([...OTHER_NAMES, ...userNames(description.components.schemas)]);
/** Words of the description in such places, which no member sees: the club's own rate has no feed. */
const NO_NAMES = ['operator'];

/** The names in an answer. */
function namesIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return NAMED.has(key) && !NO_NAMES.includes(value) ? [value, shortName(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, Array.isArray(value) ? key : name));
}

/** A member who is signed in, at a club that answers as it is told. */
export async function openScripted(
  browser: Browser,
  script: Script,
  { culture = 'en-US', theme = 'light', width = 360 }: ScriptedLook = {},
): Promise<ScriptedPage> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: 'en-US',
    colorScheme: theme,
  });
  await context.addInitScript(
    ([language, expiresAt]) => {
      localStorage.setItem('perch.language', language ?? '');
      sessionStorage.setItem('perch.accessToken', 'pat_1');
      sessionStorage.setItem('perch.expiresAt', expiresAt ?? '');
    },
    [culture, new Date(Date.now() + HOUR_MS).toISOString()],
  );
  const names: string[] = [];
  const note = (body: object): unknown => names.push(...namesIn(body));
  await context.route(`${ORIGIN}/**`, (route) => answer(route, script, culture, note));
  const page = await context.newPage();
  return {
    context,
    page,
    goes: async (path) => {
      await page.goto(ORIGIN + path);
    },
    ownWords: async () => longestFirst([...names, ...(await filledIn(page))]),
  };
}

async function answer(route: Route, script: Script, culture: Culture, note: (body: object) => unknown): Promise<void> {
  const request = route.request();
  const { pathname, searchParams } = new URL(request.url());
  if (!pathname.startsWith('/api/')) return route.fulfill(fileFor(pathname, culture));
  const path = pathname.slice('/api'.length);
  const given = script[`${request.method()} ${path}`]?.(searchParams);
  if (typeof given === 'string') return route.fulfill({ contentType: 'text/event-stream', body: given });
  const body = given ?? example(request.method() === 'POST' ? 'POST' : 'GET', path);
  if (body === null) return route.abort();
  note(body);
  return route.fulfill({ json: body });
}

/** A file of the build, or the page that every other address gets. */
function fileFor(pathname: string, culture: Culture): { contentType: string; body: Buffer } {
  const file = join(CLIENT, pathname);
  const found = /\.\w+$/.test(pathname) && existsSync(file) ? file : join(CLIENT, `app.${culture}.html`);
  return { contentType: TYPES[found.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body: readFileSync(found) };
}
