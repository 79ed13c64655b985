// The demo club, whose passwords are published, answers only this machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let home: World;
let club: World;
beforeAll(async () => {
  home = await createWorld({ config: { demo: true, publicOrigin: 'http://localhost:8080' } });
  club = await createWorld({ on: home, config: { demo: false } });
});
afterAll(async () => {
  await club.close();
  await home.close();
});

interface From {
  host?: string;
  remoteAddress?: string;
  headers?: Record<string, string>;
}
const STATUS = requestTo('getStatus').url;
const ask = (
  world: World,
  url: string,
  { host = 'localhost:8080', remoteAddress = '127.0.0.1', headers = {} }: From = {},
) => world.app.inject({ url, remoteAddress, headers: { host, ...headers } });

const ELSEWHERE: [string, From][] = [
  ["a proxy's X-Forwarded-For", { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ["a proxy's X-Forwarded-Proto alone", { headers: { 'x-forwarded-proto': 'https' } }],
  ["a proxy's Forwarded", { headers: { forwarded: 'for=203.0.113.9' } }],
  ["a proxy's Via", { headers: { via: '1.1 edge' } }],
  ["a proxy's X-Real-IP", { headers: { 'x-real-ip': '203.0.113.9' } }],
  ...[
    ['X-Forwarded', 'for=203.0.113.9'],
    ['X-Client-IP', '203.0.113.9'],
    ['Client-IP', '203.0.113.9'],
    ['X-Cluster-Client-IP', '203.0.113.9'],
    ['Fly-Client-IP', '203.0.113.9'],
    ['Fastly-Client-IP', '203.0.113.9'],
    ['CDN-Loop', 'cloudflare'],
    ['X-Envoy-External-Address', '203.0.113.9'],
    ['X-Azure-ClientIP', '203.0.113.9'],
    ['Cf-Ray', '230b030023ae2822-SJC'],
    ['Cf-Connecting-IP', '203.0.113.9'],
    ['True-Client-IP', '203.0.113.9'],
    ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678'],
    ['X-Amz-Cf-Id', 'abc'],
    ['X-Appengine-User-IP', '203.0.113.9'],
    ['X-Nf-Client-Connection-Ip', '203.0.113.9'],
    ['X-Vercel-Id', 'abc'],
    ['X-ARR-LOG-ID', 'abc'],
  ].map(([name = '', value = '']): [string, From] => [
    `a proxy's ${name}`,
    { headers: { [name.toLowerCase()]: value } },
  ]),
  ...[
    'https://wallet.example',
    'http://localhost.wallet.example',
    'https://wallet.example, http://localhost:8080',
    'null',
  ].map((origin): [string, From] => [`the Origin ${origin}`, { headers: { origin } }]),
  ['a Host that others reach', { host: 'wallet.example' }],
  ['a Host that only begins like this machine', { host: 'localhost.wallet.example' }],
  ['an address of the network', { remoteAddress: '192.168.1.9' }],
];

describe('a demo club', () => {
  it.each(ELSEWHERE)('refuses every request with %s', async (_what, from) => {
    for (const url of [STATUS, requestTo('createToken').url, '/Signin', '/outbox', '/assets/main.js']) {
      const answer = await ask(home, url, from);
      expect([url, answer.statusCode]).toEqual([url, 421]);
      expect(answer.body).toContain('demo club');
    }
  });

  it('refuses a sign-in from a page of another site', async () => {
    const signIn = (origin: string) =>
      home.app.inject({
        ...requestTo('createToken'),
        headers: { host: 'localhost:8080', origin },
        payload: { username: 'demo', password: 'x' },
      });
    expect((await signIn('https://wallet.example')).statusCode).toBe(421);
    expect((await signIn('http://localhost:8080')).statusCode).toBe(401);
  });

  // The development server's page has another port, and the phone shells have their own names for it.
  it.each([
    'http://localhost:8080',
    'http://127.0.0.1:5173',
    'http://[::1]:8080',
    'https://localhost',
    'capacitor://localhost',
  ])('answers a page of the origin %s', async (origin) => {
    expect((await ask(home, STATUS, { headers: { origin } })).statusCode).toBe(200);
  });

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('answers this machine as %s', async (host) => {
    expect((await ask(home, STATUS, { host })).statusCode).toBe(200);
  });

  it('is the only club that refuses a proxy', async () => {
    for (const [, from] of ELSEWHERE) expect((await ask(club, STATUS, from)).statusCode).toBe(200);
  });
});
