// Stakes in tests: bought as members buy them, and as old as a test needs them.
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import type { Answer } from './call.ts';
import { setRates, type Rich } from './money.ts';
import type { World } from './world.ts';

export const DAY = 24 * 60 * 60;

/** Buys a plan, confirmed with the code, and returns its stake. */
export async function bought(who: Rich, wanted: object = {}): Promise<Answer['body']> {
  const draft = await who.call('createPurchase', { body: { stage: 1, amountUsd: null, riskVersion: 1, ...wanted } });
  return stakeOf(who, draft);
}

/** Decides about a stake, confirmed with the code, and returns the stake of the receipt. */
export async function chosen(
  who: Rich,
  stakeId: string,
  option: 'full' | 'mpOnly' | 'withdraw',
): Promise<Answer['body']> {
  return stakeOf(who, await who.call('createRestake', { body: { stakeId, option } }));
}

async function stakeOf(who: Rich, draft: Answer): Promise<Answer['body']> {
  const confirmed = draft.status === 200 ? await who.confirm(draft.body.id) : null;
  if (confirmed?.status !== 200)
    throw new Error(`nothing was confirmed: ${JSON.stringify([draft.body, confirmed?.body])}`);
  return (await who.call('getReceipt', { path: { id: confirmed.body.receiptId } })).body.stake;
}

/** Lets days pass; the jobs run once at the end, and rates are of that day. */
export async function daysPass(world: World, days: number): Promise<void> {
  world.clock.advance(days * DAY);
  await runJobs(world);
  await setRates(world);
}

/** One run of each job about stakes. */
export async function runJobs(world: World): Promise<void> {
  await accrueStakes(world.services);
  await matureStakes(world.services);
}
