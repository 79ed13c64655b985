// Which money leaves the member (S-12): such money is held for a day after a change of the account that the mailbox
// alone allows.
import { heldUntil } from '#server/domain/members/hold.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { DraftKind } from './executor.ts';

/** What a kind of draft is subject to. */
interface Reach {
  /** Whether it sends money to anybody but its member, and so is refused while money is held. */
  held: boolean;
  why: string;
  /** Whether a member who withdraws only to saved addresses is limited in it (D-33). */
  limited: boolean;
  whyLimited: string;
}

/** Whom each kind of draft sends money to, and what follows. A new kind without a line does not compile. */
export const REACHES_OTHERS: Readonly<Record<DraftKind, Reach>> = {
  withdrawal: {
    held: true,
    why: 'It leaves for an address on a chain, whoever has that.',
    limited: true,
    whyLimited: 'Nobody can bring back what has left for an address.',
  },
  transfer: {
    held: true,
    why: 'It is another member’s as soon as it is sent.',
    limited: false,
    whyLimited:
      'It stays in the club’s books, where an operator can freeze the account that has it, and the recipient is shown by name. There is no list of recipients by age.',
  },
  purchase: {
    held: true,
    why: 'The referral bonus goes to who introduced the buyer at once, and the price is locked for the whole term.',
    limited: false,
    whyLimited: 'Nobody chooses a recipient: the bonus goes to who introduced the buyer.',
  },
  exchange: {
    held: false,
    why: 'Both sides are in the member’s own wallet.',
    limited: false,
    whyLimited: 'It reaches nobody else.',
  },
  restake: {
    held: false,
    why: 'It stays the member’s own stake or returns to their own wallet; volume brings others nothing before the month is closed.',
    limited: false,
    whyLimited: 'It reaches nobody else.',
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
