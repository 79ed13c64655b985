// Whether a member’s withdrawals go only to saved addresses (D-33), and what keeps it so.
import type { components } from '#openapi/api.gen.d.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** `turningOff`: it holds until `offAt`. */
export interface AllowListState {
  state: components['schemas']['AllowList']['state'];
  /** When it stops holding, by the trusted time; null unless it is turning off. */
  offAt: Date | null;
}

type Parts = Pick<Services, 'clock' | 'config'>;

/** How it is with a member's allow-list. A wait that is over only by a clock in doubt is not over (decision 0029). */
export async function allowListOf(db: Db | Trx, { clock, config }: Parts, memberId: string): Promise<AllowListState> {
  const { allow_list_on_at: onAt, allow_list_off_at: offAt } = await db
    .selectFrom('members')
    .select(['allow_list_on_at', 'allow_list_off_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (onAt === null) return { state: 'off', offAt: null };
  if (offAt === null) return { state: 'on', offAt: null };
  const isOver = offAt <= (await trustedMoment({ db, clock, config }));
  return isOver ? { state: 'off', offAt: null } : { state: 'turningOff', offAt };
}

/** Whether a member's withdrawals go only to saved addresses; also while that is turning off. */
export async function isAllowListOn(db: Db | Trx, services: Parts, memberId: string): Promise<boolean> {
  return (await allowListOf(db, services, memberId)).state !== 'off';
}

/** Calls off what would turn a member's allow-list off, and puts it in the notices. The member's row must be locked. */
export async function callOff(trx: Trx, services: Parts, memberId: string): Promise<void> {
  if ((await allowListOf(trx, services, memberId)).state !== 'turningOff') return;
  await trx.updateTable('members').set({ allow_list_off_at: null }).where('id', '=', memberId).execute();
  await recordNotice(trx, services, { kind: 'allowListKept', memberId, at: services.clock.now() });
}
