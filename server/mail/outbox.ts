// Mails are written down in the transaction of what they tell of, and sent by a job (security rule 25).
import type { Config } from '#server/config.ts';
import type { Trx } from '#server/db/kysely.ts';
import type { Random } from '#server/random.ts';
import { renderNotice, type NoticeKind } from './render.ts';

/** Puts a notice to a member into the outbox. */
export async function enqueueMail(
  trx: Trx,
  services: { config: Config; random: Random },
  notice: { kind: NoticeKind; memberId: string; device: string; now: Date; values?: Record<string, string> },
): Promise<void> {
  const { kind, memberId, device, now, values } = notice;
  const member = await trx
    .selectFrom('members')
    .select(['name', 'username', 'email', 'culture'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const { subject, body } = renderNotice({
    kind,
    culture: member.culture,
    name: member.name,
    username: member.username,
    device,
    at: now,
    origin: services.config.publicOrigin,
    ...(values === undefined ? {} : { values }),
  });
  await trx
    .insertInto('mails')
    .values({
      id: services.random.uuid(),
      member_id: memberId,
      kind,
      recipient_name: member.name,
      recipient: member.email,
      subject,
      body,
      created_at: now,
      next_attempt_at: now,
    })
    .execute();
}
