import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#server/entry/app.ts';
import { readRoutes } from '#server/platform/contract/document.ts';
import { handlers } from '#server/entry/handlers.ts';
import { PROBLEMS } from '#server/platform/contract/problems.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { PASSWORD } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

/** Longer than Fastify's own limit, which was too short when ten programs shared a core. */
const BUSY_MS = 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('the description and the code', () => {
  it('have the same operations, each in a file of its name', () => {
    const operations = readRoutes()
      .map((route) => route.operationId)
      .sort();
    const fileOf = (id: string) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    expect(Object.keys(handlers).sort()).toEqual(operations);
    expect(readdirSync('server/entry/operations').sort()).toEqual(['handler.ts', ...operations.map(fileOf)].sort());
  });

  it('have the same list of problem codes', () => {
    expect(Object.keys(PROBLEMS).sort()).toEqual([...description.components.schemas.ProblemCode.enum].sort());
  });

  it('are compared at startup, which an operation without a handler stops', async () => {
    const { getStatus: _left, ...others } = handlers;
    await expect(buildApp({ services: world.services, handlers: others })).rejects.toThrow(
      'no handler for the operation getStatus',
    );
  });

  it('may take as long as a busy machine needs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const slow = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(BUSY_MS));
      const app = await buildApp({
        services: world.services,
        registerPages: async (pages) => void (await pages.register(slow)),
      });
      await app.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('are compared in tests, which a response with another schema or an undocumented status fails', async () => {
    const answering = async (answer: object) => {
      const other = await createWorld({ on: world, handlers: { ...handlers, getStatus: async () => answer } });
      const response = await other.app.inject('/api/status');
      await other.close();
      return { response, logs: other.logs() };
    };
    const off = await answering({ status: 200, body: { time: 'now' } });
    expect(off.response.json()).toMatchObject({ status: 500, code: 'internal' });
    expect(off.logs).toContain('off its schema');
    expect(off.response.body).not.toContain('schema');
    expect((await answering({ status: 202, body: {} })).logs).toContain('undocumented status 202');
  });
});

/** What is wrong with a request, and the response. */
const BAD_SIGN_INS: [
  string,
  { body: unknown; headers?: Record<string, string>; query?: string },
  { status: number; code: string; errors?: object },
][] = [
  [
    'a missing field',
    { body: { username: 'x' } },
    { status: 400, code: 'invalid_request', errors: { password: ['Password is required.'] } },
  ],
  [
    'all fields missing',
    { body: {} },
    {
      status: 400,
      code: 'invalid_request',
      errors: { username: ['Username is required.'], password: ['Password is required.'] },
    },
  ],
  [
    'an empty field',
    { body: { username: '', password: 'x' } },
    { status: 400, code: 'invalid_request', errors: { username: ['Username is required.'] } },
  ],
  [
    'a number for a text',
    { body: { username: 1, password: 'x' } },
    { status: 400, code: 'invalid_request', errors: { username: ['Username isn’t valid.'] } },
  ],
  [
    'null for a text',
    { body: { username: null, password: 'x' } },
    { status: 400, code: 'invalid_request', errors: { username: ['Username isn’t valid.'] } },
  ],
  [
    'a list for a text',
    { body: { username: ['demo'], password: 'x' } },
    { status: 400, code: 'invalid_request', errors: { username: ['Username isn’t valid.'] } },
  ],
  [
    'an unknown field',
    { body: { username: 'x', password: 'x', admin: true } },
    { status: 400, code: 'invalid_request', errors: { admin: ['admin isn’t a known field.'] } },
  ],
  [
    'a text that is too long',
    { body: { username: 'x'.repeat(65), password: 'x' } },
    { status: 400, code: 'invalid_request', errors: { username: ['Username must have at most 64 characters.'] } },
  ],
  [
    'a list as the body',
    { body: [] },
    { status: 400, code: 'invalid_request', errors: { body: ['The request needs a JSON object as its body.'] } },
  ],
  [
    'null as the body',
    { body: 'null', headers: { 'content-type': 'application/json' } },
    { status: 400, code: 'invalid_request' },
  ],
  [
    'broken JSON',
    { body: '{"username": "x', headers: { 'content-type': 'application/json' } },
    { status: 400, code: 'invalid_request', errors: { body: ['The request body isn’t valid JSON.'] } },
  ],
  [
    'an empty body',
    { body: '', headers: { 'content-type': 'application/json' } },
    { status: 400, code: 'invalid_request' },
  ],
  ['no body at all', { body: undefined }, { status: 400, code: 'invalid_request' }],
  [
    'a body that reaches for a prototype',
    { body: '{"username":"x","password":"x","__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
    { status: 400, code: 'invalid_request' },
  ],
  [
    'a body nested without end',
    { body: '['.repeat(60_000), headers: { 'content-type': 'application/json' } },
    { status: 400, code: 'invalid_request' },
  ],
  [
    'a deeply nested field',
    {
      body: `{"username":${'['.repeat(30_000)}${']'.repeat(30_000)},"password":"x"}`,
      headers: { 'content-type': 'application/json' },
    },
    { status: 400, code: 'invalid_request' },
  ],
  [
    'a body of 1 MB',
    { body: { username: 'x', password: 'x'.repeat(1_048_576) } },
    { status: 413, code: 'payload_too_large' },
  ],
  [
    'a body of one byte too many',
    {
      body: JSON.stringify({ username: 'x', password: 'x' }).padEnd(65_537, ' '),
      headers: { 'content-type': 'application/json' },
    },
    { status: 413, code: 'payload_too_large' },
  ],
  [
    'a form',
    { body: 'username=x&password=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { status: 415, code: 'unsupported_media_type' },
  ],
  [
    'plain text',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    { status: 415, code: 'unsupported_media_type' },
  ],
  [
    'a media type that is none',
    { body: '{}', headers: { 'content-type': 'json' } },
    { status: 415, code: 'unsupported_media_type' },
  ],
  [
    'an unknown culture',
    { body: { username: 'x', password: 'x' }, query: '?culture=tlh' },
    { status: 400, code: 'invalid_request', errors: { culture: ['Choose one of the options for Language.'] } },
  ],
  [
    'two cultures',
    { body: { username: 'x', password: 'x' }, query: '?culture=en-US&culture=ja-JP' },
    { status: 400, code: 'invalid_request' },
  ],
  [
    'an unknown parameter',
    { body: { username: 'x', password: 'x' }, query: '?debug=1' },
    { status: 400, code: 'invalid_request', errors: { debug: ['debug isn’t a known parameter.'] } },
  ],
  [
    'a key that is too short',
    { body: { username: 'x', password: 'x' }, headers: { 'idempotency-key': 'abc' } },
    { status: 400, code: 'invalid_request', errors: { 'idempotency-key': [expect.any(String)] } },
  ],
  ['a name with NUL', { body: { username: 'a\u0000b', password: 'x' } }, { status: 401, code: 'invalid_login' }],
  [
    'a name with half a letter',
    { body: { username: '\ud800', password: '\ud800' } },
    { status: 401, code: 'invalid_login' },
  ],
];

describe('bad input', () => {
  it.each(BAD_SIGN_INS)(
    '%s is refused as a problem, and the same attempt then succeeds',
    async (_what, request, expected) => {
      const send = (sent: typeof request) =>
        world.app.inject({
          method: 'POST',
          url: `/api/token${sent.query ?? ''}`,
          headers: sent.headers ?? {},
          ...(sent.body === undefined ? {} : { payload: sent.body as object }),
        });
      const response = await send(request);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(response.statusCode).toBe(expected.status);
      expect(response.json()).toMatchObject({
        ...expected,
        type: `urn:perch:problem:${expected.code}`,
        reference: response.headers['x-request-id'],
      });
      const member = await world.member();
      expect((await send({ body: { username: member.username, password: PASSWORD } })).statusCode).toBe(200);
    },
  );

  it.each([
    ['ja-JP', 'ユーザー名は必須です。'],
    ['zh-CN', '用户名为必填项。'],
    ['en-US', 'Username is required.'],
  ])('is reported in %s', async (culture, sentence) => {
    const answer = await world.browser({ culture }).callUnchecked('createToken', { body: { password: 'x' } });
    expect(answer.body.errors).toEqual({ username: [sentence] });
  });

  it.each([
    ['GET', '/api/nowhere', 404, 'not_found'],
    ['POST', '/api/nowhere', 404, 'not_found'],
    ['GET', '/api', 404, 'not_found'],
    ['GET', '/api/Token', 404, 'not_found'],
    ['GET', '/api/token/', 404, 'not_found'],
    ['GET', '/api/token', 405, 'method_not_allowed'],
    ['DELETE', '/api/token', 405, 'method_not_allowed'],
    ['PUT', '/api/requests/some-key-01', 405, 'method_not_allowed'],
    ['POST', '/api/status', 405, 'method_not_allowed'],
    ['OPTIONS', '/api/status', 405, 'method_not_allowed'],
    ['GET', '/api/%zz', 400, 'invalid_request'],
  ] as const)('%s %s is %i', async (method, url, status, code) => {
    const response = await world.app.inject({ method, url });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, status });
    if (status === 405) expect(response.headers.allow).toMatch(/^(GET|POST)$/);
  });

  it('names at most twenty fields, however many are wrong', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1]));
    const answer = await world.browser().callUnchecked('createToken', { body });
    expect(Object.keys(answer.body.errors)).toHaveLength(20);
  });
});

describe('every response of the API', () => {
  it.each(['/api/status', '/api/nowhere', '/api/account/userInfo'])(
    'of %s is not cacheable and carries the security headers',
    async (url) => {
      const { headers } = await world.app.inject(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types perch-worker",
        'permissions-policy': expect.stringMatching(
          /geolocation=\(\), .*, publickey-credentials-get=\(self\), camera=\(self\), clipboard-read=\(self\), clipboard-write=\(self\)$/,
        ),
      });
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('takes no request id from the caller', async () => {
    const response = await world.app.inject({
      url: '/api/status',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(response.headers['x-request-id']).toMatch(/^req-[\w-]{12}$/);
  });
});

describe('calls from other origins', () => {
  const ask = async (origin: string) => {
    const other = await createWorld({ on: world, config: { apiOrigins: ['https://app.example'] } });
    const preflight = await other.app.inject({
      method: 'OPTIONS',
      url: '/api/token',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    const call = await other.app.inject({ url: '/api/status', headers: { origin } });
    await other.close();
    return [preflight.headers['access-control-allow-origin'], call.headers['access-control-allow-origin']];
  };

  it('are allowed from exactly the listed ones', async () => {
    expect(await ask('https://app.example')).toEqual(['https://app.example', 'https://app.example']);
    for (const origin of ['https://app.example.evil', 'http://app.example', 'https://sub.app.example', 'null']) {
      expect(await ask(origin), origin).toEqual([undefined, undefined]);
    }
  });
});
