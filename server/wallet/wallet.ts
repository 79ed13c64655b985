// What a member has, what it is worth, and what is under way (D-01, D-27).
import { add, isPositive, normal, sum } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/accounts/sessions.ts';
import type { Db } from '#server/db/kysely.ts';
import { balancesOf } from '#server/ledger/balances.ts';
import { usdOf } from '#server/rates/convert.ts';
import { stakedBy } from '#server/stakes/staked.ts';
import { isStale, ratesAt } from '#server/rates/rates.ts';
import { unsigned } from '#server/receipts/rows.ts';
import { rulesAt } from '#server/rules/rules.ts';
import type { Services } from '#server/services.ts';

type Schemas = components['schemas'];

/** The balance of every asset, zero included, and all that is neither here nor gone: under way, or staked. */
export async function showWallet(services: Services, session: MemberSession): Promise<Schemas['Wallet']> {
  const { db, clock } = services;
  const now = clock.now();
  const { rateStaleMinutes: staleMinutes } = await rulesAt(db, now);
  const available = await balancesOf(db, session.memberId);
  const pending = await pendingOf(db, session.memberId);
  const staked = await stakedBy(db, session.memberId);
  const rates = await ratesAt(db, now);
  const underWay = new Map<Asset, string>();
  for (const { asset, amount } of pending) underWay.set(asset, add(underWay.get(asset) ?? '0', amount));
  const balances = ASSETS.map((asset) => {
    const rate = rates.get(asset);
    return { asset, available: available[asset], underWay: underWay.get(asset) ?? '0', staked: staked.get(asset) ?? '0', usd: rate === undefined ? null : usdOf(available[asset], rate) };
  });
  // What nobody has tells nothing of the age of the sum.
  const used = [...rates.values()].filter(({ asset }) => isPositive(available[asset]));
  const oldest = used.reduce<Date | null>((at, rate) => (at === null || rate.at < at ? rate.at : at), null);
  return {
    balances,
    totalUsd: sum(balances.map(({ usd }) => usd ?? '0')),
    ratesAt: oldest?.toISOString() ?? null,
    ratesStale: used.some((rate) => isStale(rate, { now, staleMinutes })),
    pending,
  };
}

/** Withdrawals that wait, those due first, then deposits whose confirmations are counted. */
async function pendingOf(db: Db, memberId: string): Promise<Schemas['Pending'][]> {
  const rows = await db
    .selectFrom('receipts')
    .leftJoin('withdrawals', 'withdrawals.id', 'receipts.id')
    .select(['receipts.id', 'receipts.reference', 'receipts.kind', 'receipts.status', 'receipts.asset', 'receipts.amount', 'withdrawals.completes_at'])
    .where('receipts.member_id', '=', memberId)
    .where((any) =>
      any.or([
        any.and([any('receipts.kind', '=', 'withdrawal'), any('receipts.status', 'in', ['inProcess', 'approved'])]),
        any.and([any('receipts.kind', '=', 'deposit'), any('receipts.status', '=', 'inProcess')]),
      ]),
    )
    .orderBy('withdrawals.completes_at')
    .orderBy('receipts.at')
    .orderBy('receipts.id')
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
