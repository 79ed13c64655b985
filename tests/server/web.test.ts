import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_METAS as WRITTEN } from '#server/entry/web/pages.ts';
import { registerWeb } from '#server/entry/web/web.ts';
import { ENDPOINT_METAS } from '#src/services/endpoint-metas.ts';

/** The pages as a browser requests them, with a client folder like that of the build. */

const FACTS = {
  cultures: ['en-US', 'ja-JP'],
  defaultCulture: 'en-US',
  signIn: '/Signin',
  paths: ['/', '/Signin', '/Authentication', '/News/:id'],
  supportEmailSlot: 'slot@club.invalid',
  styleHashes: ["'sha256-abc='"],
  scriptHashes: ["'sha256-def='"],
};

let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'perch-web-'));
  for (const folder of ['.vite', 'assets']) mkdirSync(join(root, folder));
  writeFileSync(join(root, '.vite/web.json'), JSON.stringify(FACTS));
  for (const culture of FACTS.cultures) {
    for (const kind of ['signin', 'app', 'offline'])
      writeFileSync(
        join(root, `${kind}.${culture}.html`),
        `<!doctype html><html lang="${culture}"><head><title>${kind}</title></head><body>${FACTS.supportEmailSlot}</body></html>`,
      );
  }
  writeFileSync(join(root, 'assets/main-1a2b.js'), 'export {};');
  writeFileSync(join(root, 'assets/main-1a2b.js.br'), 'compressed');
  for (const name of ['favicon.svg', 'icon-192.png', 'manifest.ja-JP.webmanifest', 'robots.txt', 'worker.js'])
    writeFileSync(join(root, name), name);
  app = Fastify();
  await app.register(
    async (api) => {
      api.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }));
    },
    { prefix: '/api' },
  );
  await registerWeb(app, { root, apiOrigins: ['https://api.example'], supportEmail: 'help@club.example' });
});

afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

it('a setting is written into the pages as it is, whatever signs it has', async () => {
  const own = Fastify();
  const [origin, email] = [`https://"$&$'.example`, `a"<$&@club.example`];
  const endpoints = { chartUrl: null, exchangeHubUrl: null, chatHubUrl: `${origin}/api` };
  await registerWeb(own, { root, apiOrigins: [origin], endpoints, supportEmail: email });
  const { document } = new JSDOM((await own.inject('/Signin')).body).window;
  const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  expect([meta('api-origins'), meta('support-email'), meta('chat-hub-url')]).toEqual([origin, email, `${origin}/api`]);
  expect(document.querySelectorAll('meta, title')).toHaveLength(4);
  expect(document.body.textContent).toBe(email);
  await own.close();
});

it('the endpoints are written under the names by which the app looks for them', () => {
  expect(WRITTEN).toEqual(ENDPOINT_METAS);
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a page', () => {
  it.each([
    ['/Signin', 200, 'signin'],
    ['/signin', 200, 'signin'],
    ['/SIGNIN/', 200, 'signin'],
    ['/Signin?step=code', 200, 'signin'],
    ['/', 200, 'app'],
    ['/authentication', 200, 'app'],
    ['/news/42', 200, 'app'],
    ['/News/a%2Fb/', 200, 'app'],
    ['/News', 404, 'app'],
    ['/News/42/more', 404, 'app'],
    ['/no/such/page', 404, 'app'],
    ['/favicon.png', 404, 'app'],
  ])('at %s answers %i with the %s page', async (url, status, kind) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(`<title>${kind}</title>`);
  });

  it.each([
    [{}, '<html lang="en-US">'],
    [{ cookie: 'culture=ja-JP' }, '<html lang="ja-JP">'],
    [{ cookie: 'other=1; culture=ja-JP; theme=dark' }, '<html data-theme="perch-dark" lang="ja-JP">'],
    [{ cookie: 'theme=light' }, '<html data-theme="perch-light" lang="en-US">'],
    [{ cookie: 'culture=xx"><script>; theme=../../etc; =; ;;' }, '<html lang="en-US">'],
  ])('for %o begins with %s', async (headers, beginning) => {
    expect((await get('/Signin', headers as Record<string, string>)).body).toContain(beginning);
  });

  it.each([
    ['/Freeze?culture=ja-JP', {}, 'ja-JP'],
    ['/thaw/?culture=ja-JP', {}, 'ja-JP'],
    ['/ChangeEmail2?x=1&culture=ja-JP', { cookie: 'theme=dark' }, 'ja-JP'],
    // A chosen language stays.
    ['/Freeze?culture=ja-JP', { cookie: 'culture=en-US' }, 'en-US'],
    ['/Freeze?culture=tlh', {}, 'en-US'],
    ['/Freeze?culture=ja-JP"><script>', {}, 'en-US'],
    ['/Freeze?culture=%E3', {}, 'en-US'],
    // Mails name pages of every type.
    ['/Signin?culture=ja-JP', {}, 'ja-JP'],
    ['/News/7?culture=ja-JP', {}, 'ja-JP'],
    ['/Signin?culture=ja-JP', { cookie: 'culture=en-US' }, 'en-US'],
  ])('at %s for %o is in %s', async (url, headers, culture) => {
    expect((await get(url, headers as Record<string, string>)).body).toContain(`lang="${culture}">`);
  });

  it('is never used from a cache without revalidation, and varies with the cookies', async () => {
    const first = await get('/Signin');
    expect([first.headers['cache-control'], first.headers['vary']]).toEqual(['no-cache', 'Cookie, Accept-Encoding']);
    const etag = String(first.headers['etag']);
    expect((await get('/Signin', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get('/Signin', { 'if-none-match': etag, cookie: 'theme=dark' })).statusCode).toBe(200);
  });

  it('has the policy with the hash of its style and the allowed origins, and excludes search engines', async () => {
    const { headers, body } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("style-src 'self' 'sha256-abc=';");
    expect(policy).toContain("script-src 'self' 'sha256-def=';");
    expect(policy).toContain("connect-src 'self' https://api.example;");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain('<meta name="api-origins" content="https://api.example" />');
  });

  it('is sent in the smallest encoding that the browser supports', async () => {
    const plain = (await get('/')).body;
    const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/', { 'accept-encoding': 'gzip' });
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain);
  });

  it('supports HEAD, and no other method', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/Signin' })).statusCode).toBe(200);
    const post = await app.inject({ method: 'POST', url: '/Signin' });
    expect([post.statusCode, post.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

describe('a file', () => {
  it('with a hashed name is cached forever and sent compressed', async () => {
    const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'compressed']);
    expect((await get('/assets/main-1a2b.js')).body).toBe('export {};');
  });

  it.each(['/favicon.svg', '/icon-192.png', '/manifest.ja-JP.webmanifest', '/robots.txt'])('%s exists', async (url) => {
    expect((await get(url)).body).toBe(url.slice(1));
  });

  it.each(['/worker.js', '/manifest.ja-JP.webmanifest', '/icon-192.png'])(
    '%s of another release is another file, though as long and as old',
    async (url) => {
      const [file, then] = [join(root, url), new Date('2026-11-21T04:00:00Z')];
      const before = readFileSync(file);
      const etags: unknown[] = [];
      for (const content of ['one', 'two']) {
        writeFileSync(file, content);
        utimesSync(file, then, then);
        const own = Fastify();
        await registerWeb(own, { root, supportEmail: 'help@club.example' });
        const { headers, body } = await own.inject(url);
        expect([body, headers['last-modified']]).toEqual([content, undefined]);
        etags.push(headers['etag']);
        const again = await own.inject({ url, headers: { 'if-none-match': String(headers['etag']) } });
        expect([again.statusCode, again.headers['cache-control']]).toEqual([304, headers['cache-control']]);
        await own.close();
      }
      writeFileSync(file, before);
      expect(new Set(etags).size).toBe(2);
    },
  );

  it('with the service worker is requested again each time', async () => {
    const { headers, body } = await get('/worker.js');
    expect(body).toBe('worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/javascript/);
  });

  it.each(FACTS.cultures)(
    'with the offline screen in %s is a page with its policy, the same for everybody',
    async (culture) => {
      const answer = await get(`/offline.${culture}.html`, { cookie: 'culture=en-US; theme=dark' });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`<html lang="${culture}">`);
      expect(answer.body).toContain('<title>offline</title>');
      expect(String(answer.headers['content-security-policy'])).toContain("style-src 'self' 'sha256-abc=';");
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each(['/assets/gone-1a2b.js', '/assets/', '/assets', '/assets/..%2f.vite%2fweb.json', '/assets/%'])(
    '%s is an error and never a page',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.headers['content-type'] ?? '').not.toContain('html');
      expect(answer.body).not.toContain('styleHashes');
    },
  );

  it.each(['/.vite/web.json', '/signin.en-US.html', '/app.en-US.html.br'])(
    '%s of the build is not for visitors',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('styleHashes');
    },
  );
});

it('an unknown URL of the API stays with the API', async () => {
  const answer = await get('/api/none');
  expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found' }]);
});
