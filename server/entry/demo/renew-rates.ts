// The demo club's rates keep their values and never become stale: nobody sets them by hand there.
import { ratesAt, setRate } from '#server/domain/rates/rates.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';

/** The source of a rate that the demo club may renew. */
export const DEMO_OPERATOR = 'demo';
const RENEW_SECONDS = 30 * 60;

/**
 * Renews each rate of the demo club once it is half an hour old; a rate that an operator has set is left to the
 * operator.
 */
export async function renewDemoRates({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    for (const { asset, usd, at } of (await ratesAt(trx, now)).values()) {
      if (at > secondsAfter(now, -RENEW_SECONDS)) continue;
      const { set_by: setBy } = await trx
        .selectFrom('rates')
        .select('set_by')
        .where('asset', '=', asset)
        .where('at', '=', at)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      if (setBy === DEMO_OPERATOR)
        await setRate(trx, { asset, usd, at: now, source: 'operator', setBy: DEMO_OPERATOR });
    }
  });
}
