// The links that freeze an account at one press (D-32, S-03 and S-09): each mail about a change to what
// protects an account carries one, so that a member who did not make the change can stop everything without signing in.
import { FIGURES } from '#openapi/figures.ts';
import { sql } from 'kysely';
import type { Services } from '#server/domain/services/services.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { tokenLink } from '#server/platform/mail/links.ts';
import { enqueueMailTo, memberRecipient, type MailRecipient } from '#server/platform/mail/outbox.ts';
import type { AlarmKind, AlarmLink } from '#server/platform/mail/kinds.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';

/** How long a link works. A week, so that a member who is away for some days still finds one that works. */
export const FREEZE_LINK_SECONDS = FIGURES.freezeLinkDays * DAY_SECONDS;

/**
 * Mails a member what was changed, with a link that freezes the account. `formerAddress` sends it to the address just
 * replaced. It is written for the member as they are now, so the language is changed after it; `phrase` is shown
 * instead of the present one.
 */
export async function enqueueAlarm(
  trx: Trx,
  services: Services,
  notice: {
    kind: AlarmKind;
    memberId: string;
    formerAddress?: string;
    device: string | null;
    now: Date;
    values?: Record<string, string>;
    phrase?: string | null;
  },
): Promise<void> {
  const { config, random } = services;
  const { memberId, now, formerAddress, phrase, ...said } = notice;
  const { frozenBy, phrase: present, ...member } = await memberRecipient(trx, memberId);
  const former = formerAddress !== undefined;
  const shown = phrase === undefined ? present : phrase === null ? null : { text: phrase, to: member.address };
  const to: MailRecipient = {
    ...member,
    address: formerAddress ?? member.address,
    ...(shown == null ? {} : { phrase: shown }),
  };
  const purpose = purposeOf(notice.kind, { frozen: frozenBy !== null, former });
  // The page at the link says by its token which address it went to, and whether it objects.
  const token = newToken(purpose === 'objecting' ? 'obj' : former ? 'frf' : 'frz', random);
  const until = secondsAfter(now, FREEZE_LINK_SECONDS);
  await trx
    .insertInto('freeze_links')
    .values({
      id: random.uuid(),
      token_hash: tokenHash(token),
      member_id: memberId,
      created_at: now,
      expires_at: until,
      to_former_address: former,
      former_address: formerAddress ?? null,
    })
    .execute();
  await enqueueMailTo(trx, services, {
    ...said,
    to,
    now,
    values: { ...said.values, freezeUntil: momentText(until) },
    secret: {
      freezeLink: { address: tokenLink(config, { page: '/Freeze', token, culture: to.culture }), purpose },
      until,
    },
  });
}

function purposeOf(kind: AlarmKind, { frozen, former }: { frozen: boolean; former: boolean }): AlarmLink {
  if (kind === 'addressAsked') return 'objecting';
  if (kind === 'factorRemovalAsked') return 'stoppingRemoval';
  if (frozen) return 'freezingAgain';
  return former ? 'freezingForSupport' : 'freezing';
}

/**
 * A link that freezes. `former` is true if it went to a replaced address; it is unknown for links mailed by an earlier
 * version.
 */
export interface FreezeLink {
  id: string;
  memberId: string;
  former: { address: string | null } | null;
}

/** The link of a token; null if it is unknown, used or too old. */
export async function findFreezeLink(trx: Trx, options: { token: string; now: Date }): Promise<FreezeLink | null> {
  const link = await trx
    .selectFrom('freeze_links')
    .select(['id', 'member_id', 'to_former_address', 'former_address'])
    .where('token_hash', '=', tokenHash(options.token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', options.now)
    .executeTakeFirst();
  if (link === undefined) return null;
  return {
    id: link.id,
    memberId: link.member_id,
    former: link.to_former_address ? { address: link.former_address } : null,
  };
}

/**
 * Ends a used link and all others that went to the same address. Links sent to other addresses stay: a thief who
 * presses a link in the current mailbox must not take from the owner the one that was sent to the former mailbox.
 */
export async function endUsedLink(trx: Trx, { id, memberId, former }: FreezeLink, now: Date): Promise<void> {
  if (former === null) return endLinksToAddress(trx, { memberId, now });
  await trx
    .updateTable('freeze_links')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where((or) => or.or([or('id', '=', id), or('former_address', '=', former.address)]))
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends all links of a member, whichever address they went to. */
export async function endFreezeLinks(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await trx
    .updateTable('freeze_links')
    .set({ ended_at: options.now })
    .where('member_id', '=', options.memberId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the links sent to a former address, after support has found that it is not the owner's. */
export async function endLinksToFormer(
  trx: Trx,
  { memberId, address, now }: { memberId: string; address: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('freeze_links')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('former_address', '=', address)
    .where('ended_at', 'is', null)
    .execute();
}

/** A former address that was notified, and whether one of its links still freezes the account. */
export interface NotifiedFormerAddress {
  address: string;
  hasLink: boolean;
}

/**
 * The former addresses that were sent links since a moment, and which of them have none left because it was used or
 * ended.
 */
export async function notifiedFormerAddresses(
  db: Db | Trx,
  { memberId, since, now }: { memberId: string; since: Date; now: Date },
): Promise<NotifiedFormerAddress[]> {
  const { rows } = await sql<NotifiedFormerAddress>`
    SELECT former_address AS address, bool_or(ended_at IS NULL AND expires_at > ${now}) AS "hasLink"
    FROM freeze_links WHERE member_id = ${memberId} AND former_address IS NOT NULL AND created_at >= ${since}
    GROUP BY former_address ORDER BY min(created_at)`.execute(db);
  return rows;
}

/**
 * Ends the links sent to the address that a member is replacing: that mailbox may later belong to somebody else. Links
 * sent to earlier addresses stay; otherwise two changes in a row would take them from the owner.
 */
export async function endLinksToAddress(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await endLinks(trx, { ...options, toFormer: false });
}

async function endLinks(
  trx: Trx,
  { memberId, now, toFormer }: { memberId: string; now: Date; toFormer: boolean },
): Promise<void> {
  await trx
    .updateTable('freeze_links')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('to_former_address', '=', toFormer)
    .where('ended_at', 'is', null)
    .execute();
}
