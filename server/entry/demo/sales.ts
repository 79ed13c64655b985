// Closes the demo club's past months, as an operator would have done on the first day of the next month.
import { closePastMonth } from '#server/domain/bonuses/close-month.ts';
import { monthEnd, monthOf } from '#server/domain/bonuses/months.ts';
import { openMonths, sumVolumesWithin } from '#server/domain/bonuses/sums.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';

const OPERATOR = 'demo';
/** The operator starts work at eight. */
const CLOSED_AFTER_SECONDS = 8 * 60 * 60;

/** Closes every past month by today's rules: the product's rules begin later than the demo club. */
export async function closePastMonths(trx: Trx, services: Services): Promise<void> {
  const now = services.clock.now();
  const over = (await openMonths(trx, now)).filter((month) => month < monthOf(now));
  for (const month of over) {
    const morning = secondsAfter(monthEnd(month), CLOSED_AFTER_SECONDS);
    const at = morning < now ? morning : now;
    const call = { requestId: `demo-${month}`, device: '' };
    await closePastMonth(trx, { ...services, clock: { now: () => at } }, { month, operator: OPERATOR, call }, now);
  }
  await sumVolumesWithin(trx, now);
}
