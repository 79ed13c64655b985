// The API description limits what a call may request and return: amounts, texts and lists, checked over all of it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { limitOf } from '#server/entry/http/rate-limits.ts';
import { readRoutes } from '#server/platform/contract/document.ts';
import type { OperationId } from '#server/platform/contract/types.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Part {
  $ref?: string;
  name?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: OperationId;
  parameters?: Part[];
  requestBody?: Part;
  responses: Record<string, Part>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const MOST_WHOLE_DIGITS = 15;
/** Lists of at least this length have a line in the document. */
const LONG = 20;
const DOCUMENT = readFileSync('docs/security/costly-calls.md', 'utf8');

function resolved<T extends object>(part: T & { $ref?: string }, given: Description): T {
  if (part.$ref === undefined) return part;
  const [group = '', name = ''] = part.$ref.split('/').slice(-2);
  return resolved(given.components[group]?.[name] as T, given);
}

/** Every schema below one, each with its path from the call; a schema inside itself is visited once. */
function* below(
  given: Description,
  schema: Schema,
  at: string,
  inside: readonly string[] = [],
): Generator<{ at: string; schema: Schema }> {
  if (schema.$ref !== undefined && inside.includes(schema.$ref)) return;
  const within = schema.$ref === undefined ? inside : [...inside, schema.$ref];
  const own = resolved(schema, given);
  yield { at, schema: own };
  const parts: [string, Schema][] = [
    ...Object.entries(own.properties ?? {}).map(([name, part]): [string, Schema] => [`${at}.${name}`, part]),
  ];
  if (own.items !== undefined) parts.push([`${at}[]`, own.items]);
  if (typeof own.additionalProperties === 'object') parts.push([`${at}.*`, own.additionalProperties]);
  for (const part of [own.oneOf, own.anyOf, own.allOf].flatMap((each) => each ?? [])) parts.push([at, part]);
  for (const [way, part] of parts) yield* below(given, part, way, within);
}

function operations(given: Description): Operation[] {
  return Object.values(given.paths).flatMap((methods) =>
    Object.values(methods).filter((each) => typeof each === 'object' && 'operationId' in each),
  );
}

function asked(given: Description): { at: string; schema: Schema }[] {
  return operations(given).flatMap((operation) => {
    const parameters = (operation.parameters ?? [])
      .map((part) => resolved(part, given))
      .map(({ name = '', schema = {} }) => ({ at: `${operation.operationId}?${name}`, schema }));
    const bodies = Object.values(
      operation.requestBody === undefined ? {} : (resolved(operation.requestBody, given).content ?? {}),
    ).map(({ schema = {} }) => ({ at: operation.operationId, schema }));
    return [...parameters, ...bodies].flatMap(({ at, schema }) => [...below(given, schema, at)]);
  });
}

function answered(given: Description): { at: string; operationId: OperationId; status: string; schema: Schema }[] {
  return operations(given).flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Object.values(resolved(response, given).content ?? {}).flatMap(({ schema = {} }) =>
        [...below(given, schema, `${operationId} ${status}`)].map((each) => ({ ...each, operationId, status })),
      ),
    ),
  );
}

const isA = (schema: Schema, type: string) => [schema.type ?? []].flat().includes(type);
const isShort = ({ format = '', enum: listed, const: fixed, maxLength }: Schema) =>
  listed !== undefined ||
  fixed !== undefined ||
  maxLength !== undefined ||
  ['uuid', 'date', 'date-time'].includes(format);
/** Amounts are recognized by what their patterns accept. */
const isAmount = (schema: Schema) =>
  isA(schema, 'string') &&
  schema.pattern !== undefined &&
  ['0.10', '7'].every((text) => new RegExp(schema.pattern ?? '').test(text)) &&
  !new RegExp(schema.pattern).test('a');
const isBoundedAmount = ({ pattern = '', maxLength = Number.POSITIVE_INFINITY }: Schema) => {
  const fits = (text: string) => new RegExp(pattern).test(text) && text.length <= maxLength;
  const most = `${'9'.repeat(MOST_WHOLE_DIGITS)}.${'9'.repeat(18)}`;
  return fits(most) && !fits(`9${most}`) && !fits(`${most}9`) && !fits('-1') && !fits('1e3');
};

const unboundedTexts = (given: Description) =>
  asked(given)
    .filter(({ schema }) => isA(schema, 'string') && !isShort(schema))
    .map(({ at }) => at);
const unboundedAmounts = (given: Description) =>
  asked(given)
    .filter(({ schema }) => isAmount(schema) && !isBoundedAmount(schema))
    .map(({ at }) => at);
const unboundedLists = (given: Description) =>
  [...asked(given), ...answered(given)]
    .filter(({ schema }) => isA(schema, 'array') && schema.maxItems === undefined)
    .map(({ at }) => at);

/** The longest list in each call's successful response, if it is long. */
function longLists(given: Description): Map<OperationId, number> {
  const found = new Map<OperationId, number>();
  for (const { operationId, status, schema } of answered(given)) {
    const { maxItems = 0 } = schema;
    if (status === '200' && isA(schema, 'array') && maxItems >= LONG)
      found.set(operationId, Math.max(maxItems, found.get(operationId) ?? 0));
  }
  return found;
}

const contract = description as unknown as Description;
/** The description with a mistake in it. */
function planted(spoil: (given: { components: { schemas: Record<string, Schema> } }) => void): Description {
  const copy = structuredClone(description) as never;
  spoil(copy);
  return copy;
}

describe('the description', () => {
  it('limits every amount that can be requested', () => {
    expect(
      asked(contract)
        .filter(({ schema }) => isAmount(schema))
        .map(({ at }) => at)
        .sort(),
    ).toEqual([
      'createDeposit.amount',
      'createExchange.amount',
      'createPurchase.amountUsd',
      'createTransfer.amount',
      'createWithdrawal.amount',
    ]);
    expect(unboundedAmounts(contract)).toEqual([]);
    const wide = planted(
      ({ components }) =>
        void ((components.schemas['TransferWanted'] as { properties: Record<string, Schema> }).properties['amount'] = {
          $ref: '#/components/schemas/DecimalString',
        }),
    );
    expect(unboundedAmounts(wide)).toEqual(['createTransfer.amount']);
  });

  it('limits every text of a request', () => {
    expect(unboundedTexts(contract)).toEqual([]);
    expect(
      unboundedTexts(
        planted(
          ({ components }) =>
            void ((components.schemas['AddressWanted'] as { properties: Record<string, Schema> }).properties['label'] =
              { type: 'string' }),
        ),
      ),
    ).toEqual(['saveAddress.label']);
  });

  it('limits every list in requests and responses', () => {
    expect(unboundedLists(contract)).toEqual([]);
    const endless = planted(
      ({ components }) =>
        delete (components.schemas['AddressList'] as { properties: { items: Schema } }).properties.items.maxItems,
    );
    expect(unboundedLists(endless)).toEqual(['listAddresses 200.items', 'removeAddress 200.items']);
  });
});

describe('the document of costly calls', () => {
  const lines = [...DOCUMENT.matchAll(/^\| `(\w+)`(?: with `(\w+)`)? \| (?:(\d+) \| )?(\d+) \| .+ \|$/gm)].map(
    ([, call = '', parameter, most, minute = '']) => ({
      call,
      parameter,
      most: most === undefined ? null : Number(most),
      minute: Number(minute),
    }),
  );

  it('has a line for every long list, with its length', () => {
    const listed = lines.flatMap(({ call, most }) => (most === null ? [] : [[call, most] as const]));
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(longLists(contract)));
  });

  it('names only existing calls, with their actual limits', () => {
    const known = new Set<string>(readRoutes().map(({ operationId }) => operationId));
    expect(lines.filter(({ call }) => !known.has(call))).toEqual([]);
    expect(lines.map(({ call, parameter, minute }) => [call, parameter, minute])).toEqual(
      lines.map(({ call, parameter }) => [call, parameter, limitOf(call as OperationId, parameter)]),
    );
  });

  it('has a line for every parameter that makes a call cost more', () => {
    const costly = readRoutes().flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, rateGroup }) => (rateGroup === undefined ? [] : [[operationId, name]])),
    );
    expect(lines.flatMap(({ call, parameter }) => (parameter === undefined ? [] : [[call, parameter]]))).toEqual(
      costly,
    );
  });
});

describe('the server', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await setRates(world);
  });
  afterAll(() => world.close());

  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const calls = (recipient: string, amount: string) =>
    [
      ['createDeposit', { asset: 'ETH', network: 'ethereum', amount }],
      ['createWithdrawal', { asset: 'ETH', network: 'ethereum', address, amount }],
      ['createTransfer', { recipient, asset: 'ETH', amount, note: 'A gift' }],
      ['createExchange', { from: 'ETH', to: 'USDT', amount }],
      ['createPurchase', { stage: 8, amountUsd: amount, riskVersion: 1 }],
    ] as const;

  it('refuses an amount of sixteen digits as malformed, and one of fifteen only because of the member’s balance', async () => {
    const [who, other] = [await rich(world), await world.member()];
    for (const [id, body] of calls(other.username, `1${'0'.repeat(MOST_WHOLE_DIGITS)}`))
      expect([id, (await who.call(id, { body })).body.code]).toEqual([id, 'invalid_request']);
    for (const [id, body] of calls(other.username, '9'.repeat(MOST_WHOLE_DIGITS))) {
      const { status, body: answer } = await who.call(id, { body });
      expect([id, status === 200 ? 'asked for' : answer.code]).toEqual([
        id,
        id === 'createDeposit' ? 'asked for' : 'insufficient_balance',
      ]);
    }
  });
});
