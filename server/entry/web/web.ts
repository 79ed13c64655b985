import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '#server/entry/http/headers.ts';
import { NO_ENDPOINTS, type Endpoints } from '#server/platform/config/endpoints.ts';
import { once } from '#server/platform/system/once.ts';
import { etagOf, readPages, type Choices, type Page } from './pages.ts';

export interface WebOptions {
  /** The folder of the built client. */
  root: string;
  /** Origins of other backends that the operator allows the app to call (S-14). */
  apiOrigins?: readonly string[];
  /** Where the app asks for rates and opens its streams, if not at its own API. */
  endpoints?: Endpoints;
  /** The address of support, which the pages name. */
  supportEmail: string;
}

/** Hashed names: the content of such an address never changes. */
const ASSETS = '/assets/';
const ASSET_AGE = '365d';

/** Files that keep their name across releases, such as the icon. */
const NAMED_FILES = [
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'robots.txt',
];
const NAMED_FILE_SECONDS = 3_600;

/** Addresses of calls and files. A page answered there would be taken for the requested call or file. */
const NO_PAGE = /^\/(api|assets)(\/|$)/i;

/** Serves the built client: its files, and for every other address the app's page. */
export async function registerWeb(
  app: FastifyInstance,
  { root, apiOrigins = [], endpoints = NO_ENDPOINTS, supportEmail }: WebOptions,
): Promise<void> {
  const pages = await readPages(root, { apiOrigins, endpoints, supportEmail });
  const policy = `${contentSecurityPolicy({ apiOrigins: [...apiOrigins] }, pages.facts)}; manifest-src 'self'`;

  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    dotfiles: 'deny',
    index: false,
  });

  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, (request, reply) => {
    return reply.sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: ASSET_AGE });
  });
  const named = [...NAMED_FILES, ...pages.facts.cultures.map((culture) => `manifest.${culture}.webmanifest`)];
  for (const name of named) serveNamed(name, `public, max-age=${NAMED_FILE_SECONDS}`);
  // Browsers compare it with their copy at every visit; an old one must not survive in a cache.
  serveNamed('worker.js', 'no-cache');
  for (const culture of pages.facts.cultures) {
    app.get(`/offline.${culture}.html`, (request, reply) =>
      sendPage(request, asPage(reply), pages.offlinePage(culture)),
    );
  }

  // Everything without a route, except the API's addresses, which the API answers itself.
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(path);
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    return sendPage(
      request,
      asPage(reply.code(pages.isKnown(path) ? 200 : 404)),
      pages.pageFor(path, choicesOf(request)),
    );
  });

  function serveNamed(name: string, cacheControl: string): void {
    // What is not there is answered as such below.
    const etag = once(() => readFile(join(root, name)).then(etagOf, () => null));
    app.get(`/${name}`, async (request, reply) => {
      const found = await etag();
      if (found !== null) void reply.headers({ etag: found, 'cache-control': cacheControl });
      if (found !== null && request.headers['if-none-match']?.includes(found)) return reply.code(304).send();
      return reply.sendFile(name, { cacheControl: false, etag: false, lastModified: false });
    });
  }

  function asPage(reply: FastifyReply): FastifyReply {
    return (
      reply
        .header('content-security-policy', policy)
        .header('x-robots-tag', 'noindex')
        // A page names the hashed files of its release: an old page would ask for files that no longer exist.
        .header('cache-control', 'no-cache')
        .header('vary', 'Cookie, Accept-Encoding')
        .type('text/html; charset=utf-8')
    );
  }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/**
 * The two choices from the cookies, and the language of the address; their values are only compared with a closed list.
 */
function choicesOf(request: FastifyRequest): Choices {
  const cookies = new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2) as [string, string]),
  );
  const search = new URLSearchParams(request.url.slice(pathOf(request).length));
  return {
    culture: cookies.get('culture'),
    theme: cookies.get('theme'),
    linkCulture: search.get('culture') ?? undefined,
  };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  void reply.header('etag', page.etag);
  if (request.headers['if-none-match']?.includes(page.etag) && reply.statusCode === 200) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await page.br());
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await page.gzip());
  return reply.send(page.plain);
}
