// What is cut out of openapi-fetch in the build leaves a client that does all that src/api/client.ts asks of it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type createClient from 'openapi-fetch';
import { afterAll, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { cut } from '#src/lean/cuts.plugin.ts';

const FILE = join(dirname(createRequire(import.meta.url).resolve('openapi-fetch')), 'index.mjs');
const original = readFileSync(FILE, 'utf8');
const lean = cut(original, FILE).replace(/^\/\/# sourceMappingURL=.*$/m, '');
const folder = mkdtempSync(join(tmpdir(), 'perch-cut-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function clientThat(fetch: (request: Request) => Promise<Response>) {
  const file = join(folder, 'client.mjs');
  writeFileSync(file, lean);
  const { default: create } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly default: typeof createClient;
  };
  const client = create<Record<string, never>>({
    baseUrl: 'https://perch.test/api',
    fetch,
    querySerializer: (query) => new URLSearchParams(query as Record<string, string>).toString(),
  }) as unknown as Record<'GET' | 'POST', (path: string, options?: object) => Promise<object>> & {
    use: ReturnType<typeof createClient>['use'];
  };
  const seen: string[] = [];
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('Authorization', 'Bearer one');
    },
    onResponse: ({ response }) => {
      seen.push(String(response.status));
    },
  });
  return { client, seen };
}

it('the contract has no method that is cut out', () => {
  const methods = Object.values(description.paths).flatMap((path) => Object.keys(path));
  expect(new Set(methods.filter((name) => name !== 'parameters'))).toEqual(new Set(['get', 'post']));
  expect(lean.match(/^ {4}[A-Z]+(?=\(url, init\) \{$)/gm)?.map((name) => name.trim())).toEqual(['GET', 'POST']);
  expect(lean.length).toBeLessThan(original.length - 2_500);
});

it('reads, with its parameters and what the middleware adds', async () => {
  const sent: [string, string | null][] = [];
  const { client, seen } = await clientThat((request) => {
    sent.push([request.url, request.headers.get('Authorization')]);
    return Promise.resolve(Response.json({ items: [1] }));
  });
  const params = { path: { kind: 'all' }, query: { cursor: 'a b' } };
  expect(await client.GET('/histories/{kind}', { params })).toMatchObject({ data: { items: [1] } });
  expect(sent).toEqual([['https://perch.test/api/histories/all?cursor=a+b', 'Bearer one']]);
  expect(seen).toEqual(['200']);
});

it('acts, and says why it was refused', async () => {
  const bodies: string[] = [];
  const { client, seen } = await clientThat(async (request) => {
    bodies.push(await request.text());
    return Response.json({ code: 'conflict' }, { status: 409 });
  });
  expect(await client.POST('/transfers', { body: { amount: '1.10' } })).toMatchObject({ error: { code: 'conflict' } });
  expect(bodies).toEqual(['{"amount":"1.10"}']);
  expect(seen).toEqual(['409']);
});

it('lets one call answer otherwise, as signing out does while the club is closed', async () => {
  const { client, seen } = await clientThat(() =>
    Promise.resolve(Response.json({ code: 'maintenance' }, { status: 503 })),
  );
  const middleware = [{ onResponse: () => Response.json({ code: 'internal' }, { status: 500 }) }];
  expect(await client.POST('/account/signOut', { middleware })).toMatchObject({ error: { code: 'internal' } });
  expect(seen).toEqual(['500']);
});

it('the app has no middleware that changes a call or a failure', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const using = (hook: string) => sources.filter((name) => readFileSync(`src/${name}`, 'utf8').includes(`${hook}(`));
  expect(using('onError')).toEqual([]);
  expect(using('onRequest')).toEqual(['api/client.ts']);
});

it('rejects with what the network rejected with', async () => {
  const lost = new TypeError('Failed to fetch');
  const { client, seen } = await clientThat(() => Promise.reject(lost));
  await expect(client.GET('/rules')).rejects.toBe(lost);
  expect(seen).toEqual([]);
});
