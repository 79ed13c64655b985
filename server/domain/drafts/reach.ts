// Which money leaves the member (S-12): such money is held for a day after a change of the account that the mailbox
// alone allows.
import { heldUntil } from '#server/domain/members/hold.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { DraftKind } from './executor.ts';

/**
 * Whether a kind of draft sends money to anybody but its member, and why. A new kind without a line does not compile.
 */
export const REACHES_OTHERS: Readonly<Record<DraftKind, { held: boolean; why: string }>> = {
  withdrawal: { held: true, why: 'It leaves for an address on a chain, whoever has that.' },
  transfer: { held: true, why: 'It is another member’s as soon as it is sent.' },
  purchase: {
    held: true,
    why: 'The referral bonus goes to who introduced the buyer at once, and the price is locked for the whole term.',
  },
  exchange: { held: false, why: 'Both sides are in the member’s own wallet.' },
  restake: {
    held: false,
    why: 'It stays the member’s own stake or returns to their own wallet; volume brings others nothing before the month is closed.',
  },
};

/**
 * Refuses acts that send money to others while the member's money is held. It is called both where drafts are stored
 * and where they are carried out, for every kind, so that no kind can forget it. The member's row must be locked.
 *
 * @throws Problem money_held with its end
 */
export async function refuseHeld(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config'>,
  asked: { member: { money_held_until: Date | null }; kind: DraftKind },
): Promise<void> {
  if (!REACHES_OTHERS[asked.kind].held) return;
  const until = await heldUntil(trx, services, asked.member);
  if (until !== null) throw new Problem('money_held', { until });
}
