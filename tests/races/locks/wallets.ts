// Transactions of several movements: they lock all their wallets at once, in the order in which one movement does, so
// that no two of them wait for each other.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Sighting } from '#server/domain/chain/chain.ts';
import { postAll } from '#server/domain/ledger/post.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { rich } from '#tests/api/support/money.ts';
import type { Trial, Trials } from './trial.ts';
import { listener, now, within, world } from './club.ts';

const AT_WALLETS = /lock_wallets\(/;
const LOCK_NOT_AVAILABLE = '55P03';

/** Two members with money; the wallet of the first one comes first for everybody. */
async function pair(): Promise<{ first: string; second: string }> {
  const first = (await rich(world, { USDT: '1000' })).member.id;
  return { first, second: (await rich(world, { USDT: '1000' })).member.id };
}

const walletOf = (trx: Trx, memberId: string, how: string) =>
  sql`SELECT id FROM accounts WHERE member_id = ${memberId} AND kind = 'wallet' AND asset = 'USDT' ${sql.raw(how)}`.execute(
    trx,
  );

/** A transaction that waits for the first wallet has not locked the second one: another can. */
function inOrder({ first, second }: { first: string; second: string }, act: (trx: Trx) => Promise<unknown>): Trial {
  return {
    first: (trx) => walletOf(trx, first, 'FOR UPDATE'),
    second: () => within(act).then(() => 'done'),
    waitsAt: AT_WALLETS,
    comesTo: 'done',
    meanwhile: () =>
      within(async (trx) => void (await walletOf(trx, second, 'FOR UPDATE NOWAIT'))).catch((error: { code?: string }) =>
        expect(error.code, 'the second wallet is locked before the first one').not.toBe(LOCK_NOT_AVAILABLE),
      ),
  };
}

const bonus = (memberId: string) => ({
  ...{
    key: `binary:${randomUUID()}`,
    at: now(),
    kind: 'binary_bonus',
    memberId: null,
    ruleVersion: 1,
    receiptId: null,
  },
  legs: [
    { account: 'bonuses' as const, asset: 'USDT' as const, amount: '-1' },
    { account: 'wallet' as const, memberId, asset: 'USDT' as const, amount: '1' },
  ],
});

const sightingOf = (memberId: string) => ({ memberId, asset: 'USDT' }) as Sighting;

export const WALLETS: Trials = {
  'domain/ledger/post.ts postAll: lockWallets': async () => {
    const both = await pair();
    return inOrder(both, (trx) => postAll(trx, [bonus(both.second), bonus(both.first)]));
  },
  'domain/stakes/begin.ts buyPlan: lockWallets': async () => {
    const both = await pair();
    await world.db.updateTable('members').set({ introducer_id: both.first }).where('id', '=', both.second).execute();
    const at = now();
    const terms = {
      ...{ stage: 8, amountUsd: '10', amountUsdt: '10', rate: '1', rateAt: at.toISOString() },
      ...{ dailyRate: '0.0005', days: 365, riskVersion: 1, ruleVersion: 1 },
    };
    return inOrder(both, (trx) =>
      buyPlan(trx, world.services, { key: `bought:${randomUUID()}`, at, memberId: both.second, terms }),
    );
  },
  'domain/deposits/payments.ts createPaymentListener: lockWallets': async () => {
    const both = await pair();
    return inOrder(both, (trx) => listener.beforeFinals(trx, [sightingOf(both.second), sightingOf(both.first)]));
  },
};
