import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** The authenticator app of an account. */
export interface BoundFactor {
  enabledAt: Date;
  /**
   * Whether the account's safety may rely on it. An app that was set up while the mailbox alone held money is
   * provisional until the hold ends.
   */
  settled: boolean;
  /** When it settles, by the trusted time; null if it is settled. */
  provisionalUntil: Date | null;
}

/**
 * The app that is set up; null if there is none. A provisional app does not settle while the account is frozen, or a
 * thief's app would settle although the owner has stopped everything; nor does a clock in doubt settle it (decision
 * 0029).
 */
export async function boundFactor(
  db: Db | Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  memberId: string,
): Promise<BoundFactor | null> {
  const row = await db
    .selectFrom('two_factor')
    .innerJoin('members', 'members.id', 'two_factor.member_id')
    .select(['two_factor.enabled_at', 'two_factor.provisional_until', 'members.frozen_at'])
    .where('two_factor.member_id', '=', memberId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { enabled_at: enabledAt, provisional_until: until, frozen_at: frozenAt } = row;
  const settled = until === null || until <= (frozenAt ?? (await trustedMoment({ db, clock, config })));
  return { enabledAt, settled, provisionalUntil: settled ? null : until };
}
