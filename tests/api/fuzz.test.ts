// Requests made of the description, right ones and wrong ones: whatever is sent, the answer is a documented one. That
// answers fit their schemas is checked by the server itself, which fails the call otherwise.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { readRoutes, type RouteObject } from '#server/platform/contract/document.ts';
import { serverUrl } from '#tests/support/database.ts';
import { createWorld, type World } from './support/world.ts';

/**
 * Requests to each operation; each run makes others. The long list, on the embedded engine, makes three times as many.
 */
const RUNS = serverUrl === null ? 120 : 40;

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

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

const schemas = description.components.schemas as unknown as Record<string, Schema>;
/** A few addresses, so that calls meet what earlier ones left: codes, limits, recoveries. */
const ADDRESSES = ['one@mail.example', 'TWO@mail.example', 'three@mail.example'];
const anything = fc.jsonValue({ maxDepth: 2 });
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 70 }));

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Values that fit a schema. */
function fitting(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fitting(field)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map(fitting));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.oneof(fc.constantFrom(...ADDRESSES), fc.emailAddress());
  if (schema.pattern !== undefined) {
    const { minLength = 0, maxLength = 64 } = schema;
    return fc
      .stringMatching(new RegExp(schema.pattern))
      .filter((text) => text.length >= minLength && text.length <= maxLength);
  }
  return fc.string({
    unit: 'binary',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 64, 128),
  });
}

/** An amount that is larger than any the books can hold, or finer, or longer than a line. */
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

/** Right but for an amount that is beyond all bounds, where there is one. */
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
  const spoilt = fc
    .tuple(right, field, anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
  return fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: huge(schema) },
  );
}

function bodySchema(route: RouteObject): Schema | null {
  const paths = description.paths as Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  return paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content['application/json']?.schema ?? null;
}

/** The query of a route: its own parameters, right ones, wrong ones and left out, beside the language. */
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

/** What some readers of a UUID take and others don't. */
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

/** The body of an answer; of one that never ends, nothing. */
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

  it('stands in the path of many calls', () => {
    expect(routes.length).toBeGreaterThan(9);
  });
});

describe('any request', () => {
  it.each(readRoutes().map((route) => [route.operationId, route] as const))(
    'to %s gets a documented answer',
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
