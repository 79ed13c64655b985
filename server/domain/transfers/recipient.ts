import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { inOrganization, isBelow } from '#server/domain/seats/seats.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { looksOf, nameShown, namesAlike, usernamesAlike, type Named } from './likeness.ts';

type Recipient = components['schemas']['Recipient'];
type Resembled = components['schemas']['ResembledRecipient'];

/**
 * The member with a username, whatever its letter case, as the sender may see them (D-15), and how often the sender
 * has sent to them. Members of the sender's own organization have their full name, since that lists them anyway; all
 * others a shortened one. If they were never sent to, it says whom they resemble of those who were.
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
  const found = { ...row, count: row.count ?? '0' };
  const paid =
    row.last === null ? await sentTo(db, memberId).orderBy('last', 'desc').orderBy('members.id').execute() : [];
  const [shown] = await shownTo(db, memberId, { rows: [found], paid });
  if (shown === undefined) throw new Error('a recipient was found and is not shown');
  return { id: row.id, shown };
}

/** The refusal of a username that is nobody's, as far as the sender may know. */
export function userNotFound(call: CallContext, field: 'username' | 'recipient'): Problem {
  return new Problem('user_not_found', { errors: { [field]: [fieldSentence(call.culture, 'userNotFound')] } });
}

/** How many of the latest recipients a form offers. */
const RECENT = 5;

/** How many of those whom the sender has referred it offers. */
const MOST_REFERRED = 5;
/** How many of them are read: some may resemble others, and aren't offered. */
const REFERRED_READ = 20;
/**
 * How long a referred member has belonged before they are offered: nobody can sign up and be paid by mistake at once.
 */
export const REFERRED_SECONDS = DAY_SECONDS;

/**
 * Whom a transfer offers, as a lookup by their usernames shows them: those whom a member has sent to, the latest first,
 * with favorites apart, and those of the organization whom the member has referred but never sent to, the earliest to
 * join first. Anybody can sign up under a referral code, so the latter have been members for a day, can't displace
 * others who joined earlier, and are nobody who resembles a member that was sent to.
 */
export async function recipientsOf(
  db: Db | Trx,
  memberId: string,
  now: Date,
): Promise<{ favorites: Recipient[]; recent: Recipient[]; referred: Recipient[] }> {
  const paid = await sentTo(db, memberId)
    .leftJoin('favorite_recipients as favorite', (join) =>
      join.onRef('favorite.recipient_id', '=', 'members.id').on('favorite.member_id', '=', memberId),
    )
    .groupBy('favorite.recipient_id')
    .select('favorite.recipient_id as favorite')
    .orderBy('last', 'desc')
    .orderBy('members.id')
    .execute();
  const favorites = paid.filter(({ favorite }) => favorite !== null);
  const recent = paid.filter(({ favorite }) => favorite === null).slice(0, RECENT);
  const rows = [...favorites, ...recent, ...(await referredBy(db, memberId, now))];
  const shown = await shownTo(db, memberId, { rows, paid });
  return {
    favorites: shown.slice(0, favorites.length),
    recent: shown.slice(favorites.length, favorites.length + recent.length),
    referred: shown
      .slice(favorites.length + recent.length)
      .filter(({ resembles }) => resembles === null)
      .slice(0, MOST_REFERRED),
  };
}

/** The first of those below a member's seat whom the member has referred a while ago and never sent to. */
async function referredBy(db: Db | Trx, memberId: string, now: Date): Promise<Sent[]> {
  const own = await db
    .selectFrom('seats')
    .select(['seat_no', 'depth'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (own === undefined) return [];
  const rows = await db
    .selectFrom('members')
    .innerJoin('seats', 'seats.member_id', 'members.id')
    .select(['members.id', 'members.username', 'members.name'])
    .where('members.introducer_id', '=', memberId)
    .where('members.joined_at', '<=', secondsAfter(now, -REFERRED_SECONDS))
    .where(isBelow(own))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('receipts')
            .select('receipts.id')
            .where('receipts.member_id', '=', memberId)
            .where('receipts.kind', '=', 'transfer_out')
            .whereRef('receipts.counterparty_member_id', '=', 'members.id'),
        ),
      ),
    )
    .orderBy('members.joined_at')
    .orderBy('members.id')
    .limit(REFERRED_READ)
    .execute();
  return rows.map((row) => ({ ...row, count: '0', last: null }));
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

/**
 * Members as a sender sees them. Those who were never sent to are compared with everybody who was, `paid`, the latest
 * first, and rather by the username than by the name.
 */
async function shownTo(
  db: Db | Trx,
  memberId: string,
  { rows, paid }: { readonly rows: readonly Sent[]; readonly paid: readonly Sent[] },
): Promise<Recipient[]> {
  const ids = new Set([...rows, ...paid].map(({ id }) => id));
  const below = await inOrganization(db, { of: memberId, among: [...ids] });
  const named = ({ id, username, name }: Sent): Named => ({ username, name, below: below.has(id) });
  const isCompared = rows.some(({ last }) => last === null);
  const known = isCompared ? paid.map((each) => ({ ...each, looks: looksOf(named(each)) })) : [];
  const resembled = (row: Sent): Resembled | null => {
    const looks = looksOf(named(row));
    const found =
      known.find((each) => usernamesAlike(each.looks, looks)) ?? known.find((each) => namesAlike(each.looks, looks));
    if (found === undefined || found.last === null) return null;
    return { username: found.username, name: nameShown(named(found)), lastSentAt: found.last.toISOString() };
  };
  return rows.map((row) => ({
    username: row.username,
    name: nameShown(named(row)),
    transfersSent: Number(row.count),
    lastSentAt: row.last?.toISOString() ?? null,
    resembles: row.last === null ? resembled(row) : null,
  }));
}
