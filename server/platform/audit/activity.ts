import type { components } from '#openapi/api.gen.d.ts';
import { cursorAfter, readCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { MemberActKind } from './audit.ts';

const PAGE = 50;

/** The recorded activity of the member's account (S-24), newest first. */
export async function listOwnActivity(
  db: Db,
  call: CallContext,
  options: { session: { id: string; memberId: string }; cursor: string | undefined },
): Promise<components['schemas']['ActivityList']> {
  const { session } = options;
  const after = readCursor(call, options.cursor);
  let query = db
    .selectFrom('audit_events')
    .select(['id', 'at', 'kind', 'device', 'session_id'])
    .where('member_id', '=', session.memberId)
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (after !== null) query = query.where('id', '<', after);
  const rows = await query.execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      // Written only by `audit`, which takes a member's id with no other kind.
      kind: row.kind as MemberActKind,
      device: row.device === '' ? null : row.device,
      here: row.session_id === session.id,
    })),
    nextCursor: rows.length > PAGE && last !== undefined ? cursorAfter(last.id) : null,
  };
}
