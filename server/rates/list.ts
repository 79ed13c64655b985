// The rates as members see them, at once and as they change (D-07).
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { Asset } from '#money/assets.ts';
import type { Db } from '#server/db/kysely.ts';
import { rulesAt } from '#server/rules/rules.ts';
import { isStale, ratesAt, type Rate } from './rates.ts';

export type RateList = components['schemas']['RateList'];

/** The rates in force with those before them. Assets without one are left out. */
export async function listRates(db: Db, now: Date): Promise<RateList> {
  const { rateStaleMinutes: staleMinutes } = await rulesAt(db, now);
  const items: RateList['items'] = [];
  for (const rate of (await ratesAt(db, now)).values()) {
    items.push({
      asset: rate.asset,
      usd: rate.usd,
      at: rate.at.toISOString(),
      source: rate.source,
      stale: isStale(rate, { now, staleMinutes }),
      previousUsd: await previousOf(db, rate),
    });
  }
  return { items, at: now.toISOString() };
}

/** The rate that the one in force took the place of. */
async function previousOf(db: Db, { asset, at }: Pick<Rate, 'at'> & { asset: Asset }): Promise<string | null> {
  const row = await db
    .selectFrom('rates')
    .select('usd')
    .where('asset', '=', asset)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : normal(row.usd);
}
