import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Endpoints } from '#server/platform/config/endpoints.ts';
import { escapeHtml } from '#server/platform/mail/html.ts';
import { once } from '#server/platform/system/once.ts';

/** What the build records about itself (src/shell/static-shell.plugin.ts writes it). */
export interface ClientFacts {
  cultures: string[];
  defaultCulture: string;
  /** The address that has a prerendered page. */
  signIn: string;
  /** Every address that the app has a page for. */
  paths: string[];
  /** The placeholder for the address of support in the built pages. */
  supportEmailSlot: string;
  /** Hashes of the pages' inline styles, for the content security policy. */
  styleHashes: string[];
  /** The same of their inline scripts. */
  scriptHashes: string[];
}

/** One HTML page, ready to be sent. It is compressed once, when a browser first asks for it in that encoding. */
export interface Page {
  etag: string;
  plain: Buffer;
  br: () => Promise<Buffer>;
  gzip: () => Promise<Buffer>;
}

/** The visitor's choices, from their cookies. */
export interface Choices {
  culture: string | undefined;
  theme: string | undefined;
  /** From the address, as in links of mails; used if the visitor has chosen no language. */
  linkCulture: string | undefined;
}

export interface Pages {
  facts: ClientFacts;
  /** The page for an address; whether the app knows the address is `isKnown`. */
  pageFor: (path: string, choices: Choices) => Page;
  isKnown: (path: string) => boolean;
  /** The offline screen, which browsers cache; it is the same for all readers of its language. */
  offlinePage: (culture: string) => Page;
}

const THEMES = ['system', 'light', 'dark'];
const KINDS = ['signin', 'app', 'offline'];

/** Of a page of 100 KB it leaves 1% more than the strongest do, in a sixteenth of their time. */
const BROTLI_QUALITY = 5;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Names of the `meta` elements in which the app looks for its endpoints (src/services/endpoint-metas.ts). */
export const ENDPOINT_METAS: Readonly<Record<keyof Endpoints, string>> = {
  chartUrl: 'chart-url',
  exchangeHubUrl: 'exchange-hub-url',
  chatHubUrl: 'chat-hub-url',
};

function metasOf(endpoints: Endpoints, meta: (name: string, content: string) => string): string[] {
  return Object.entries(ENDPOINT_METAS).flatMap(([name, written]) => {
    const address = endpoints[name as keyof Endpoints];
    return address === null ? [] : [meta(written, address)];
  });
}

/** Letter case and a trailing slash make no difference to the app's router, so they make none here. */
function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '');
}

/** Whether an address is a path of the app; a parameter in the path, such as `:id`, matches anything. */
function isOfPath(asked: readonly string[], known: readonly string[]): boolean {
  return (
    asked.length === known.length &&
    known.every((segment, place) => segment === asked[place] || (segment.startsWith(':') && asked[place] !== ''))
  );
}

/**
 * Of the content, not of size and time: a release gives all its files the same time, which another release may have
 * too, and two versions of a file may have the same size.
 */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

function pageOf(html: string): Page {
  const body = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return {
    etag: etagOf(body),
    plain: body,
    br: once(() => toBrotli(body, { params })),
    gzip: once(() => toGzip(body)),
  };
}

/**
 * Reads the built pages once and prepares each variant of a visitor's choices, so that no other theme or language
 * flashes up.
 */
export async function readPages(
  root: string,
  {
    apiOrigins,
    endpoints,
    supportEmail,
  }: { apiOrigins: readonly string[]; endpoints: Endpoints; supportEmail: string },
): Promise<Pages> {
  const facts = JSON.parse(await readFile(join(root, '.vite/web.json'), 'utf8')) as ClientFacts;
  const variants = new Map<string, Page>();
  const make = async (kind: string, culture: string) => {
    const html = await readFile(join(root, `${kind}.${culture}.html`), 'utf8');
    const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
    const origins = apiOrigins.length === 0 ? [] : [meta('api-origins', apiOrigins.join(' '))];
    const metas = [meta('support-email', supportEmail), ...origins, ...metasOf(endpoints, meta)].join('');
    const filled = html
      .replace('<title>', () => `${metas}<title>`)
      .replaceAll(facts.supportEmailSlot, () => escapeHtml(supportEmail));
    for (const theme of THEMES) {
      const attribute = theme === 'system' ? '' : ` data-theme="perch-${theme}"`;
      variants.set(`${kind}.${culture}.${theme}`, pageOf(filled.replace('<html', () => `<html${attribute}`)));
    }
  };
  await Promise.all(KINDS.flatMap((kind) => facts.cultures.map((culture) => make(kind, culture))));

  const known = facts.paths.map((path) => plain(path).split('/'));
  const variant = (kind: string, culture: string, theme: string): Page => {
    const page = variants.get(`${kind}.${culture}.${theme}`);
    if (page === undefined) throw new Error(`The build has no ${kind} page in ${culture}`);
    return page;
  };
  return {
    facts,
    offlinePage: (culture) => variant('offline', culture, 'system'),
    isKnown: (path) => known.some((segments) => isOfPath(plain(path).split('/'), segments)),
    pageFor(path, { culture = '', theme = '', linkCulture = '' }) {
      const kind = plain(path) === plain(facts.signIn) ? 'signin' : 'app';
      const language = [culture, linkCulture].find((each) => facts.cultures.includes(each)) ?? facts.defaultCulture;
      return variant(kind, language, THEMES.includes(theme) ? theme : 'system');
    },
  };
}
