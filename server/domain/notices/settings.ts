// What members chose to be told of by mail.
import type { components } from '#openapi/api.gen.d.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { ALWAYS_REASONS } from '#server/platform/mail/choices.ts';
import { MAIL_CHOICES } from '#server/platform/mail/kinds.ts';

type NoticeSettings = components['schemas']['NoticeSettings'];

/** What a member is notified of by mail; everything, where nothing was chosen. */
export async function readNoticeSettings(db: Db | Trx, memberId: string): Promise<NoticeSettings> {
  const rows = await db
    .selectFrom('notice_settings')
    .select(['kind', 'mail'])
    .where('member_id', '=', memberId)
    .execute();
  const kept = new Map(rows.map(({ kind, mail }) => [kind, mail]));
  const mail = Object.fromEntries(MAIL_CHOICES.map((kind) => [kind, kept.get(kind) ?? true]));
  return { mail: mail as NoticeSettings['mail'], always: [...ALWAYS_REASONS] };
}

/** Sets what a member is notified of by mail; nothing is recorded if it is so already. */
export async function setNoticeSettings(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; wanted: components['schemas']['NoticeSettingsWanted'] },
): Promise<NoticeSettings> {
  const { session, wanted } = options;
  const { memberId } = session;
  const before = await readNoticeSettings(trx, memberId);
  const changed = MAIL_CHOICES.filter((kind) => wanted.mail[kind] !== before.mail[kind]);
  if (changed.length > 0) {
    await trx
      .insertInto('notice_settings')
      .values(changed.map((kind) => ({ member_id: memberId, kind, mail: wanted.mail[kind] })))
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'kind']).doUpdateSet((row) => ({ mail: row.ref('excluded.mail') })),
      )
      .execute();
    const at = services.clock.now();
    await audit(trx, { kind: 'notice_settings_changed', at, memberId, sessionId: session.id, call });
  }
  return { ...before, mail: wanted.mail };
}
