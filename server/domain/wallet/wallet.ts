// A member's balances, their value, and money under way (D-01, D-27).
import { sql, type ExpressionBuilder } from 'kysely';
import { isPositive, normal, sum, unsigned, type Amount } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { usdOf } from '#server/domain/rates/convert.ts';
import { stakedBy } from '#server/domain/stakes/staked.ts';
import { agingNow, isStale, ratesAt } from '#server/domain/rates/rates.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';

type Schemas = components['schemas'];

/** The balance of every asset, including zero, and all money that is elsewhere: awaited, under way, held or staked. */
export async function showWallet(services: Services, session: MemberSession): Promise<Schemas['Wallet']> {
  const { db, clock } = services;
  const now = clock.now();
  const aging = await agingNow(services, (await storedRulesAt(db, now)).values);
  const available = await balancesOf(db, session.memberId);
  const pending = await pendingOf(db, session.memberId);
  const staked = await stakedBy(db, session.memberId);
  const rates = await ratesAt(db, now);
  const underWay = pending.length < MOST_SHOWN ? sumsOf(pending) : await underWayOf(db, session.memberId);
  const balances = ASSETS.map((asset) => {
    const rate = rates.get(asset);
    return {
      asset,
      available: available[asset],
      underWay: underWay.get(asset) ?? '0',
      staked: staked.get(asset) ?? '0',
      usd: rate === undefined ? null : usdOf(available[asset], rate),
    };
  });
  // An asset with a zero balance does not affect the age of the sum.
  const used = [...rates.values()].filter(({ asset }) => isPositive(available[asset]));
  const moments = used.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    balances,
    totalUsd: sum(balances.map(({ usd }) => usd ?? '0')),
    ratesAt: moments[0]?.toISOString() ?? null,
    newestRateAt: moments.at(-1)?.toISOString() ?? null,
    ratesStale: used.some((rate) => isStale(rate, aging)),
    pending,
    ...(await uncreditedOf(db, session.memberId)),
  };
}

/** How many are listed; `underWay` counts all of them, and the histories have every one. */
const MOST_SHOWN = 50;
/** Requests that wait and payments that are held together. */
const MOST_UNCREDITED = 2 * MOST_SHOWN;

/** A withdrawal that is not paid out yet, or a deposit whose confirmations are counted. */
function isUnderWay(any: ExpressionBuilder<Tables, 'receipts'>) {
  return any.or([
    any.and([any('receipts.kind', '=', 'withdrawal'), any('receipts.status', 'in', ['inProcess', 'approved'])]),
    any.and([any('receipts.kind', '=', 'deposit'), any('receipts.status', '=', 'inProcess')]),
  ]);
}

/** The sums of a list that has all of them. */
function sumsOf(pending: readonly Schemas['Pending'][]): Map<Asset, Amount> {
  const sums = new Map<Asset, Amount>();
  for (const { asset, amount } of pending) sums.set(asset, sum([sums.get(asset) ?? '0', amount]));
  return sums;
}

/** The amount of each asset that is under way. */
async function underWayOf(db: Db, memberId: string): Promise<Map<Asset, Amount>> {
  const rows = await db
    .selectFrom('receipts')
    .select(['receipts.asset', sql<string>`sum(abs(receipts.amount))`.as('amount')])
    .where('receipts.member_id', '=', memberId)
    .where(isUnderWay)
    .groupBy('receipts.asset')
    .execute();
  return new Map(rows.map(({ asset, amount }) => [asset, normal(amount)]));
}

/**
 * Deposits that are part of no balance, newest first: requests that wait for their payment, and payments that were too
 * small to be credited, which the club holds until an operator decides. One statement reads both.
 */
async function uncreditedOf(db: Db, memberId: string): Promise<Pick<Schemas['Wallet'], 'awaited' | 'held'>> {
  const rows = await db
    .selectFrom('receipts')
    .leftJoin('deposits', 'deposits.id', 'receipts.id')
    .select([
      'receipts.id',
      'receipts.reference',
      'receipts.status',
      'receipts.asset',
      'receipts.amount',
      'receipts.at',
      'receipts.updated_at',
      'deposits.wanted',
    ])
    .where('receipts.member_id', '=', memberId)
    .where('receipts.kind', '=', 'deposit')
    .where('receipts.status', 'in', ['awaitingPayment', 'notApproved'])
    // A payment that came without a request and was lost again waits for nothing: nobody has promised it.
    .where(({ or, eb }) => or([eb('receipts.status', '=', 'notApproved'), eb('deposits.wanted', 'is not', null)]))
    // Requests come first. There are few of them, so they take no place of what is held.
    .orderBy('receipts.status')
    .orderBy('receipts.at', 'desc')
    .orderBy('receipts.id')
    .limit(MOST_UNCREDITED)
    .execute();
  return {
    awaited: rows
      .filter(({ status }) => status === 'awaitingPayment')
      .slice(0, MOST_SHOWN)
      .map(({ id: receiptId, reference, asset, wanted, at }) => ({
        receiptId,
        reference,
        asset,
        amount: normal(wanted ?? '0'),
        requestedAt: at.toISOString(),
      })),
    held: rows
      .filter(({ status }) => status === 'notApproved')
      .slice(0, MOST_SHOWN)
      .map(({ id: receiptId, reference, asset, amount, updated_at: since }) => ({
        receiptId,
        reference,
        asset,
        amount: normal(amount),
        heldSince: since.toISOString(),
      })),
  };
}

/** Waiting withdrawals by due date, then deposits whose confirmations are counted. */
async function pendingOf(db: Db, memberId: string): Promise<Schemas['Pending'][]> {
  const rows = await db
    .selectFrom('receipts')
    .leftJoin('withdrawals', 'withdrawals.id', 'receipts.id')
    .select([
      'receipts.id',
      'receipts.reference',
      'receipts.kind',
      'receipts.status',
      'receipts.asset',
      'receipts.amount',
      'withdrawals.completes_at',
    ])
    .where('receipts.member_id', '=', memberId)
    .where(isUnderWay)
    .orderBy('withdrawals.completes_at')
    .orderBy('receipts.at')
    .orderBy('receipts.id')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => ({
    receiptId: row.id,
    reference: row.reference,
    kind: row.kind === 'deposit' ? 'deposit' : 'withdrawal',
    status: row.status as Schemas['RecordStatus'],
    asset: row.asset,
    amount: normal(unsigned(row.amount)),
    dueAt: row.completes_at?.toISOString() ?? null,
  }));
}
