import type { components } from '#openapi/api.gen.d.ts';
import { heldUntil } from '#server/domain/members/hold.ts';
import { positionId } from '#server/domain/seats/position-id.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** The signed-in member as the app caches it (SRC §3). */
export async function readUserInfo(
  db: Db | Trx,
  services: Pick<Services, 'clock' | 'config'>,
  session: MemberSession,
): Promise<components['schemas']['UserInfo']> {
  const member = await db
    .selectFrom('members')
    .innerJoin('seats', 'seats.member_id', 'members.id')
    .leftJoin('members as introducer', 'introducer.id', 'members.introducer_id')
    .leftJoin('two_factor', 'two_factor.member_id', 'members.id')
    .select([
      'members.username',
      'members.name',
      'members.email',
      'members.email_verified_at',
      'members.phone',
      'members.referral_code',
      'members.rank',
      'members.culture',
      'members.joined_at',
      'members.money_held_until',
    ])
    .select(['seats.seat_no', 'seats.side', 'introducer.username as introducer_username', 'two_factor.enabled_at'])
    .where('members.id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const moneyHeldUntil = await heldUntil(db, services, member);
  return {
    username: member.username,
    name: member.name,
    email: member.email,
    emailVerified: member.email_verified_at !== null,
    phone: member.phone,
    referralCode: member.referral_code,
    introducer: member.introducer_username,
    seatNo: member.seat_no,
    positionId: positionId(member.seat_no),
    position: member.side,
    rank: member.rank,
    culture: member.culture,
    twoFactorEnabled: member.enabled_at !== null,
    joinedAt: member.joined_at.toISOString(),
    lastSignInAt: session.previousSignInAt?.toISOString() ?? null,
    moneyHeldUntil: moneyHeldUntil?.toISOString() ?? null,
  };
}
