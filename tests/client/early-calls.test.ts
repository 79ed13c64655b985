import { expect, it, vi } from 'vitest';
import { browserEnvironment } from '#src/shell/environment.ts';
import type { EarlyCall } from '#src/shell/plan.ts';

/** A call that the HTML made beside the code that needs its answer. */

const ADDRESS = 'https://club.example/api/wallet?culture=en-US';
const early = new Response('early');
const late = new Response('late');

function environment({ age = 0 }: { age?: number } = {}) {
  const perchEarly = new Map<string, EarlyCall>([
    [ADDRESS, { authorization: 'Bearer pat_1', answer: Promise.resolve(early) }],
  ]);
  const host = {
    location: new URL(ADDRESS),
    document: { querySelector: () => null },
    navigator: {},
    performance: { now: () => age },
    fetch: vi.fn(() => Promise.resolve(late)),
    perchEarly,
  };
  const { fetch } = browserEnvironment(host as unknown as Window & typeof globalThis, () => 'en-US');
  const asks = (address = ADDRESS, { token = 'pat_1', method = 'GET' } = {}) =>
    fetch?.(new Request(address, { method, headers: { Authorization: `Bearer ${token}` } }));
  return { asks };
}

it('answers the first call that asks the same, and no other', async () => {
  const { asks } = environment();
  expect(await asks(`${ADDRESS}&cursor=2`)).toBe(late);
  expect(await asks()).toBe(early);
  expect(await asks()).toBe(late);
});

it('answers nobody else', async () => {
  expect(await environment().asks(ADDRESS, { token: 'pat_2' })).toBe(late);
});

it('is forgotten once an act may have changed what it says', async () => {
  const { asks } = environment();
  expect(await asks('https://club.example/api/deposits', { method: 'POST' })).toBe(late);
  expect(await asks()).toBe(late);
});

it('is forgotten after half a minute', async () => {
  expect(await environment({ age: 30_001 }).asks()).toBe(late);
});
