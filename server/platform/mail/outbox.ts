// Mails are stored in the transaction of what they report, and sent by a job (S-25).
import { sql, type Selectable } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { FrozenBy, MembersTable } from '#server/platform/db/tables.ts';
import type { Random } from '#server/platform/system/random.ts';
import type { Culture } from '#openapi/cultures.ts';
import { getsMail } from './choices.ts';
import type { TokenLink } from './links.ts';
import type { AlarmLink, MailKind, NoticeKind } from './kinds.ts';
import { renderNotice, type RefusalReason } from './render.ts';

/** The recipient of a mail. */
export interface MailRecipient {
  /** Null if the address is not known to be a member's. */
  memberId: string | null;
  address: string;
  /** Null if the mail must not name anybody. */
  username: string | null;
  culture: Culture;
  /** The member's phrase, with the verified address that it may be shown to: a copy with another address has none. */
  phrase?: { readonly text: string; readonly to: string };
}

/** A member who receives a mail. */
export type MemberRecipient = MailRecipient & { memberId: string };

/** A recipient who is a member, and who froze the account if it is frozen. */
export type FoundRecipient = MailRecipient & { frozenBy: FrozenBy | null };

/** A code or link of a mail; once it has expired it is removed from the outbox too. */
export interface MailSecret {
  code?: string;
  link?: TokenLink;
  freezeLink?: { address: TokenLink; purpose: AlarmLink };
  until: Date;
}

interface MailOrder {
  kind: MailKind;
  device: string | null;
  now: Date;
  values?: Record<string, string>;
  reason?: RefusalReason;
  secret?: MailSecret;
}

/** Puts a notice to a member into the outbox, to the address in force now. */
export async function enqueueMail(
  trx: Trx,
  services: { config: Config; random: Random },
  notice: Omit<MailOrder, 'kind' | 'secret'> & { kind: NoticeKind; memberId: string },
): Promise<void> {
  await enqueueMailTo(trx, services, { ...notice, to: await memberRecipient(trx, notice.memberId) });
}

/** A member as the recipient of a mail. */
export async function memberRecipient(
  trx: Trx,
  memberId: string,
): Promise<MemberRecipient & Pick<FoundRecipient, 'frozenBy'>> {
  const recipient = await findRecipient(trx, { id: memberId });
  if (recipient === null) throw new Error('there is no such member to mail to');
  return { ...recipient, memberId };
}

/** The same if there may be no such member; both cases take one statement (D-15). */
export async function findRecipient(
  trx: Trx,
  by: ({ id: string | null } | { emailKey: string; usernameKey?: string }) & { frozen?: true },
): Promise<FoundRecipient | null> {
  let query = trx
    .selectFrom('members')
    .select(['id', 'username', 'email', 'culture', 'frozen_by', 'email_phrase', 'email_verified_at']);
  if ('id' in by) query = query.where('id', '=', by.id);
  else query = query.where('email_key', '=', by.emailKey);
  if ('usernameKey' in by && by.usernameKey !== undefined) query = query.where('username_key', '=', by.usernameKey);
  if (by.frozen === true) query = query.where('frozen_at', 'is not', null);
  const member = await query.executeTakeFirst();
  return member === undefined ? null : { ...recipientIn(member), frozenBy: member.frozen_by };
}

/** A member whose row was read as the recipient of a mail. */
export function recipientIn(
  member: Pick<
    Selectable<MembersTable>,
    'id' | 'email' | 'username' | 'culture' | 'email_phrase' | 'email_verified_at'
  >,
): MemberRecipient {
  return {
    memberId: member.id,
    address: member.email,
    username: member.username,
    culture: member.culture,
    ...(member.email_phrase === null || member.email_verified_at === null
      ? {}
      : { phrase: { text: member.email_phrase, to: member.email } }),
  };
}

/** Puts a mail into the outbox, unless it is of a kind that the member chose to do without. */
export async function enqueueMailTo(
  trx: Trx,
  services: { config: Config; random: Random },
  order: MailOrder & { to: MailRecipient },
): Promise<void> {
  const { kind, to, device, now, values, reason, secret } = order;
  if (to.memberId !== null && !(await getsMail(trx, to.memberId, kind))) return;
  const { subject, body, html } = renderNotice({
    kind,
    culture: to.culture,
    username: to.username,
    device,
    at: now,
    origin: services.config.publicOrigin,
    supportEmail: services.config.supportEmail,
    ...(values === undefined ? {} : { values }),
    ...(reason === undefined ? {} : { reason }),
    phrase: to.phrase?.to === to.address ? to.phrase.text : null,
    ...(secret?.code === undefined ? {} : { code: secret.code }),
    ...(secret?.link === undefined ? {} : { link: secret.link }),
    ...(secret?.freezeLink === undefined ? {} : { freezeLink: secret.freezeLink }),
  });
  await trx
    .insertInto('mails')
    .values({
      id: services.random.uuid(),
      member_id: to.memberId,
      kind,
      recipient_name: to.username ?? '',
      recipient: to.address,
      subject,
      body,
      html,
      culture: to.culture,
      created_at: now,
      next_attempt_at: now,
      secret_until: secret?.until ?? null,
    })
    .execute();
}

/**
 * The same if the caller must not learn whether anybody gets the mail (D-15): it is always written, and removed again
 * if nobody gets it, so that both take equally long.
 */
export async function enqueueMailOrRehearse(
  trx: Trx,
  services: { config: Config; random: Random },
  order: MailOrder & { to: MailRecipient },
  options: { really: boolean },
): Promise<void> {
  await sql`SAVEPOINT mail`.execute(trx);
  await enqueueMailTo(trx, services, order);
  await (options.really ? sql`RELEASE SAVEPOINT mail` : sql`ROLLBACK TO SAVEPOINT mail`).execute(trx);
}
