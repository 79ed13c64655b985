import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { shortName } from '#server/domain/members/short-names.ts';
import { inOrganization } from '#server/domain/seats/seats.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

type Recipient = components['schemas']['Recipient'];

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
): Promise<{ id: string; shown: Recipient }> {
  const { memberId, username, field } = wanted;
  const row = await db
    .selectFrom('members')
    .leftJoinLateral(
      (sent) =>
        sent
          .selectFrom('receipts')
          .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('receipts.at').as('last')])
          .where('receipts.member_id', '=', memberId)
          .where('receipts.kind', '=', 'transfer_out')
          .whereRef('receipts.counterparty_member_id', '=', 'members.id')
          .as('sent'),
      (join) => join.onTrue(),
    )
    .select(['members.id', 'members.username', 'members.name', 'sent.count', 'sent.last'])
    .where('members.username_key', '=', nameKey(username.trim()))
    .executeTakeFirst();
  if (row === undefined) throw userNotFound(call, field);
  if (row.id === memberId) throw new Problem('recipient_self');
  const [shown] = await shownTo(db, memberId, [{ ...row, count: row.count ?? '0' }]);
  if (shown === undefined) throw new Error('a recipient was found and is not shown');
  return { id: row.id, shown };
}

/** The refusal of a username that is nobody's, as far as the sender may know. */
export function userNotFound(call: CallContext, field: 'username' | 'recipient'): Problem {
  return new Problem('user_not_found', { errors: { [field]: [fieldSentence(call.culture, 'userNotFound')] } });
}

/** How many of the latest recipients a form offers. */
const RECENT = 5;

/**
 * Whom a member has sent to, the latest first: as a lookup by their usernames shows them, and nobody else. Favorites
 * are apart.
 */
export async function recipientsOf(
  db: Db | Trx,
  memberId: string,
): Promise<{ favorites: Recipient[]; recent: Recipient[] }> {
  const sent = sentTo(db, memberId)
    .leftJoin('favorite_recipients as favorite', (join) =>
      join.onRef('favorite.recipient_id', '=', 'members.id').on('favorite.member_id', '=', memberId),
    )
    .orderBy('last', 'desc')
    .orderBy('members.id');
  const favorites = await sent.where('favorite.recipient_id', 'is not', null).execute();
  const recent = await sent.where('favorite.recipient_id', 'is', null).limit(RECENT).execute();
  const shown = await shownTo(db, memberId, [...favorites, ...recent]);
  return { favorites: shown.slice(0, favorites.length), recent: shown.slice(favorites.length) };
}

/** What every list of recipients begins with: whom a member has sent to, how often and when last. */
export function sentTo(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('receipts')
    .innerJoin('members', 'members.id', 'receipts.counterparty_member_id')
    .select(['members.id', 'members.username', 'members.name'])
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('receipts.at').as('last')])
    .where('receipts.member_id', '=', memberId)
    .where('receipts.kind', '=', 'transfer_out')
    .groupBy('members.id');
}

interface Sent {
  id: string;
  username: string;
  name: string;
  count: string;
  last: Date | null;
}

/** Members as a sender sees them. */
async function shownTo(db: Db | Trx, memberId: string, rows: readonly Sent[]): Promise<Recipient[]> {
  const below = await inOrganization(db, { of: memberId, among: rows.map(({ id }) => id) });
  return rows.map(({ id, username, name, count, last }) => ({
    username,
    name: below.has(id) ? name : shortName(name),
    transfersSent: Number(count),
    lastSentAt: last?.toISOString() ?? null,
  }));
}
