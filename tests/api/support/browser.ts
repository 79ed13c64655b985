// A browser as the API sees it: it keeps cookies and sends what a test tells it to.
import { expect } from 'vitest';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestMember } from '#fixtures/club/members.ts';
import { callsBy, type Answer, type Calls, type SendOptions, type Transport } from './call.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The one failure that no request may cause. */
const INTERNAL = 500;

const HOST_PREFIX = '__Host-';

export interface BrowserOptions {
  userAgent?: string;
  culture?: string;
}

export interface Browser extends Calls {
  cookies: Map<string, string>;
  /** The last `Set-Cookie` header of each name, for tests of its attributes. */
  setCookies: Map<string, string>;
  /** The same browser, which says so much with each request unless the request says something else. */
  as(said: SendOptions | ((method: 'GET' | 'POST') => SendOptions)): Browser;
  /** The first step of a sign-in. */
  signIn(member: Pick<TestMember, 'username' | 'password'>, options?: SendOptions): Promise<Answer>;
  /** Signs in a member without a second factor; returns the tokens. */
  session(member: TestMember): Promise<{ accessToken: string; refreshToken: string }>;
}

/** The body of a response: parsed if it says that it is JSON, as it came if it says that it is PDF, otherwise text. */
function parsed({ body, headers, json, rawPayload }: LightMyRequestResponse): unknown {
  if (body === '') return undefined;
  const type = String(headers['content-type']);
  if (/\bpdf\b/.test(type)) return rawPayload;
  return /\bjson\b/.test(type) ? json() : body;
}

/** Makes a browser without cookies. */
export function createBrowser(app: FastifyInstance, options: BrowserOptions = {}): Browser {
  const cookies = new Map<string, string>();
  const paths = new Map<string, string>();
  const setCookies = new Map<string, string>();
  /** The prefix of cookie names in this test's server: tests name only the rest. */
  let prefix = HOST_PREFIX;
  const plainName = (name: string) => name.replace(HOST_PREFIX, '');
  const cookieHeader = (path: string) => {
    const sent = [...cookies].filter(([name]) => `/api${path}`.startsWith(paths.get(name) ?? '/api'));
    return sent.length === 0 ? {} : { cookie: sent.map(([name, value]) => `${prefix}${name}=${value}`).join('; ') };
  };
  const transport: Transport = async (method, path, { body, ...sent }) => {
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
  const browserBy = (carry: Transport): Browser => {
    const calls = callsBy(carry);
    const signIn: Browser['signIn'] = ({ username, password }, sent = {}) =>
      calls.call('createToken', { body: { username, password }, ...sent });
    return {
      ...calls,
      cookies,
      setCookies,
      as: (said) =>
        browserBy((method, path, request) => {
          const always = typeof said === 'function' ? said(method) : said;
          return carry(method, path, { ...always, ...request, key: request.key ?? always.key });
        }),
      signIn,
      session: async (member) => {
        const answer = await signIn(member);
        expect(answer.body).toMatchObject({ result: 'granted' });
        return answer.body;
      },
    };
  };
  return browserBy(transport);
}
