import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { shortName } from '#server/domain/members/short-names.ts';
import { isInOrganization } from '#server/domain/seats/seats.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

/**
 * The member with a username, whatever its letter case, as the sender may see them (D-15), and how often the sender
 * has sent to them. Members of the sender's own organization have their full name, since that lists them anyway; all
 * others a shortened one.
 *
 * @throws Problem user_not_found, recipient_self
 */
export async function recipientOf(
  db: Db | Trx,
  call: CallContext,
  wanted: { memberId: string; username: string; field: 'username' | 'recipient' },
): Promise<{ id: string; shown: components['schemas']['Recipient'] }> {
  const { memberId, username, field } = wanted;
  const row = await db
    .selectFrom('members')
    .select(['id', 'username', 'name'])
    .where('username_key', '=', nameKey(username.trim()))
    .executeTakeFirst();
  if (row === undefined)
    throw new Problem('user_not_found', { errors: { [field]: [fieldSentence(call.culture, 'userNotFound')] } });
  if (row.id === memberId) throw new Problem('recipient_self');
  return { id: row.id, shown: await shownTo(db, memberId, row) };
}

/** How many of the latest recipients a form offers. */
const RECENT = 5;

/** Whom a member has sent to, the latest first: as a lookup by their usernames shows them, and nobody else. */
export async function recentRecipients(db: Db | Trx, memberId: string): Promise<components['schemas']['Recipient'][]> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('members', 'members.id', 'receipts.counterparty_member_id')
    .select(['members.id', 'members.username', 'members.name'])
    .where('receipts.member_id', '=', memberId)
    .where('receipts.kind', '=', 'transfer_out')
    .groupBy('members.id')
    .orderBy(({ fn }) => fn.max('receipts.at'), 'desc')
    .orderBy('members.id')
    .limit(RECENT)
    .execute();
  return Promise.all(rows.map((row) => shownTo(db, memberId, row)));
}

interface Person {
  id: string;
  username: string;
  name: string;
}

/** A member as a sender sees them. */
async function shownTo(db: Db | Trx, memberId: string, row: Person): Promise<components['schemas']['Recipient']> {
  const name = (await isInOrganization(db, { of: memberId, memberId: row.id })) ? row.name : shortName(row.name);
  return { username: row.username, name, ...(await sentBefore(db, memberId, row.id)) };
}

/** How often one member has sent to another, and when last. */
async function sentBefore(
  db: Db | Trx,
  memberId: string,
  toMemberId: string,
): Promise<{ transfersSent: number; lastSentAt: string | null }> {
  const { count, last } = await db
    .selectFrom('receipts')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('at').as('last')])
    .where('member_id', '=', memberId)
    .where('kind', '=', 'transfer_out')
    .where('counterparty_member_id', '=', toMemberId)
    .executeTakeFirstOrThrow();
  return { transfersSent: Number(count), lastSentAt: last?.toISOString() ?? null };
}
