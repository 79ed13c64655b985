// A text is no longer than the contract says once it is stored: some letters become two when they are composed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationId } from '../support/call.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  who = await rich(world, { USDT: '100' }, { username: 'sender' });
  await rich(world, {}, { username: 'receiver' });
});
afterAll(() => world.close());

/** One letter that is stored as two. */
const DOUBLED = '\u0958';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const address = { asset: 'USDT', network: 'ethereum', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' };
const transfer = { recipient: 'receiver', asset: 'USDT', amount: '1' };

it.each<[OperationId, field: string, longest: number, rest: object, path?: Record<string, string>]>([
  ['updateProfile', 'name', 128, { phone: null, culture: 'en-US' }],
  ['saveAddress', 'label', 64, address],
  ['createTransfer', 'note', 200, transfer],
  ['createInquiry', 'text', 4000, { category: 'other' }],
  ['renamePasskey', 'name', 40, {}, { id: NOBODY }],
])('%s: a %s has at most %i characters as it is stored', async (operation, field, longest, rest, path) => {
  const send = (text: string) =>
    who.callUnchecked(operation, {
      body: { ...rest, [field]: text },
      key: randomUUID(),
      ...(path === undefined ? {} : { path }),
    });
  expect((await send(DOUBLED.repeat(longest / 2 + 1))).body).toMatchObject({
    status: 400,
    code: 'invalid_request',
    errors: { [field]: [expect.stringMatching(String(longest))] },
  });
  expect((await send(DOUBLED.repeat(longest / 2))).body.errors).toBeUndefined();
});
