import type { Asset } from '#money/assets.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { ratesAt, type Rate } from './rates.ts';

/** PP count towards a member's own principal (D-11): they can neither be transferred nor exchanged. */
const BOUND: readonly Asset[] = ['PP'];

/** The assets that members can transfer and exchange: all that have a rate, except those bound to the member. */
export async function tradableRates(db: Db | Trx, now: Date): Promise<Rate[]> {
  return [...(await ratesAt(db, now)).values()].filter(({ asset }) => !BOUND.includes(asset));
}

/** The rate of such an asset. @throws Problem invalid_request if it is not one */
export async function requireTradable(
  db: Db | Trx,
  call: CallContext,
  wanted: { asset: Asset; field: string; now: Date },
): Promise<Rate> {
  return tradableIn(await tradableRates(db, wanted.now), call, wanted);
}

/** The same among rates that were read already. @throws Problem invalid_request if it is not one */
export function tradableIn(rates: readonly Rate[], call: CallContext, wanted: { asset: Asset; field: string }): Rate {
  const rate = rates.find(({ asset }) => asset === wanted.asset);
  if (rate === undefined)
    throw new Problem('invalid_request', { errors: fieldError(wanted.field, call.culture, 'wrongForm') });
  return rate;
}
