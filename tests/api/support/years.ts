// A stake from its purchase to the end of the second term after the first, compared with a slow computation (D-10,
// L-03).
import { expect } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { mailsTo } from './mails.ts';
import { rich, setRates, signedIn } from './money.ts';
import { bought, chosen, DAY, daysPass, runJobs } from './stakes.ts';
import type { World } from './world.ts';

const agree = { kind: 'agree' };

/**
 * Millionths of an MP that a day earns: an amount in millionths of a USD, at a rate in ten-thousandths. The division
 * rounds down.
 */
export function dayOf(amountMicros: bigint, rateTenThousandths: bigint): bigint {
  return (amountMicros * rateTenThousandths) / 10_000n;
}

export const micros = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(18, '0').slice(0, 6)}`);
};

/** The rewards of a member, oldest first. */
export const rewardsOf = (world: World, memberId: string) =>
  world.db
    .selectFrom('receipts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('kind', '=', 'staking_reward')
    .orderBy('at')
    .execute();

/**
 * The first year with a run of the jobs and a check of the books on each of the given days, the last of which ends the
 * year; then two more terms.
 */
export async function throughAYear(world: World, days: readonly number[]): Promise<void> {
  const check = (full = false) => checkBooks(world.db, { now: world.clock.now(), full });
  const row = (id: string) => world.db.selectFrom('stakes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const buyer = await rich(world, { USDT: '1000' });
  await setRates(world, { USDT: '0.9997' });
  const { id: first } = await bought(buyer, { stage: 8, amountUsd: '333.33' });
  const paid = micros((await row(first)).staked_usdt);
  expect(paid).toBe(333_430_030n);
  let before = 0;
  for (const day of days) {
    world.clock.advance((day - before) * DAY);
    await runJobs(world);
    before = day;
    expect(micros((await row(first)).accrued_mp), `day ${day}`).toBe(BigInt(day) * dayOf(333_330_000n, 5n));
    expect(await check(), `day ${day}`).toEqual(agree);
  }
  const mp = 365n * dayOf(333_330_000n, 5n);
  expect(await row(first)).toMatchObject({ state: 'matured', days_accrued: 365 });
  expect((await mailsTo(world, buyer.member.email, 'stakeMatured')).map(({ body }) => body)).toEqual([
    expect.stringContaining('60.832725 MP'),
  ]);
  await setRates(world);
  const again = await signedIn(world, buyer.member);
  const { id: second } = await chosen(again, first, 'full');
  const whole = 333_330_000n + mp;
  await daysPass(world, 90);
  const ofSecond = 90n * dayOf(whole, 5n);
  expect(micros((await row(second)).accrued_mp)).toBe(ofSecond);
  const third = await chosen(await signedIn(world, buyer.member), second, 'mpOnly');
  expect(micros(await again.balance('USDT'))).toBe(1_000_000_000n);
  expect(micros(third.amountUsd)).toBe(mp + ofSecond);
  await daysPass(world, 90);
  const ofThird = 90n * dayOf(mp + ofSecond, 5n);
  await chosen(await signedIn(world, buyer.member), third.id, 'withdraw');
  expect(micros(await again.balance('MP'))).toBe(mp + ofSecond + ofThird);
  expect((await rewardsOf(world, buyer.member.id)).length).toBe(365 + 90 + 90);
  expect(await check(true)).toEqual(agree);
  const held = await world.db
    .selectFrom('checked_balances')
    .innerJoin('accounts', 'accounts.id', 'checked_balances.account_id')
    .select('checked_balances.balance')
    .where('kind', '=', 'stakes')
    .execute();
  expect(held.map((account) => Number(account.balance)).filter((balance) => balance !== 0)).toEqual([]);
}
