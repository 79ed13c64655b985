// Recipients that a member keeps at hand: on every device, in front of those whom they sent to last.
import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { sentTo, userNotFound } from './recipient.ts';

type Favorite = components['schemas']['Favorite'];

/** The most favorites of a member; the contract states the same number. */
export const MOST_FAVORITES = 20;

/**
 * Keeps a recipient at hand, or no longer; nothing is recorded if it is so already. Only whom the member has sent to
 * can be one: a session alone, without the second factor that a transfer takes, puts no stranger in front of those they
 * know. Favorites are counted under the lock of their member, which the call holds.
 *
 * @throws Problem user_not_found, recipient_self, favorites_full
 */
export async function setFavorite(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; wanted: Favorite },
): Promise<Favorite> {
  const { session, wanted } = given;
  const { memberId } = session;
  const key = nameKey(wanted.username.trim());
  const recipient = await sentTo(trx, memberId).where('members.username_key', '=', key).executeTakeFirst();
  if (recipient === undefined) {
    const own = await trx
      .selectFrom('members')
      .select('id')
      .where('id', '=', memberId)
      .where('username_key', '=', key)
      .executeTakeFirst();
    throw own === undefined ? userNotFound(call, 'username') : new Problem('recipient_self');
  }
  const pair = { member_id: memberId, recipient_id: recipient.id };
  const before = await isFavorite(trx, memberId, recipient.id);
  if (before !== wanted.favorite) {
    if (wanted.favorite) {
      await refuseFull(trx, memberId);
      await trx.insertInto('favorite_recipients').values(pair).execute();
    } else
      await trx
        .deleteFrom('favorite_recipients')
        .where('member_id', '=', pair.member_id)
        .where('recipient_id', '=', pair.recipient_id)
        .execute();
    const kind = wanted.favorite ? 'favorite_saved' : 'favorite_removed';
    await audit(trx, { kind, at: services.clock.now(), memberId, sessionId: session.id, call });
  }
  return { username: recipient.username, favorite: wanted.favorite };
}

/** Whether a member keeps a recipient at hand. */
export async function isFavorite(db: Db | Trx, memberId: string, recipientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('favorite_recipients')
    .select('recipient_id')
    .where('member_id', '=', memberId)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws Problem favorites_full */
async function refuseFull(trx: Trx, memberId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('favorite_recipients')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_FAVORITES) throw new Problem('favorites_full');
}
