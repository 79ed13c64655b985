// A browser as the API meets it: it keeps cookies and sends what a test tells it to.
import { expect } from 'vitest';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestMember } from '#tests/support/members.ts';
import { callBy, type Answer, type Call, type Send, type SendOptions } from './call.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The one failure that no request may bring about. */
const INTERNAL = 500;

const HOST_PREFIX = '__Host-';

export interface BrowserOptions {
  userAgent?: string;
  culture?: string;
}

export interface Browser {
  cookies: Map<string, string>;
  /** The last `Set-Cookie` of each name as it came, for tests of its attributes. */
  setCookies: Map<string, string>;
  /** A request as the contract describes it. */
  call: Call;
  /** A request that the contract's types would not let through, or whose path a test works out. */
  send: Send;
  /** First step of a sign-in. */
  signIn(member: Pick<TestMember, 'username' | 'password'>, options?: SendOptions): Promise<Answer>;
  /** The whole sign-in of a member without a second factor; the tokens. */
  session(member: TestMember): Promise<{ accessToken: string; refreshToken: string }>;
}

/** What a test reads of an answer: whatever doesn't say that it is JSON stays the text it is. */
function parsed({ body, headers, json }: LightMyRequestResponse): unknown {
  if (body === '') return undefined;
  return /\bjson\b/.test(String(headers['content-type'])) ? json() : body;
}

/** Makes a browser without cookies. */
export function createBrowser(app: FastifyInstance, options: BrowserOptions = {}): Browser {
  const cookies = new Map<string, string>();
  const paths = new Map<string, string>();
  const setCookies = new Map<string, string>();
  /** As the server of this test names its cookies: tests say only the rest of the name. */
  let prefix = HOST_PREFIX;
  const plainName = (name: string) => name.replace(HOST_PREFIX, '');
  const cookieHeader = (path: string) => {
    const sent = [...cookies].filter(([name]) => `/api${path}`.startsWith(paths.get(name) ?? '/api'));
    return sent.length === 0 ? {} : { cookie: sent.map(([name, value]) => `${prefix}${name}=${value}`).join('; ') };
  };
  const send: Send = async (method, path, { body, ...sent } = {}) => {
    const culture = sent.culture ?? options.culture;
    const response = await app.inject({
      method,
      url: `/api${path}${culture === undefined ? '' : `${path.includes('?') ? '&' : '?'}culture=${culture}`}`,
      headers: {
        'user-agent': options.userAgent ?? FIREFOX,
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
        ...cookieHeader(path),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    expect(response.statusCode, `${method} ${path} ${response.body}`).not.toBe(INTERNAL);
    for (const header of [response.headers['set-cookie'] ?? []].flat())
      setCookies.set(plainName(header.split('=')[0] ?? ''), header);
    for (const cookie of response.cookies) {
      const name = plainName(cookie.name);
      prefix = cookie.name === name ? '' : HOST_PREFIX;
      paths.set(name, cookie.path ?? '/');
      if (cookie.value === '') cookies.delete(name);
      else cookies.set(name, cookie.value);
    }
    return {
      status: response.statusCode,
      body: parsed(response),
      headers: response.headers,
    };
  };
  const call = callBy(send);
  const browser: Browser = {
    cookies,
    setCookies,
    call,
    send,
    signIn: ({ username, password }, sent = {}) => call('createToken', { body: { username, password }, ...sent }),
    session: async (member) => {
      const answer = await browser.signIn(member);
      expect(answer.body).toMatchObject({ result: 'granted' });
      return answer.body;
    },
  };
  return browser;
}
