// Of several addresses that a new one looks like, the one known for longest is named as the genuine one: whatever a
// thief adds later, with a session and a day to wait or with a payment, the comparison shows the member's own.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { wanted } from '../support/withdrawals.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const ENDS = ['0x985842', '94e1a3'] as const;
/** Mistaken for each other if only both ends are compared (D-28). */
const alike = (digit: string) => ENDS.join(digit.repeat(28));
const [LOW, HIGH, THIRD] = [alike('1'), alike('2'), alike('3')];

const quote = async (who: Rich, address: string) =>
  (await who.call('createWithdrawal', { body: wanted({ address }) })).body;
const named = async (who: Rich, address: string) => (await quote(who, address)).resembles?.address.toLowerCase();

const save = async (who: Rich, address: string, label = 'Mine') => {
  const body = { asset: 'USDT', network: 'ethereum', address, label } as const;
  expect((await who.call('saveAddress', { body })).status).toBe(200);
};
const pay = async (who: Rich, address: string) => {
  // A code a minute.
  world.clock.advance(61);
  expect((await who.confirm((await quote(who, address)).id)).status).toBe(200);
};

/** How an address becomes known. */
const WAYS = { saved: save, paid: pay } as const;
type Way = keyof typeof WAYS;

async function aDayLater(who: Rich): Promise<Rich> {
  world.clock.advance(NEW_FOR_SECONDS);
  await setRates(world);
  return signedIn(world, who.member);
}

const CASES = (['saved', 'paid'] as const).flatMap((first) =>
  (['saved', 'paid'] as const).flatMap((second) =>
    [
      [LOW, HIGH],
      [HIGH, LOW],
    ].map(([older = '', newer = '']) => ({ first, second, older, newer })),
  ),
);

async function knownInTurn({ first, second, older, newer }: Record<'first' | 'second', Way> & Record<string, string>) {
  let who = await rich(world);
  for (const [way, address = ''] of [[first, older] as const, [second, newer] as const]) {
    await WAYS[way](who, address);
    who = await aDayLater(who);
  }
  return who;
}

describe('of two addresses that a new one looks like', () => {
  it.each(CASES)('the older is named: $older was $first, then $newer $second', async (known) => {
    const { older } = known;
    const who = await knownInTurn(known);
    expect(await named(who, THIRD)).toBe(older);
    // When they were last used does not matter.
    for (const address of [known.newer, older]) {
      await pay(who, address);
      expect(await named(who, THIRD)).toBe(older);
    }
  });

  it.each(CASES.filter(({ first }) => first === 'saved'))(
    'the older is named though it was renamed or removed: $older, then $newer $second',
    async (known) => {
      const who = await knownInTurn(known);
      await save(who, known.older, 'Renamed');
      expect(await named(who, THIRD)).toBe(known.older);
      const { items } = (await who.call('listAddresses')).body;
      const { id } = items.find(({ address }: { address: string }) => address.toLowerCase() === known.older);
      await who.call('removeAddress', { path: { id } });
      expect(await named(who, THIRD)).toBe(known.older);
    },
  );

  it.each([
    [LOW, HIGH],
    [HIGH, LOW],
  ])('the older is named of two that were saved within a day: %s, then %s', async (older, newer) => {
    const who = await rich(world);
    await save(who, older);
    world.clock.advance(60);
    await save(who, newer);
    world.clock.advance(60);
    await save(who, THIRD);
    expect(await named(who, THIRD)).toBe(older);
    expect(await named(await aDayLater(who), THIRD)).toBe(older);
  });

  it('neither is named for the older of them, and the older for the newer', async () => {
    const who = await knownInTurn({ first: 'saved', second: 'saved', older: HIGH, newer: LOW });
    expect([await named(who, HIGH), await named(who, LOW)]).toEqual([undefined, HIGH]);
  });
});
