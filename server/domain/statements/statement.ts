// A member's statement of a month or a year (D-29): opening balance, what moved, closing balance, of each asset.
import { add, compare, isNegative, isZero, negate, sum, type Amount } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import {
  elsewhereAt,
  walletEnds,
  walletLines,
  type PlaceElsewhere,
  type WalletEnds,
  type WalletLine,
} from '#server/domain/ledger/statement.ts';
import { shownKind } from '#server/domain/receipts/kinds.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { periodOf, type Period } from './period.ts';

type Schemas = components['schemas'];
export type StatementKind = Schemas['StatementKind'];
export type Elsewhere = Schemas['StatementElsewhere'];

/** More than anybody moves by hand in a year. A file of so many lines is made within seconds, and in memory. */
export const MOST_LINES = 3000;

/** A movement of the wallet. */
export interface StatementLine {
  at: Date;
  reference: string;
  kind: StatementKind;
  counterparty: string | null;
  /** Below zero if it went out. */
  amount: Amount;
  /** The part of the amount that is a fee; below zero if a fee was returned. */
  fee: Amount;
  /** The balance after it, counted from the opening balance. */
  balance: Amount;
}

/** An asset with its movements, oldest first. */
export interface StatementAsset {
  asset: Asset;
  opening: Amount;
  closing: Amount;
  lines: StatementLine[];
}

export interface Statement {
  member: { name: string; username: string };
  period: Period;
  madeAt: Date;
  assets: StatementAsset[];
  elsewhere: Elsewhere[];
}

const PLACES: Readonly<Record<PlaceElsewhere, Elsewhere['place']>> = {
  withdrawal_transit: 'withdrawals',
  deposit_transit: 'deposits',
  refused_deposits: 'heldDeposits',
  stakes: 'stakes',
};

/**
 * Makes a statement; all of it is read at one moment.
 *
 * @throws Problem not_found if the period begins later than now or was over when the member joined, statement_too_long
 * @throws Error if the balances and the lines don't agree; nothing of such a statement is shown
 */
export async function makeStatement(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { memberId, period: name, timeZone }: { memberId: string; period: string; timeZone: string },
): Promise<Statement> {
  const period = periodOf(name, timeZone);
  const madeAt = clock.now();
  const { member, ends, moved, elsewhere } = await atOneMoment(db, async (trx) => {
    const { joined_at: joinedAt, ...found } = await trx
      .selectFrom('members')
      .select(['name', 'username', 'joined_at'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    if (period.begins > madeAt || period.ends <= joinedAt) throw new Problem('not_found');
    const span = { memberId, from: period.begins, before: period.ends };
    const lines = await walletLines(trx, { ...span, limit: MOST_LINES + 1 });
    if (lines.length > MOST_LINES) throw new Problem('statement_too_long');
    return {
      member: found,
      moved: lines,
      ends: await walletEnds(trx, span),
      elsewhere: await elsewhereAt(trx, { memberId, before: period.ends }),
    };
  });
  const assets = ASSETS.flatMap((asset) => {
    const own = ends.find((each) => each.asset === asset);
    const made = own === undefined ? null : assetOf(own, moved);
    return made === null ? [] : [made];
  });
  const shownElsewhere = elsewhere
    .map(({ place, ...rest }) => ({ place: PLACES[place], ...rest }))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  return { member, period, madeAt, assets, elsewhere: shownElsewhere };
}

/** One transaction that changes nothing and sees nothing of what others change meanwhile. */
function atOneMoment<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

function orderOf({ place, asset }: Elsewhere): number {
  return Object.values(PLACES).indexOf(place) * ASSETS.length + ASSETS.indexOf(asset);
}

/** Null if the wallet held nothing at either end and nothing moved. @throws Error if it doesn't add up */
function assetOf({ asset, opening, closing }: WalletEnds, moved: readonly WalletLine[]): StatementAsset | null {
  const own = moved.filter((line) => line.asset === asset).toSorted(byTime);
  if (own.length === 0 && isZero(opening) && isZero(closing)) return null;
  let balance = opening;
  const lines = own.map((line) => {
    balance = add(balance, line.amount);
    return { ...lineOf(line), balance };
  });
  if (compare(balance, closing) !== 0)
    throw new Error(`a statement doesn't add up: ${asset} has ${closing} and not ${balance}`);
  return { asset, opening, closing, lines };
}

/** Servers' clocks differ by less than a moment, but the books are in the order of posting. */
function byTime(one: WalletLine, other: WalletLine): number {
  return one.at.getTime() - other.at.getTime() || (one.journalId < other.journalId ? -1 : 1);
}

function lineOf({ journalId, journal, at, amount, receipt }: WalletLine): Omit<StatementLine, 'balance'> {
  if (receipt === null) throw new Error(`journal ${journalId} has no receipt of this member`);
  const { reference, counterparty, fee } = receipt;
  const isReturned = journal === 'withdrawal_returned';
  const kind = isReturned ? 'withdrawalReturned' : shownKind(receipt);
  return { at, reference, kind, counterparty, amount, fee: isReturned ? negate(fee) : fee };
}

/** What came in and what went out, of each kind, in the order in which they first happened. */
export function sumsOf(lines: readonly StatementLine[]): Schemas['StatementSum'][] {
  return [...new Set(lines.map(({ kind }) => kind))].map((kind) => ({
    kind,
    ...totalsOf(lines.filter((line) => line.kind === kind)),
  }));
}

/** What came in and what went out. */
export function totalsOf(lines: readonly StatementLine[]): { in: Amount; out: Amount } {
  return {
    in: sum(lines.filter(({ amount }) => !isNegative(amount)).map(({ amount }) => amount)),
    out: sum(lines.filter(({ amount }) => isNegative(amount)).map(({ amount }) => amount)),
  };
}

/** The fees in what went out, less those that were returned. */
export function feesOf(lines: readonly StatementLine[]): Amount {
  return sum(lines.map(({ fee }) => fee));
}

/** The figures of a statement as the contract has them. */
export function showStatement({ period, madeAt, assets, elsewhere }: Statement): Schemas['Statement'] {
  return {
    period: period.name,
    timeZone: period.timeZone,
    from: period.from,
    to: period.to,
    madeAt: madeAt.toISOString(),
    isOver: period.ends <= madeAt,
    lines: sumOfLines(assets),
    assets: assets.map(({ asset, opening, closing, lines }) => ({
      asset,
      opening,
      ...totalsOf(lines),
      fees: feesOf(lines),
      closing,
      kinds: sumsOf(lines),
    })),
    elsewhere,
  };
}

function sumOfLines(assets: readonly StatementAsset[]): number {
  return assets.reduce((count, { lines }) => count + lines.length, 0);
}
