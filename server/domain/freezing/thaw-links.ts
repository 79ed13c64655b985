// The links that thaw frozen accounts (D-32, D-16, S-02 and S-03).
import { FIGURES } from '#openapi/figures.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { accountHash } from '#server/domain/codes/addresses.ts';
import { minutesUntil, stranger } from '#server/domain/codes/email-codes.ts';
import { countSend, RESEND_SECONDS } from '#server/domain/codes/send-limits.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { endThawLinks } from '#server/domain/open-acts/open-thaw-links.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { tokenLink } from '#server/platform/mail/links.ts';
import {
  enqueueMailOrRehearse,
  findRecipient,
  type FoundRecipient,
  type MailRecipient,
} from '#server/platform/mail/outbox.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';

export const LINK_SECONDS = FIGURES.linkMinutes * 60;
/** How many links one run of the job mails at most. */
const BATCH = 100;
/** The caller that is counted when a job mails a link after a refused sign-in. */
const JOB = { requestId: 'job:mail-thaw-links', device: '' };

/**
 * Mails a link if name and address belong to one member whose account is frozen; otherwise does everything but the mail
 * (D-15). If only support may thaw the account, the mail says so and has no link.
 *
 * @throws Problem code_too_soon or too_many_mails
 */
export async function sendThawLink(
  trx: Trx,
  services: Services,
  call: CallContext,
  account: components['schemas']['Account'],
): Promise<CallResult<components['schemas']['ThawLinkSent']>> {
  const { email, username } = account;
  const member = await findRecipient(trx, { emailKey: nameKey(email), usernameKey: nameKey(username), frozen: true });
  await countSend(trx, services, {
    purpose: 'thawLink',
    account: accountHash(services.keys, account),
    memberId: member?.memberId ?? null,
    call,
  });
  await mailLink(trx, services, {
    to: member ?? stranger(email, call),
    really: member !== null,
    call,
    isRequested: true,
  });
  return { kind: 'done', body: { expiresIn: LINK_SECONDS, resendIn: RESEND_SECONDS } };
}

/**
 * Mails links to members who gave the right password of a frozen account; one who was sent a link a moment ago gets
 * none.
 */
export async function mailAskedThawLinks(services: Services): Promise<void> {
  const { db } = services;
  const asked = await db
    .selectFrom('members')
    .select('id')
    .where('thaw_asked_at', 'is not', null)
    .orderBy('thaw_asked_at')
    .limit(BATCH)
    .execute();
  for (const { id } of asked) await inTransaction(db, (trx) => mailAskedLink(trx, services, id));
}

async function mailAskedLink(trx: Trx, services: Services, memberId: string): Promise<void> {
  const member = await lockMember(trx, memberId);
  // Another server's job was first.
  if (member.thaw_asked_at === null) return;
  await trx.updateTable('members').set({ thaw_asked_at: null }).where('id', '=', memberId).execute();
  const to = await findRecipient(trx, { id: memberId, frozen: true });
  if (to === null || (await hasFreshLink(trx, services, memberId))) return;
  try {
    // Counted separately from requested links: a member who then asks at /Frozen gets a link at once (decision
    // 0028).
    await countSend(trx, services, { purpose: 'thawLinkAtSignIn', memberId });
  } catch (error) {
    // The limit of mails is reached: the newest of them still works.
    if (error instanceof Problem) return;
    throw error;
  }
  // Nobody has requested it: whoever has the password must not void the link that the owner is about to open.
  await mailLink(trx, services, { to, really: true, call: JOB, isRequested: false });
}

/** Whether the member was mailed a link a moment ago, on request or not, that still works. */
async function hasFreshLink(trx: Trx, { clock }: Services, memberId: string): Promise<boolean> {
  const now = clock.now();
  const fresh = await trx
    .selectFrom('thaw_links')
    .select('id')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '>', secondsAfter(now, -RESEND_SECONDS))
    .executeTakeFirst();
  return fresh !== undefined;
}

/**
 * Makes a link and mails it; a requested one voids those before it. It must have been counted before, so that a refusal
 * changes nothing. If only support may thaw the account, the link belongs to nobody, and the mail says so.
 */
async function mailLink(
  trx: Trx,
  services: Services,
  order: {
    to: MailRecipient | FoundRecipient;
    really: boolean;
    call: { requestId: string; device: string };
    isRequested: boolean;
  },
): Promise<void> {
  const { clock, config, random } = services;
  const { to, really, call, isRequested } = order;
  const now = clock.now();
  const onlySupport = 'frozenBy' in to && to.frozenBy !== null && to.frozenBy !== 'member';
  const memberId = onlySupport ? null : to.memberId;
  if (isRequested) await endThawLinks(trx, { memberId, now });
  const token = newToken('thw', random);
  const expiresAt = secondsAfter(now, LINK_SECONDS);
  await trx
    .insertInto('thaw_links')
    .values({
      id: random.uuid(),
      token_hash: tokenHash(token),
      member_id: memberId,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  await audit(trx, { kind: 'thaw_link_sent', at: now, memberId, call });
  const mail = {
    kind: onlySupport ? ('onlySupportThaws' as const) : ('thawLink' as const),
    to,
    device: call.device === '' ? null : call.device,
    now,
    values: { minutes: minutesUntil(now, expiresAt) },
    ...(onlySupport
      ? {}
      : { secret: { link: tokenLink(config, { page: '/Thaw', token, culture: to.culture }), until: expiresAt } }),
  };
  await enqueueMailOrRehearse(trx, services, mail, { really });
}
