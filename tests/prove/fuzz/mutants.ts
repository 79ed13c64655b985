// Requests with exactly one fault, made of one that is right: whatever the description forbids is tried.
import { resolved, bodySchema, type Schema } from '#tests/api/support/from-description.ts';
import type { OperationId } from '#tests/api/support/call.ts';
import type { Random } from '../random.ts';
import { routeOf, takesKey, wireOf, type Ready, type Wire } from '../ready/request.ts';
import type { Judge } from './judge.ts';

export interface Mutant {
  /** What is wrong with it. */
  readonly fault: string;
  readonly wire: Wire;
  /** How it must be refused. */
  readonly status: number;
  readonly code: string;
  /** A proxy that reads bodies can't pass it on. */
  readonly unreadable?: true;
}

const LONG = 5_000;
const TOO_LARGE = 70_000;
const KEY = 'fuzz-key-0001';

/** Values that are not of a type, each with its type. */
const OTHERS: readonly [type: string, value: unknown][] = [
  ['string', 'text'],
  ['number', 7.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', { nested: {} }],
];

/** Values for a field that break one of its rules, whatever that rule is; those that break none are left out later. */
function invalidValues(given: Schema, value: unknown): [what: string, value: unknown][] {
  const schema = resolved(given);
  const text = typeof value === 'string' ? value : 'text';
  const spoiled: [string, unknown][] = OTHERS.map(([type, other]) => [`is of type ${type}`, other]);
  spoiled.push(
    ['is empty', ''],
    ['is too long', text.padEnd(LONG, text || 'x')],
    ['has blanks', ' '],
    ['is unknown', 'nothing-of-the-list'],
  );
  spoiled.push(['has a control character', `${text}\u0000`], ['is the same with a line break', `${text}\n`]);
  spoiled.push(['is below zero', -1], ['is larger than all bounds', 2 ** 53], ['is a number in text', '7']);
  for (const alternative of schema.oneOf ?? []) spoiled.push(...invalidValues(alternative, value));
  if (schema.properties !== undefined && typeof value === 'object' && value !== null)
    spoiled.push(...invalidObjects(schema, value as Record<string, unknown>));
  return spoiled;
}

function invalidObjects(schema: Schema, value: Record<string, unknown>): [what: string, value: unknown][] {
  const fields = Object.entries(schema.properties ?? {});
  return [
    ['has a field too many', { ...value, surplus: 1 }],
    [
      'has a field of the prototype',
      JSON.parse(JSON.stringify(value).replace(/^\{/, '{"constructor":{"prototype":1},').replace(/,\}$/, '}')),
    ],
    ...fields
      .filter(([name]) => name in value)
      .flatMap(([name, field]): [string, unknown][] => {
        const { [name]: _left, ...rest } = value;
        const changed = invalidValues(field, value[name]).map(([what, other]): [string, unknown] => [
          `${name} ${what}`,
          { ...value, [name]: other },
        ]);
        return [[`${name} is missing`, rest], ...changed];
      }),
  ];
}

/** All bodies with one fault: those that the judge still takes have none. */
function invalidBodies(operationId: OperationId, ready: Ready, judge: Judge): [what: string, body: unknown][] {
  const schema = bodySchema(routeOf(operationId));
  if (schema === null) return [];
  const body = ready.body ?? {};
  const all: [string, unknown][] = [
    ...OTHERS.filter(([type]) => type !== 'object').map(([type, other]): [string, unknown] => [
      `body is of type ${type}`,
      other,
    ]),
    ...invalidObjects(resolved(schema), body).map(([what, other]): [string, unknown] => [`body ${what}`, other]),
  ];
  const seen = new Set<string>();
  return all.filter(([, other]) => {
    const text = JSON.stringify(other);
    if (seen.has(text) || judge.takes(operationId, other)) return false;
    seen.add(text);
    return true;
  });
}

/** Texts for a parameter that can't be what it asks for. */
function invalidTexts(given: Schema): [what: string, text: string][] {
  const schema = resolved(given);
  const spoiled: [string, string][] = [];
  if (schema.enum !== undefined) spoiled.push(['is unknown', 'nothing-of-the-list']);
  if (schema.type === 'integer')
    spoiled.push(['is no number', 'seven'], ['is a fraction', '1.5'], ['is a list', '1,2']);
  if (schema.minimum !== undefined) spoiled.push(['is below its minimum', String(schema.minimum - 1)]);
  if (schema.maximum !== undefined) spoiled.push(['is above its maximum', String(schema.maximum + 1)]);
  if (schema.format === 'uuid')
    spoiled.push(['is no UUID', 'not-a-uuid'], ['is a URN', 'urn:uuid:3f0c2a1e-6d6a-4a55-9d0e-2f2f7f0c9a11']);
  if (schema.format === 'date') spoiled.push(['is no day', '2026-13-01'], ['is a moment', '2026-11-21T00:00:00Z']);
  if (schema.format === 'email') spoiled.push(['is no address', 'nobody']);
  if (schema.maxLength !== undefined) spoiled.push(['is too long', 'x'.repeat(schema.maxLength + 1)]);
  if (schema.minLength !== undefined && schema.minLength > 1) spoiled.push(['is too short', 'x']);
  if (schema.pattern !== undefined) spoiled.push(['does not fit its pattern', '%\u{1F512}!']);
  return spoiled;
}

/** All requests with one fault. */
export function mutantsOf(operationId: OperationId, ready: Ready, judge: Judge): Mutant[] {
  const route = routeOf(operationId);
  const key = takesKey(route) ? KEY : null;
  const right = wireOf(operationId, ready, key);
  const invalid = (fault: string, wire: Wire): Mutant => ({ fault, wire, status: 400, code: 'invalid_request' });
  const bodies = invalidBodies(operationId, ready, judge).map(([what, body]) =>
    invalid(what, { ...right, body: JSON.stringify(body) }),
  );
  const parameters = route.parameters
    .filter(({ in: place }) => place !== 'header')
    .flatMap(({ name, in: place, schema }) =>
      invalidTexts(schema as Schema).map(([what, text]) => {
        const part =
          place === 'path' ? { path: { ...ready.path, [name]: text } } : { query: { ...ready.query, [name]: text } };
        return invalid(`${name} ${what}`, wireOf(operationId, { ...ready, ...part }, key));
      }),
    );
  const missing = route.parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .map(({ name }) => {
      const { [name]: _left, ...query } = ready.query ?? {};
      return invalid(`${name} is missing`, wireOf(operationId, { ...ready, query }, key));
    });
  const surplus = { ...ready, query: { ...ready.query, surplus: '1' } };
  return [
    ...bodies,
    ...parameters,
    ...missing,
    invalid('there is a parameter too many', wireOf(operationId, surplus, key)),
    ...ofHeaders(operationId, ready, right),
  ];
}

function ofHeaders(operationId: OperationId, ready: Ready, right: Wire): Mutant[] {
  const route = routeOf(operationId);
  const mutants: Mutant[] = [];
  if (takesKey(route)) {
    const short = wireOf(operationId, ready, 'short');
    mutants.push({ fault: 'the key is too short', wire: short, status: 400, code: 'invalid_request' });
    const isRequired = route.parameters.some(({ name, required }) => name === 'Idempotency-Key' && required === true);
    if (isRequired)
      mutants.push({
        fault: 'the key is missing',
        wire: wireOf(operationId, ready, null),
        status: 400,
        code: 'invalid_request',
      });
  }
  if (route.authentication === 'required') {
    const [none, other] = [null, 'pat_of-nobody'].map((token) => wireOf(operationId, { ...ready, token }, KEY)) as [
      Wire,
      Wire,
    ];
    mutants.push({ fault: 'nobody is signed in', wire: none, status: 401, code: 'session_ended' });
    mutants.push({ fault: 'the token is unknown', wire: other, status: 401, code: 'session_ended' });
  }
  if (route.hasBody) {
    const typed = { ...right, headers: { ...right.headers, 'content-type': 'text/plain' } };
    mutants.push({ fault: 'the body is plain text', wire: typed, status: 415, code: 'unsupported_media_type' });
    mutants.push({
      fault: 'the body is cut off',
      wire: { ...right, body: '{"half": ' },
      status: 400,
      code: 'invalid_request',
      unreadable: true,
    });
    const large = JSON.stringify({ surplus: 'x'.repeat(TOO_LARGE) });
    mutants.push({
      fault: 'the body is too large',
      wire: { ...right, body: large },
      status: 413,
      code: 'payload_too_large',
    });
  }
  return mutants;
}

/** Some of them, of each kind of fault one at least where there are more than fit. */
export function someOf(mutants: readonly Mutant[], most: number, random: Random): Mutant[] {
  return random.shuffled(mutants).slice(0, most);
}
