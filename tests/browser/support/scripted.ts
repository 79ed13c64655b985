// The built client in a browser with scripted responses: for pages whose states would be hard to reach on a real
// server.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { AskedReads } from '#tests/components/support/asked-reads.ts';
import { example } from '#tests/components/support/examples.ts';
import { shortName } from '#server/domain/members/short-names.ts';
import { filledIn, longestFirst } from '#walk/browser/own-words.ts';
import type { Culture } from '#walk/paths/report.ts';
import { hasBegun } from './has-begun.ts';

const CLIENT = join(process.cwd(), 'dist', 'client');
const HOST = 'perch.test';
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
 * Responses by method and path, such as `GET /wallet`; a text is a stream of events. What is missing is the example of
 * the API description.
 */
export type Script = Readonly<Record<string, (search: URLSearchParams) => object | string>>;

export interface ScriptedLook {
  readonly culture?: Culture;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly isSignedIn?: boolean;
  /** Whether the page may use what browsers keep for pages with a certificate, such as the camera. */
  readonly isSecure?: boolean;
}

export interface ScriptedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  goes(path: string): Promise<void>;
  /** The names in the responses so far, and the content of the page's fields. */
  ownWords(): Promise<readonly string[]>;
}

/** The fields that the description calls names of members: `introducer`, `counterpartyName`. */
function givenNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([field, inner]) => {
    const { description: says } = { ...(inner as { readonly description?: unknown }) };
    return [...(typeof says === 'string' && /^(Username|Name) of/.test(says) ? [field] : []), ...givenNames(inner)];
  });
}

/** The fields of a response with names that people gave. */
const OTHER_NAMES = ['username', 'name', 'label', 'addressLabel', 'referralCode', 'source'];
const DESCRIBED = givenNames(description.components.schemas);
if (DESCRIBED.length === 0) throw new Error('the description has other words for the name of a member');
const NAMED = new Set([...OTHER_NAMES, ...DESCRIBED]);
/** Words of the description in such fields that no member sees: the club's own rate has no feed. */
const NO_NAMES = ['operator'];

/** The names in a response. */
function namesIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return NAMED.has(key) && !NO_NAMES.includes(value) ? [value, shortName(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, Array.isArray(value) ? key : name));
}

/** A signed-in member, or a visitor, at a club with scripted responses. */
export async function openScripted(
  browser: Browser,
  script: Script,
  { culture = 'en-US', theme = 'light', width = 360, isSignedIn = true, isSecure = false }: ScriptedLook = {},
): Promise<ScriptedPage> {
  const origin = `${isSecure ? 'https' : 'http'}://${HOST}`;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: 'en-US',
    colorScheme: theme,
    // It would ask the network, where nobody answers.
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ([language, expiresAt]) => {
      localStorage.setItem('perch.language', language ?? '');
      if (expiresAt === undefined) return;
      sessionStorage.setItem('perch.accessToken', 'pat_1');
      sessionStorage.setItem('perch.expiresAt', expiresAt);
    },
    [culture, ...(isSignedIn ? [new Date(Date.now() + HOUR_MS).toISOString()] : [])],
  );
  const names: string[] = [];
  const note = (body: object): unknown => names.push(...namesIn(body));
  const reads = new AskedReads();
  // A page that is left while it renders still asks for its content, at the URL of the next.
  const opened: string[] = [];
  await context.route(`${origin}/**`, (route) => answer(route, { script, culture, isSignedIn, note, reads, opened }));
  const page = await context.newPage();
  return {
    context,
    page,
    goes: async (path) => {
      opened.push(...path.toLowerCase().split('/'));
      await page.goto(origin + path);
      await hasBegun(page);
    },
    ownWords: async () => longestFirst([...names, ...(await filledIn(page))]),
  };
}

interface Club {
  readonly script: Script;
  readonly culture: Culture;
  readonly isSignedIn: boolean;
  readonly note: (body: object) => unknown;
  readonly reads: AskedReads;
  /** The parts of the paths that were opened. */
  readonly opened: readonly string[];
}

/** @throws Error if the page asks what it can't know, so that the test fails wherever it is */
async function answer(route: Route, { script, culture, isSignedIn, note, reads, opened }: Club): Promise<void> {
  const request = route.request();
  const { pathname, searchParams } = new URL(request.url());
  if (!pathname.startsWith('/api/')) return route.fulfill(fileFor(pathname, culture));
  const path = pathname.slice('/api'.length);
  // Where the page was when it asked: it may have been left meanwhile.
  const from = new URL(request.headers().referer ?? '');
  const asked = new Request(request.url(), { method: request.method(), headers: await request.allHeaders() });
  const known = await knownTo(request.frame().page());
  if (known === null) return route.abort().catch(() => undefined);
  const [stored = '', ...typed] = known;
  const before = reads.problems.length;
  reads.ask(asked, '', {
    culture,
    accessToken: isSignedIn ? 'pat_1' : null,
    from,
    stored,
    typed: [...typed, ...opened],
  });
  const wrong = reads.problems.slice(before);
  if (wrong.length > 0) {
    await route.abort();
    throw new Error(wrong.join('\n'));
  }
  const given = script[`${request.method()} ${path}`]?.(searchParams);
  // A stream that tells nothing and ends, unless the test is about it.
  if (given === undefined && path === '/events')
    return route.fulfill({ contentType: 'text/event-stream', body: ': still here\n\n' });
  if (typeof given === 'string') return route.fulfill({ contentType: 'text/event-stream', body: given });
  const body = given ?? example(request.method() === 'POST' ? 'POST' : 'GET', path);
  if (body === null) return route.abort();
  note(body);
  reads.learn(asked, body);
  return route.fulfill({ json: body });
}

/** What the browser keeps and what is typed; null if the page that asked has been left, and nobody waits any more. */
async function knownTo(page: Page): Promise<readonly string[] | null> {
  return page
    .evaluate(() => [
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(({ value }) => value),
    ])
    .catch((error: unknown) => {
      if (/context was destroyed|has been closed/.test((error as Error).message)) return null;
      throw error;
    });
}

/** A file of the build, or the page that every other URL gets. */
function fileFor(pathname: string, culture: Culture): { contentType: string; body: Buffer } {
  const file = join(CLIENT, pathname);
  const found = /\.\w+$/.test(pathname) && existsSync(file) ? file : join(CLIENT, `app.${culture}.html`);
  return { contentType: TYPES[found.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body: readFileSync(found) };
}
