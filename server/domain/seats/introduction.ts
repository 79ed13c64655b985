// The referrer of a newcomer, and the seat below which a place is sought (SRC §7 checkIntroducerAndSeatUser).
import { nameKey } from '#server/domain/members/members.ts';
import { referralCodeKey } from '#server/domain/members/referral-codes.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { isBelow } from './seats.ts';

/** A member with their seat. */
export interface SeatedMember {
  id: string;
  username: string;
  name: string;
  seat_no: number;
  depth: number;
}

export interface Introduction {
  introducer: SeatedMember;
  seatUser: SeatedMember;
}

/**
 * Finds the referrer by referral code or username, and the seat user by username: the referrer or somebody below
 * them.
 *
 * @throws Problem user_not_found, or seat_user_outside
 */
export async function findIntroduction(
  db: Db | Trx,
  call: CallContext,
  named: { introducer: string; seatUser?: string | null | undefined },
): Promise<Introduction> {
  const introducer = await findIntroducer(db, named.introducer);
  if (introducer === null) throw notFound(call, 'introducer');
  const { seatUser: name } = named;
  if (name === undefined || name === null) return { introducer, seatUser: introducer };
  const seatUser = await seatedMembers(db).where('members.username_key', '=', nameKey(name.trim())).executeTakeFirst();
  if (seatUser === undefined) throw notFound(call, 'seatUser');
  const inside = await seatedMembers(db)
    .where('members.id', '=', seatUser.id)
    .where(isBelow(introducer))
    .executeTakeFirst();
  if (inside === undefined)
    throw refusal(call, { code: 'seat_user_outside', field: 'seatUser', sentence: 'seatUserOutside' });
  return { introducer, seatUser };
}

/**
 * A code takes precedence over a username, since links carry the code and must not be misled by a member with that
 * name. Until the first member has a password nobody can refer: the owner of that mailbox is not proven yet, and
 * everybody would sign up below them.
 */
async function findIntroducer(db: Db | Trx, named: string): Promise<SeatedMember | null> {
  const byCode = await introducers(db).where('members.referral_code', '=', referralCodeKey(named)).executeTakeFirst();
  if (byCode !== undefined) return byCode;
  return (await introducers(db).where('members.username_key', '=', nameKey(named.trim())).executeTakeFirst()) ?? null;
}

/**
 * The members who can refer: all seated members, or nobody while the club waits for its first member's password. In the
 * demo club most members have none.
 */
function introducers(db: Db | Trx) {
  const waiting = db
    .selectFrom('seats as roots')
    .innerJoin('members as first', 'first.id', 'roots.member_id')
    .innerJoin('club_state', (join) => join.onTrue())
    .select('first.id')
    .where('roots.parent_no', 'is', null)
    .where('first.password_hash', 'is', null)
    .where('club_state.demo_filled_at', 'is', null)
    // A member whose password support removed with a lost address counts as established all the same.
    .where(({ not, exists, selectFrom }) => {
      const given = selectFrom('support_requests')
        .select('id')
        .whereRef('member_id', '=', 'first.id')
        .where('kind', '=', 'address')
        .where('outcome', '=', 'done');
      return not(exists(given));
    });
  return seatedMembers(db).where(({ not, exists }) => not(exists(waiting)));
}

function seatedMembers(db: Db | Trx) {
  return db
    .selectFrom('members')
    .innerJoin('seats', 'seats.member_id', 'members.id')
    .select(['members.id', 'members.username', 'members.name', 'seats.seat_no', 'seats.depth']);
}

function notFound(call: CallContext, field: 'introducer' | 'seatUser'): Problem {
  return refusal(call, { code: 'user_not_found', field, sentence: 'userNotFound' });
}

function refusal(
  call: CallContext,
  what: { code: 'user_not_found' | 'seat_user_outside'; field: string; sentence: 'userNotFound' | 'seatUserOutside' },
): Problem {
  return new Problem(what.code, { errors: { [what.field]: [fieldSentence(call.culture, what.sentence)] } });
}
