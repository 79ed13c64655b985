// The demo club, whose sign-ins are published, is answered to this machine alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from './support/world.ts';

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
const ask = (world: World, url: string, { host = 'localhost:8080', remoteAddress = '127.0.0.1', headers = {} }: From = {}) =>
  world.app.inject({ url, remoteAddress, headers: { host, ...headers } });

const ELSEWHERE: [string, From][] = [
  ["a proxy's X-Forwarded-For", { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ["a proxy's X-Forwarded-Proto alone", { headers: { 'x-forwarded-proto': 'https' } }],
  ["a proxy's Forwarded", { headers: { forwarded: 'for=203.0.113.9' } }],
  ["a proxy's Via", { headers: { via: '1.1 edge' } }],
  ["a proxy's X-Real-IP", { headers: { 'x-real-ip': '203.0.113.9' } }],
  ['a Host that others reach', { host: 'wallet.example' }],
  ['a Host that only begins like this machine', { host: 'localhost.wallet.example' }],
  ['an address of the network', { remoteAddress: '192.168.1.9' }],
];

describe('a demo club', () => {
  it.each(ELSEWHERE)('refuses everything that comes with %s', async (_what, from) => {
    for (const url of ['/api/status', '/api/token', '/Signin', '/outbox', '/assets/main.js']) {
      const answer = await ask(home, url, from);
      expect([url, answer.statusCode]).toEqual([url, 421]);
      expect(answer.body).toContain('demo club');
    }
  });

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('answers this machine as %s', async (host) => {
    expect((await ask(home, '/api/status', { host })).statusCode).toBe(200);
  });

  it('is no reason for a club without it to refuse a proxy', async () => {
    for (const [, from] of ELSEWHERE) expect((await ask(club, '/api/status', from)).statusCode).toBe(200);
  });
});
