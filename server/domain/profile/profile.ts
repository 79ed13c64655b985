import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { personName } from '#server/domain/members/person.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { readUserInfo } from './user-info.ts';

/** Changes what members state about themselves: name, telephone number and the language of their mails. */
export async function changeProfile(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; given: components['schemas']['Profile'] },
): Promise<CallResult<components['schemas']['UserInfo']>> {
  const { session, given } = options;
  const { phone, culture } = given;
  const name = personName(call, given.name);
  await trx
    .updateTable('members')
    .set({ name, name_key: nameKey(name), phone, culture })
    .where('id', '=', session.memberId)
    .execute();
  await audit(trx, {
    kind: 'profile_changed',
    at: services.clock.now(),
    memberId: session.memberId,
    sessionId: session.id,
    call,
  });
  return { kind: 'done', body: await readUserInfo(trx, services, session) };
}
