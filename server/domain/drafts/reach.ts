// Which money reaches others (S-12): it is held for a day after the account was changed by whoever has the mailbox.
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { DraftKind } from './executor.ts';

/** Whether money of a kind of draft reaches anybody but its member, and why. A new kind without a line doesn't compile. */
export const REACHES_OTHERS: Readonly<Record<DraftKind, { held: boolean; why: string }>> = {
  withdrawal: { held: true, why: 'It leaves for an address on a chain, whoever has that.' },
  transfer: { held: true, why: 'It is another member’s as soon as it is sent.' },
  purchase: { held: true, why: 'The referral bonus goes to who introduced the buyer at once, and the price is locked for the whole term.' },
  exchange: { held: false, why: 'Both sides are in the member’s own wallet.' },
  restake: { held: false, why: 'It stays the member’s own stake or returns to their own wallet; volume brings others nothing before the month is closed.' },
};

/**
 * Refuses what would reach others while the member's money is held. Asked where a draft is kept and where it is carried out, for
 * every kind alike, so that no kind can forget it.
 *
 * @throws Problem money_held with its end
 */
export async function refuseHeld(trx: Trx, services: Pick<Services, 'clock' | 'config'>, asked: { memberId: string; kind: DraftKind }): Promise<void> {
  if (!REACHES_OTHERS[asked.kind].held) return;
  const until = await moneyHeldUntil(trx, services, asked.memberId);
  if (until !== null) throw new Problem('money_held', { until });
}
