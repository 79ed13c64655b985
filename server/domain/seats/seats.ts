// Seats as callers may see them: members their own and those below it, with names; strangers any, with shortened names.
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { shortName, shortUsername } from '#server/domain/members/short-names.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { positionId } from './position-id.ts';

export type Seat = components['schemas']['Seat'];

/** A seat with its holder, as read from the database. */
export interface SeatRow {
  seat_no: number;
  parent_no: number | null;
  side: 'left' | 'right' | null;
  depth: number;
  username: string;
  name: string;
  rank: Seat['rank'];
  joined_at: Date;
}

/** The seat at the top of what a caller may see, and whether names are shown. */
export interface View {
  top: { seat_no: number; depth: number };
  named: boolean;
}

/** How callers name a seat. */
export interface SeatName {
  username?: string | undefined;
  seatNo?: number | undefined;
}

/** The largest PostgreSQL integer; no seat has a greater number. */
const MAX_SEAT_NO = 2 ** 31 - 1;

/** Seats with their holders. */
export function selectSeats(db: Db | Trx) {
  return db
    .selectFrom('seats')
    .innerJoin('members', 'members.id', 'seats.member_id')
    .select(['seats.seat_no', 'seats.parent_no', 'seats.side', 'seats.depth'])
    .select(['members.username', 'members.name', 'members.rank', 'members.joined_at']);
}

/** What a signed-in member sees: the member's own seat and all below it. */
export async function memberView(db: Db | Trx, session: MemberSession): Promise<View> {
  const top = await db
    .selectFrom('seats')
    .select(['seat_no', 'depth'])
    .where('member_id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  return { top, named: true };
}

/** The seat of a name. With a view, only seats in it: one outside is not found, just like one that does not exist. */
export async function findSeat(db: Db | Trx, by: SeatName, view: View | null): Promise<SeatRow | null> {
  const { username, seatNo } = by;
  if (seatNo !== undefined && seatNo > MAX_SEAT_NO) return null;
  let query = selectSeats(db);
  if (username !== undefined) query = query.where('members.username_key', '=', nameKey(username));
  if (seatNo !== undefined) query = query.where('seats.seat_no', '=', seatNo);
  if (view !== null) query = query.where(isBelow(view.top));
  return (await query.executeTakeFirst()) ?? null;
}

/** The same where one is required. @throws Problem not_found */
export async function requireSeat(db: Db | Trx, by: SeatName, view: View | null): Promise<SeatRow> {
  const row = await findSeat(db, by, view);
  if (row === null) throw new Problem('not_found');
  return row;
}

/**
 * Whether a seat is this one or is below it. Jumps find it, in a number of steps that grows with the logarithm of the
 * depth.
 */
export function isBelow(top: { seat_no: number; depth: number }) {
  return sql<boolean>`seat_ancestor(seats.seat_no, ${top.depth}) = ${top.seat_no}`;
}

/** Which of some members sit below another one, whose lists then name them in full. */
export async function inOrganization(
  db: Db | Trx,
  { of, among }: { readonly of: string; readonly among: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (among.length === 0) return new Set();
  const inside = await db
    .selectFrom('seats as top')
    .innerJoin('seats', (join) => join.onRef('seats.depth', '>', 'top.depth'))
    .select('seats.member_id')
    .where('top.member_id', '=', of)
    .where((where) => where('seats.member_id', '=', where.fn.any(where.val([...among]))))
    .where(sql<boolean>`seat_ancestor(seats.seat_no, top.depth) = top.seat_no`)
    .execute();
  return new Set(inside.flatMap(({ member_id: id }) => id ?? []));
}

/** A seat as the caller sees it. Nothing above the top of the view is shown, and levels count from the top. */
export function showSeat(row: SeatRow, { top, named }: View): Seat {
  const isTop = row.seat_no === top.seat_no;
  return {
    seatNo: row.seat_no,
    positionId: positionId(row.seat_no),
    username: named ? row.username : shortUsername(row.username),
    name: named ? row.name : shortName(row.name),
    position: row.side,
    parentSeatNo: isTop ? null : row.parent_no,
    level: row.depth - top.depth,
    rank: row.rank,
    joinedAt: row.joined_at.toISOString(),
  };
}

/** A seat with the two places below it. */
export async function showWithChildren(
  db: Db | Trx,
  row: SeatRow,
  view: View,
): Promise<components['schemas']['SeatWithChildren']> {
  const children = await selectSeats(db).where('seats.parent_no', '=', row.seat_no).execute();
  const at = (side: 'left' | 'right') => {
    const child = children.find((each) => each.side === side);
    return child === undefined ? null : showSeat(child, view);
  };
  return { seat: showSeat(row, view), left: at('left'), right: at('right') };
}
