// The first member of an empty club, under whom everybody else signs up (D-11). An operator creates it, once.
import { endFreezeLinks } from '#server/domain/alarms/freeze-links.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { newReferralCode } from '#server/domain/members/referral-codes.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { placeRoot } from '#server/domain/seats/place.ts';
import type { Services } from '#server/domain/services/services.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { wasGivenAddress } from '#server/domain/support-requests/support-requests.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { Culture } from '#openapi/cultures.ts';

export interface FirstMember {
  username: string;
  email: string;
  name: string;
  culture: Culture;
  operator: string;
  call: AuditEvent['call'];
}

/**
 * Creates and seats the first member, who has no password yet: the mail leads to where one is set with a code that only
 * this mailbox gets. Repeated before that, the command corrects a mistyped name or address, and whatever was begun from
 * the wrong mailbox ends. Nobody can sign up meanwhile (server/domain/seats/introduction.ts).
 *
 * @returns whether the member was created, or corrected
 * @throws AccountRefused once the first member has a password, and in the demo club
 */
export async function makeFirstMember(trx: Trx, services: Services, first: FirstMember): Promise<'made' | 'changed'> {
  const now = services.clock.now();
  // Of two calls at once, the second finds the member that the first has created.
  const club = await trx.selectFrom('club_state').select('demo_filled_at').forUpdate().executeTakeFirstOrThrow();
  const root = await trx.selectFrom('seats').select('member_id').where('parent_no', 'is', null).executeTakeFirst();
  // Locked, so that a correction and the first password come one after the other.
  const known = root === undefined ? undefined : await lockMember(trx, root.member_id);
  // A member who was given another address by support lost their password with it, and had one before.
  const established = known !== undefined && (known.password_hash !== null || (await wasGivenAddress(trx, known.id)));
  if (club.demo_filled_at !== null || established)
    throw new AccountRefused('the club already has its first member; everybody else signs up');
  const { username, email, name, culture, operator, call } = first;
  const person = {
    username,
    username_key: nameKey(username),
    name,
    name_key: nameKey(name),
    email,
    email_key: nameKey(email),
    culture,
  };
  const memberId = known?.id ?? services.random.uuid();
  if (known === undefined) {
    // The address is proven by its first use: nobody gets in without the code from its mailbox.
    await trx
      .insertInto('members')
      .values({
        id: memberId,
        ...person,
        email_verified_at: now,
        referral_code: newReferralCode(services.random),
        introducer_id: null,
        password_hash: null,
        joined_at: now,
      })
      .execute();
    await placeRoot(trx, { memberId, at: now });
    await audit(trx, { kind: 'registered', at: now, memberId, call, details: { operator } });
  } else {
    await trx.updateTable('members').set(person).where('id', '=', memberId).execute();
    await endOpenActs(trx, services, { memberId, now });
    await endFreezeLinks(trx, { memberId, now });
    await audit(trx, {
      kind: 'first_member_corrected',
      at: now,
      memberId: null,
      call,
      details: { operator, memberId },
    });
  }
  await enqueueMail(trx, services, { kind: 'firstMember', memberId, device: null, now });
  return known === undefined ? 'made' : 'changed';
}
