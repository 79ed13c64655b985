// What a member's devices compare to see what has changed: one short text for each part of a member's own. It is worked
// out of the records themselves, so there is no list of events to keep, and nothing can be missed.
import { sql } from 'kysely';
import type { MemberMarks } from '#server/domain/services/changes.ts';
import { MEMBER_TOPICS, type MemberTopic } from '#server/platform/db/member-topics.ts';
import type { Db } from '#server/platform/db/kysely.ts';

/** The marks of some members, in one statement. They tell a member nothing that the records do not show them. */
export async function marksOf(db: Db, memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberMarks>> {
  if (memberIds.length === 0) return new Map();
  const { rows } = await sql<MemberMarks & { id: string }>`
    SELECT members.id,
      (SELECT ${markOf(sql`asset || ' ' || balance`, sql`asset`)} FROM accounts WHERE member_id = members.id) AS balances,
      concat_ws('-',
        (SELECT ${markOf(sql`id || status`, sql`id`)} FROM receipts WHERE member_id = members.id AND status IS NOT NULL),
        (SELECT ${markOf(sql`id || ' ' || confirmations`, sql`id`)} FROM deposits WHERE member_id = members.id),
        (SELECT ${markOf(sql`id || state`, sql`id`)} FROM stakes WHERE member_id = members.id),
        extract(epoch FROM money_held_until)) AS statuses,
      (SELECT concat_ws('-', count(*), count(read_at)) FROM notices WHERE member_id = members.id) AS notices,
      (SELECT ${markOf(sql`id || status || extract(epoch FROM updated_at)`, sql`id`)} FROM inquiries WHERE member_id = members.id)
        AS inquiries
    FROM members WHERE id = ANY(${[...memberIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

function markOf(row: ReturnType<typeof sql>, order: ReturnType<typeof sql>) {
  return sql`to_hex(hashtextextended(coalesce(string_agg(${row}, ',' ORDER BY ${order}), ''), 0))`;
}

const BETWEEN = '.';

/** The marks as the id of an event. */
export function eventId(marks: MemberMarks): string {
  return MEMBER_TOPICS.map((topic) => marks[topic].replaceAll(BETWEEN, '_')).join(BETWEEN);
}

/**
 * What has changed since an event with this id. Everything may have, if no event had it: it may come from before an
 * update or a restore.
 */
export function changedSince(id: string, marks: MemberMarks): MemberTopic[] {
  const [before, now] = [id.split(BETWEEN), eventId(marks).split(BETWEEN)];
  return MEMBER_TOPICS.filter((_, place) => before.length !== now.length || before[place] !== now[place]);
}
