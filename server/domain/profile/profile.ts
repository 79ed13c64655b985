import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { personLine } from '#server/domain/members/person.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { readUserInfo } from './user-info.ts';

/** How long further changes are not mailed. */
const TOLD_SECONDS = 3600;

/**
 * Changes what members state about themselves: name, telephone number and the language of their mails. Support asks for
 * them, so a mail in the language before says so, once an hour at most: many would bury other mails.
 */
export async function changeProfile(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; given: components['schemas']['Profile'] },
): Promise<CallResult<components['schemas']['UserInfo']>> {
  const { session, given } = options;
  const { phone, culture } = given;
  const { memberId } = session;
  const name = personLine(call, given.name, 'PersonName');
  const now = services.clock.now();
  const member = await lockMember(trx, memberId);
  const changes = member.name !== name || member.phone !== phone || member.culture !== culture;
  if (changes && !(await wasTold(trx, memberId, secondsAfter(now, -TOLD_SECONDS))))
    await enqueueAlarm(trx, services, { kind: 'profileChanged', memberId, device: call.device, now });
  await trx
    .updateTable('members')
    .set({ name, name_key: nameKey(name), phone, culture })
    .where('id', '=', memberId)
    .execute();
  await audit(trx, {
    kind: 'profile_changed',
    at: now,
    memberId,
    sessionId: session.id,
    call,
  });
  return { kind: 'done', body: await readUserInfo(trx, services, session) };
}

async function wasTold(trx: Trx, memberId: string, since: Date): Promise<boolean> {
  const mail = await trx
    .selectFrom('mails')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'profileChanged')
    .where('created_at', '>', since)
    .executeTakeFirst();
  return mail !== undefined;
}
