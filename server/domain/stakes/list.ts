// The member's own stakes, page by page: those that wait for a choice, those that run, those that are over.
import { sql } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { unknownCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { linkedStakes, showStake } from './stakes.ts';

type Schemas = components['schemas'];

const PAGE = 50;
const CURSOR = /^([0-2])\.(-?\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * The position of a stake in the list: its group, its moment within the group, its id. Among stakes that are over, the
 * latest comes first.
 */
interface Place {
  group: number;
  moment: string;
  id: string;
}

const group = sql<number>`CASE stakes.state WHEN 'matured' THEN 0 WHEN 'running' THEN 1 ELSE 2 END`;
const moment = sql<string>`(1000 * CASE WHEN stakes.ended_at IS NULL THEN extract(epoch FROM stakes.ends_at) ELSE -extract(epoch FROM stakes.ended_at) END)::bigint`;

/**
 * One page of the member's stakes, and totals over all of them. @throws Problem invalid_request if the cursor does not
 * belong to this list
 */
export async function listOwnStakes(
  { db, clock }: Services,
  call: CallContext,
  wanted: { memberId: string; state: Schemas['StakeState'] | undefined; cursor: string | undefined },
): Promise<Schemas['StakeList']> {
  const { memberId, state, cursor } = wanted;
  const after = readPlace(call, cursor);
  const now = clock.now();
  const rules = await rulesAt(db, now);
  let query = linkedStakes(db)
    .select([group.as('group'), moment.as('moment')])
    .where('stakes.member_id', '=', memberId)
    .limit(PAGE + 1);
  if (state !== undefined) query = query.where('stakes.state', '=', state);
  if (after !== null)
    query = query.where(
      sql<boolean>`(${group}, ${moment}, stakes.id) > (${after.group}::integer, ${after.moment}::bigint, ${after.id}::uuid)`,
    );
  const rows = await query.orderBy(group).orderBy(moment).orderBy('stakes.id').execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    totals: await totalsOf(db, memberId),
    items: page.map((row) => showStake(row, { rules, now })),
    nextCursor:
      rows.length > PAGE && last !== undefined
        ? Buffer.from(`${last.group}.${String(last.moment)}.${last.id}`, 'utf8').toString('base64url')
        : null,
  };
}

function readPlace(call: CallContext, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, found, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (found === undefined || at === undefined || id === undefined) throw unknownCursor(call);
  return { group: Number(found), moment: at, id };
}

async function totalsOf(db: Db, memberId: string): Promise<Schemas['StakeTotals']> {
  const row = await db
    .selectFrom('stakes')
    .select([
      sql<string>`coalesce(sum(amount_usd) FILTER (WHERE state = 'running'), 0)`.as('running'),
      sql<string>`coalesce(sum(amount_usd) FILTER (WHERE state = 'matured'), 0)`.as('matured'),
      sql<string>`coalesce(sum(accrued_mp) FILTER (WHERE state IN ('running', 'matured')), 0)`.as('accrued'),
      sql<string>`coalesce(sum(accrued_mp), 0)`.as('earned'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return {
    runningUsd: normal(row.running),
    maturedUsd: normal(row.matured),
    accruedMp: normal(row.accrued),
    earnedMp: normal(row.earned),
  };
}
