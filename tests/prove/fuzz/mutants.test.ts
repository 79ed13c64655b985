import { beforeAll, describe, expect, it } from 'vitest';
import { wireOf, type Ready } from '../ready/request.ts';
import { Judge } from './judge.ts';
import { mutantsOf } from './mutants.ts';

let judge: Judge;
beforeAll(async () => void (judge = await Judge.open()));

const TRANSFER: Ready = {
  token: 'pat_some-token',
  body: { recipient: 'somebody', asset: 'USDT', amount: '25', note: 'Thanks' },
};
const STATUS = {
  ...{ time: '2026-11-24T00:00:00Z', version: '0.1.0', available: true, demo: false, networks: [] },
  maintenance: { on: false, until: null },
};

describe('requests with one fault', () => {
  it('break every rule of the body, one at a time, and are none of those that are right', () => {
    const mutants = mutantsOf('createTransfer', TRANSFER, judge);
    const faults = mutants.map(({ fault }) => fault);
    for (const field of ['recipient', 'asset', 'amount', 'note']) {
      expect(faults).toContain(`body ${field} is missing`);
      expect(faults).toContain(`body ${field} is of type null`);
    }
    for (const fault of [
      'body has a field too many',
      'the key is missing',
      'the body is cut off',
      'nobody is signed in',
    ])
      expect(faults).toContain(fault);
    const bodies = mutants.filter(({ fault }) => fault.startsWith('body ')).map(({ wire }) => wire.body ?? '');
    expect(bodies.length).toBeGreaterThan(30);
    expect(bodies.filter((body) => judge.takes('createTransfer', JSON.parse(body)))).toEqual([]);
    expect(new Set(bodies).size).toBe(bodies.length);
  });

  it('are made for the path and the query too', () => {
    const ready: Ready = { token: 'pat_some-token', path: { id: '3f0c2a1e-6d6a-4a55-9d0e-2f2f7f0c9a11' } };
    expect(mutantsOf('getReceipt', ready, judge).map(({ fault }) => fault)).toContain('id is no UUID');
    const days = mutantsOf('getBalanceDays', { token: 'pat_some-token', query: { days: '30' } }, judge);
    expect(days.map(({ fault }) => fault)).toContain('days is a fraction');
  });
});

describe('the judge', () => {
  const answer = (changes: object = {}) => ({
    ...{ status: 200, mediaType: 'application/json', body: JSON.stringify(STATUS) },
    ...changes,
  });

  it('is content with a documented answer', () => {
    expect(judge.answer('getStatus', answer())).toBeNull();
  });

  it.each([
    ['another status', { status: 201 }],
    ['another media type', { mediaType: 'text/html' }],
    ['a field too few', { body: JSON.stringify({ ...STATUS, demo: undefined }) }],
    ['a field too many', { body: JSON.stringify({ ...STATUS, secret: 1 }) }],
    ['a moment that is none', { body: JSON.stringify({ ...STATUS, time: 'now' }) }],
  ])('is not with %s', (_what, changes) => {
    expect(judge.answer('getStatus', answer(changes))).not.toBeNull();
  });

  it('compares the status that a problem names', () => {
    const problem = {
      type: 'urn:perch:problem:internal',
      title: 'Internal error',
      status: 500,
      code: 'internal',
      reference: 'req-1',
    };
    const sent = { status: 500, mediaType: 'application/problem+json' };
    expect(judge.answer('getStatus', { ...sent, body: JSON.stringify(problem) })).toBeNull();
    expect(judge.answer('getStatus', { ...sent, body: JSON.stringify({ ...problem, status: 400 }) })).not.toBeNull();
  });
});

it('a request is written as it goes over the wire', () => {
  const ready: Ready = {
    token: 't',
    path: { id: 'a b' },
    query: { days: '30' },
    cookies: new Map([['perch_reset', 'x']]),
  };
  expect(wireOf('getReceipt', ready, 'a-key')).toEqual({
    method: 'GET',
    path: '/receipts/a%20b?days=30',
    headers: { authorization: 'Bearer t', 'idempotency-key': 'a-key', cookie: '__Host-perch_reset=x' },
  });
});
