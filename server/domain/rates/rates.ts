// The prices of assets in USD over time (D-07).
import { sql } from 'kysely';
import { compare, isPositive, normal, type Amount } from '#money/amount.ts';
import { ASSETS, isAsset, type Asset } from '#money/assets.ts';
import { isBehind, judgeClock, type ClockParts } from '#server/domain/club/trusted-clock.ts';
import type { StoredRules } from '#server/domain/rules/rules.ts';
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import { notifyAfter, type Db, type Trx } from '#server/platform/db/kysely.ts';

export interface Rate {
  asset: Asset;
  /** USD for one of the asset. */
  usd: Amount;
  /** The moment it took effect. */
  at: Date;
  source: 'operator' | 'feed';
}

/** No rate of the asset is in force, so nothing can be converted. */
export class RateMissing extends Error {
  override readonly name = 'RateMissing';
  readonly asset: Asset;

  constructor(asset: Asset) {
    super(`there is no rate of ${asset}`);
    this.asset = asset;
  }
}

/** What the bus tells changed rates under; the id is the asset. */
export const RATES_TOPIC = 'rates';

/** 1 MP is 1 USD by definition (D-01), and PP are counted the same way; neither rate can be another or become stale. */
const BY_DEFINITION: readonly Asset[] = ['MP', 'PP'];
const MS_PER_MINUTE = 60_000;

/**
 * Whether a text can be a rate: an exact decimal above zero with no more digits than an amount may have. A longer one
 * could not be answered to anybody.
 */
export function isRate(text: string): boolean {
  return checkOfSchema('AmountWanted')(text) === null && isPositive(text);
}

/** @throws RangeError for a text that can't be a rate */
export function requireRate(text: string): void {
  if (isRate(text)) return;
  throw new RangeError(
    `a rate must be a decimal above zero, of at most 15 digits before the point and 18 after it, not ${JSON.stringify(text)}`,
  );
}

/** Whether an asset can have a rate: any but 1 contradicts the definition of MP and PP. */
export function canBeRateOf(asset: Asset, usd: Amount): boolean {
  return !BY_DEFINITION.includes(asset) || compare(usd, '1') === 0;
}

/**
 * Adds a rate that takes effect at its moment. Earlier rates stay on record.
 *
 * @throws RangeError for an unknown asset, or what can't be a rate of it
 */
export async function setRate(db: Db | Trx, rate: Rate & { setBy: string | null }): Promise<void> {
  if (!isAsset(rate.asset)) throw new RangeError(`${String(rate.asset)} is not an asset`);
  requireRate(rate.usd);
  if (!canBeRateOf(rate.asset, rate.usd)) throw new RangeError(`1 ${rate.asset} is 1 USD by definition`);
  const { asset, usd, at, source, setBy } = rate;
  await db.insertInto('rates').values({ asset, usd, at, source, set_by: setBy }).execute();
  notifyAfter(db, RATES_TOPIC, asset);
}

/** The rate of each asset at a moment: the newest that had taken effect. Assets without one are left out. */
export async function ratesAt(db: Db | Trx, moment: Date): Promise<Map<Asset, Rate>> {
  const rows = await newestRates(db, { moment, count: 1 });
  return new Map(rows.map((row) => [row.asset, row]));
}

/** The rate of an asset at a moment. @throws RateMissing */
export async function rateAt(db: Db | Trx, asset: Asset, moment: Date): Promise<Rate> {
  const rate = await findRate(db, asset, moment);
  if (rate === null) throw new RateMissing(asset);
  return rate;
}

/** The moment at which the age of a rate is asked, and the rules that limit it. */
export interface Aging {
  readonly now: Date;
  readonly rules: Pick<StoredRules, 'rateStaleMinutes' | 'feedRateStaleMinutes'>;
  /** Whether it may be later than that: a clock that fell behind would call an old rate new (decision 0029). */
  readonly isClockBehind: boolean;
}

/** How the age of rates is asked now. */
export async function agingNow(parts: ClockParts, rules: Aging['rules']): Promise<Aging> {
  const verdict = await judgeClock(parts);
  return { now: verdict.now, rules, isClockBehind: isBehind(verdict) };
}

/** Whether a rate of an asset is older than the rules allow (D-07). */
export function isStale(rate: Rate, aging: Aging): boolean {
  return !BY_DEFINITION.includes(rate.asset) && isTooOld(rate, aging);
}

/**
 * Whether a rate is older than the rules allow, or may be. A feed is read every minute, so one that has brought nothing
 * new for a quarter of an hour is broken; rates that an operator sets by hand may be older (decision 0033).
 */
export function isTooOld(rate: Pick<Rate, 'at' | 'source'>, { now, rules, isClockBehind }: Aging): boolean {
  if (isClockBehind) return true;
  const sooner = rate.source === 'feed' && rules.feedRateStaleMinutes < rules.rateStaleMinutes;
  const minutes = sooner ? rules.feedRateStaleMinutes : rules.rateStaleMinutes;
  return now.getTime() - rate.at.getTime() > minutes * MS_PER_MINUTE;
}

/** The newest rates of each asset at a moment, in one statement; assets in their order, newest rates first. */
export async function newestRates(db: Db | Trx, wanted: { moment: Date; count: number }): Promise<Rate[]> {
  const { rows } = await sql<{ asset: Asset; usd: string; at: Date; source: Rate['source'] }>`
    SELECT rate.asset, rate.usd, rate.at, rate.source
    FROM unnest(${[...ASSETS]}::text[]) WITH ORDINALITY AS wanted (asset, place)
      CROSS JOIN LATERAL (
        SELECT asset, usd, at, source, id FROM rates
        WHERE rates.asset = wanted.asset AND at <= ${wanted.moment}
        ORDER BY at DESC, id DESC LIMIT ${wanted.count}) AS rate
    ORDER BY wanted.place, rate.at DESC, rate.id DESC`.execute(db);
  return rows.map(({ asset, usd, at, source }) => ({ asset, usd: normal(usd), at, source }));
}

/** The rate of an asset at a moment; null if none is in force. */
export async function findRate(db: Db | Trx, asset: Asset, moment: Date): Promise<Rate | null> {
  const row = await db
    .selectFrom('rates')
    .select(['usd', 'at', 'source'])
    .where('asset', '=', asset)
    .where('at', '<=', moment)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { asset, usd: normal(row.usd), at: row.at, source: row.source };
}
