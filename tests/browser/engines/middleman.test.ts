import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cookieOf, type Jar, type SentCookie } from './cookies.ts';
import { Middleman } from './middleman.ts';

/** The proxy between a browser and the club, as the browser sees it. */

const PROOF = 'proof=evp_1; Max-Age=1800; Path=/; HttpOnly; SameSite=Strict';
const OVER = 'recovery=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

let server: Server;
let middleman: Middleman;
let kept: SentCookie[];
let removed: string[];
const jar: Jar = {
  read: () => Promise.resolve([]),
  add: (cookie) => Promise.resolve(void kept.push(cookie)),
  remove: (name) => Promise.resolve(void removed.push(name)),
};

beforeEach(async () => {
  [kept, removed] = [[], []];
  server = createServer((_, response) => response.writeHead(200, { 'set-cookie': [PROOF, OVER] }).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  middleman = await Middleman.open();
  middleman.jar = jar;
});
afterEach(async () => {
  await middleman.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A call through the proxy: the status and the `Set-Cookie` lines; null if the connection breaks. */
function call(): Promise<{ status: number; cookies: readonly string[] } | null> {
  const url = `http://localhost:${(server.address() as AddressInfo).port}/api/call`;
  const [host, port] = middleman.address.split(':');
  return new Promise((resolve) => {
    request({ host, port, path: url, method: 'GET' }, (answer) =>
      resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [] }),
    )
      .once('error', () => resolve(null))
      .end();
  });
}

it('parses a line with a cookie', () => {
  expect(cookieOf(PROOF, 0)).toEqual({
    name: 'proof',
    value: 'evp_1',
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    expires: 1800,
  });
  expect(cookieOf(OVER)).toEqual({ name: 'recovery', value: '', path: '/', httpOnly: false, expires: 0 });
  expect(cookieOf('a=b=c')).toEqual({ name: 'a', value: 'b=c', path: '/', httpOnly: false });
});

it('passes each line of a response separately', async () => {
  expect(await call()).toEqual({ status: 200, cookies: [PROOF, OVER] });
});

it.each([
  { how: 'lost', instead: null, end: (route: { abort: () => Promise<void> }) => route.abort() },
  {
    how: 'replaced',
    instead: { status: 500, cookies: [] },
    end: (route: { fulfill: (filling: object) => Promise<void> }) => route.fulfill({ status: 500, body: '' }),
  },
])('keeps the cookies of a response that is $how', async ({ instead, end }) => {
  middleman.route('**/api/call', async (route) => {
    await route.fetch();
    await end(route);
  });
  expect(await call()).toEqual(instead);
  expect(kept.map(({ name, value }) => `${name}=${value}`)).toEqual(['proof=evp_1']);
  expect(removed).toEqual(['recovery']);
});
