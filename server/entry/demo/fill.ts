// Fills the demo club, once, in one transaction.
import { Secret } from 'otpauth';
import { nameKey } from '#server/domain/members/members.ts';
import { replaceRecoveryCodes } from '#server/domain/second-factor/recovery-codes.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { seal } from '#server/platform/crypto/seal.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { placeRoot, placeSeat } from '#server/domain/seats/place.ts';
import type { Services } from '#server/domain/services/services.ts';
import { grantOpenings } from './balances.ts';
import { demoMemberId, demoReferralCode, planDemoClub, type PlannedMember } from './plan.ts';
import { closePastMonths } from './sales.ts';
import { fillStakes } from './stakes.ts';
import { DEMO_PASSWORD, DEMO_RECOVERY_CODES, DEMO_TOTP_SECRET } from './sign-ins.ts';

/** The published sign-ins; no other member of the demo club has a password. */
const WITH_PASSWORD = new Set(['demo', 'demo2fa']);

/**
 * Fills the demo club into an empty database and returns whether this call did so. A database with members of its own
 * is left alone.
 */
export async function fillDemoClub(services: Services): Promise<boolean> {
  const { db, clock, passwords } = services;
  const now = clock.now();
  if ((await readClubState(db)).demoFilledAt !== null) return false;
  const someone = await db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  if (someone !== undefined) return false;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const members = planDemoClub();
  await inTransaction(db, async (trx) => {
    await insertMembers(trx, { members, passwordHash, now });
    await placeMembers(trx, members, now);
    await bindSecondFactor(trx, services, now);
    await grantOpenings(trx, { members, now, random: services.random, joinedAt: (member) => joinedAt(member, now) });
    await fillStakes(trx, services, members);
    await closePastMonths(trx, services);
    // What was told in the past was read then; what waits for demo is told by the first jobs.
    await trx.updateTable('notices').set({ read_at: now }).execute();
    await trx.updateTable('club_state').set({ demo_filled_at: now }).execute();
  });
  return true;
}

function joinedAt(member: PlannedMember, now: Date): Date {
  return secondsAfter(now, -member.joinedDaysAgo * DAY_SECONDS);
}

async function insertMembers(
  trx: Trx,
  options: { members: PlannedMember[]; passwordHash: string; now: Date },
): Promise<void> {
  const { members, passwordHash, now } = options;
  const rows = members.map((member) => {
    const introducer = member.introducer === null ? undefined : members[member.introducer];
    return {
      id: demoMemberId(member.username),
      username: member.username,
      username_key: nameKey(member.username),
      name: member.name,
      name_key: nameKey(member.name),
      email: `${member.username}@perch.example`,
      email_key: nameKey(`${member.username}@perch.example`),
      email_verified_at: joinedAt(member, now),
      referral_code: demoReferralCode(member.username),
      introducer_id: introducer === undefined ? null : demoMemberId(introducer.username),
      password_hash: WITH_PASSWORD.has(member.username) ? passwordHash : null,
      culture: member.culture,
      joined_at: joinedAt(member, now),
    };
  });
  await trx.insertInto('members').values(rows).execute();
}

async function placeMembers(trx: Trx, members: PlannedMember[], now: Date): Promise<void> {
  const seats: number[] = [];
  for (const member of members) {
    const place = { memberId: demoMemberId(member.username), at: joinedAt(member, now) };
    const from = member.introducer === null ? undefined : seats[member.introducer];
    seats.push(
      from === undefined ? await placeRoot(trx, place) : await placeSeat(trx, { ...place, from, side: member.side }),
    );
  }
}

async function bindSecondFactor(trx: Trx, services: Services, now: Date): Promise<void> {
  const { keys, random } = services;
  const memberId = demoMemberId('demo2fa');
  const secret = Buffer.from(Secret.fromBase32(DEMO_TOTP_SECRET).buffer);
  const sealed = seal(keys.twoFactorSecret, secret, { owner: memberId, random });
  await trx
    .insertInto('two_factor')
    .values({ member_id: memberId, secret_sealed: sealed, enabled_at: now, last_step: 0 })
    .execute();
  await replaceRecoveryCodes(trx, { memberId, codes: DEMO_RECOVERY_CODES, keys, now });
}
