// Valid and invalid requests generated from the API description: whatever is sent, the response is a documented one.
// The server itself checks that responses match their schemas, and fails the call otherwise.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';
import { serverUrl } from '#fixtures/club/database.ts';
import { bodySchema, fitting, resolved, type Schema } from '../support/from-description.ts';
import { createWorld, type World } from '../support/world.ts';

/**
 * Requests per operation; each run generates others. The long list, on the embedded engine, sends six times as many.
 */
const RUNS = serverUrl === null ? 120 : 20;

let world: World;
let tokens: string[];
beforeAll(async () => {
  world = await createWorld();
  const member = await world.member({ secondFactor: true });
  const other = await world.member();
  const browser = world.browser();
  await browser.signIn(member);
  const { body } = await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } });
  tokens = [body.accessToken, (await browser.session(other)).accessToken, 'pat_unknown'];
});
afterAll(() => world.close());

const anything = fc.jsonValue({ maxDepth: 2 });
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 70 }));

/** An amount that is larger or finer than any the books can store, or longer than a line. */
const hugeAmount = fc.oneof(
  fc.constantFrom(
    '99999999999999999999',
    '99999999999999999999.999999999999999999',
    '1000000000000000',
    '0.0000000000000000001',
  ),
  fc.integer({ min: 16, max: 5_000 }).map((digits) => '9'.repeat(digits)),
  fc.integer({ min: 19, max: 5_000 }).map((digits) => `0.${'1'.repeat(digits)}`),
);

/** Valid except for an amount beyond all limits, if there is one. */
function huge(schema: Schema): fc.Arbitrary<unknown> {
  const amounts = Object.keys(resolved(schema).properties ?? {}).filter((name) => name.startsWith('amount'));
  return fc
    .tuple(fitting(schema), hugeAmount)
    .map(([body, amount]) => ({ ...(body as object), ...Object.fromEntries(amounts.map((name) => [name, amount])) }));
}

/** The same with one thing wrong, or something else altogether. */
function bodies(schema: Schema): fc.Arbitrary<unknown> {
  const right = fitting(schema);
  const field = fc.constantFrom(
    'username',
    'password',
    'code',
    'method',
    'challenge',
    'refreshToken',
    'email',
    'newPassword',
    'purpose',
    'token',
    'position',
    'constructor',
    'unknown',
  );
  const spoiled = fc
    .tuple(right, field, anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
  return fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 3, arbitrary: spoiled },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: huge(schema) },
  );
}

/** The query of a route: its own parameters, valid, invalid and missing, besides the language. */
function queries(route: RouteObject): fc.Arbitrary<string> {
  const own = route.parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'culture');
  const values = own.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fitting(schema as Schema).map(String) },
      { weight: 1, arbitrary: anyText },
    );
    return fc.option(
      value.map((text) => `${name}=${encodeURIComponent(text)}`),
      { nil: '', freq: 4 },
    );
  });
  const culture = fc.oneof(
    fc.constantFrom('', '?culture=en-US', '?culture=ja-JP', '?culture=zh-CN'),
    anyText.map((text) => `?culture=${encodeURIComponent(text)}`),
    fc.constantFrom('?a=1', '?culture', '?__proto__=1', '?culture[]=x', '?%zz'),
  );
  return fc.tuple(culture, fc.tuple(...values)).map(([language, parameters]) => {
    const given = parameters.filter((parameter) => parameter !== '').join('&');
    if (given === '') return language;
    return language === '' ? `?${given}` : `${language}&${given}`;
  });
}

/** What some parsers accept as a UUID and others don't. */
const likeUuid = fc
  .uuid()
  .chain((id) =>
    fc.constantFrom(id, id.toUpperCase(), `urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', ''), ` ${id}`, `${id}\n`),
  );

function requests(route: RouteObject) {
  const schema = bodySchema(route);
  const key = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom('fuzz-key-0001', 'fuzz-key-0002', 'short', '!!!!!!!!!!'),
  );
  const isUuid = route.parameters.some(
    (parameter) => parameter.in === 'path' && resolved(parameter.schema as Schema).format === 'uuid',
  );
  const path = fc.oneof(
    ...(isUuid ? [likeUuid.map(encodeURIComponent)] : []),
    fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
    anyText.map((text) => encodeURIComponent(text)).filter((text) => text !== '' && text !== '.' && text !== '..'),
  );
  return fc.record({
    query: queries(route),
    key,
    path,
    token: fc.oneof(fc.constant(undefined), fc.constantFrom(...tokens)),
    cookie: fc.oneof(
      fc.constant(undefined),
      fc.constantFrom(
        '__Host-perch_challenge=x',
        '__Host-perch_browser=a.b',
        '__Host-perch_browser=.',
        '__Host-perch_asking=x',
        '__Host-perch_email_proof=x',
        '__Host-perch_recovery=%00',
        '__Host-perch_reset=x',
        '=;=;%',
      ),
    ),
    mediaType: fc.constantFrom(
      'application/json',
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/x-www-form-urlencoded',
    ),
    body:
      schema === null
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 8, arbitrary: bodies(schema).map((body) => JSON.stringify(body)) },
            { weight: 1, arbitrary: anyText },
          ),
  });
}

/** The body of a response, or nothing if it never ends. */
async function textOf(response: { headers: Record<string, unknown>; stream(): Readable }): Promise<string> {
  const stream = response.stream();
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy();
    return '';
  }
  return text(stream);
}

describe('an id', () => {
  const routes = readRoutes().filter((route) =>
    route.parameters.some(
      (parameter) => parameter.in === 'path' && resolved(parameter.schema as Schema).format === 'uuid',
    ),
  );

  it.each(routes.map((route) => [route.operationId, route] as const))(
    'that is not a plain UUID is refused by %s before anything is looked up',
    async (_operationId, route) => {
      for (const id of [
        'urn:uuid:3f0c2a1e-6d6a-4a55-9d0e-2f2f7f0c9a11',
        '{3f0c2a1e-6d6a-4a55-9d0e-2f2f7f0c9a11}',
        '3f0c2a1e6d6a4a559d0e2f2f7f0c9a11',
      ]) {
        const response = await world.app.inject({
          method: route.method,
          url: `/api${route.path.replace(/\{\w+\}/, encodeURIComponent(id))}`,
          headers: { authorization: `Bearer ${tokens[1]}`, 'idempotency-key': 'fuzz-key-0003' },
          ...(route.hasBody ? { payload: {} } : {}),
        });
        expect(response.json()).toMatchObject({ status: 400, code: 'invalid_request' });
      }
    },
  );

  it('is in the path of many calls', () => {
    expect(routes.length).toBeGreaterThan(9);
  });
});

describe('any request', () => {
  it.each(readRoutes().map((route) => [route.operationId, route] as const))(
    'to %s gets a documented response',
    async (_operationId, route) => {
      await fc.assert(
        fc.asyncProperty(requests(route), async ({ query, key, path, token, cookie, mediaType, body }) => {
          const response = await world.app.inject({
            method: route.method,
            url: `/api${route.path.replace(/\{\w+\}/, path)}${query}`,
            headers: {
              ...(body === undefined ? {} : { 'content-type': mediaType }),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...(key === undefined ? {} : { 'idempotency-key': key }),
              ...(cookie === undefined ? {} : { cookie }),
            },
            ...(body === undefined ? {} : { payload: body }),
            payloadAsStream: true,
          });
          const answer = await textOf(response);
          expect(response.statusCode, answer).toBeLessThan(500);
          expect([...route.responses.keys()], answer).toContain(response.statusCode);
        }),
        { numRuns: RUNS },
      );
    },
  );
});
