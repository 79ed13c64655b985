// The member's referrals and the bonuses paid for their purchases. Nothing is projected (D-31).
import { sql } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { cursorAfterMoment } from '#server/platform/contract/cursor.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { monthBegin, monthOf } from './months.ts';

type Schemas = components['schemas'];

const PAGE = 50;

interface Asked {
  session: MemberSession;
  now: Date;
  after: { at: Date; id: string } | null;
}

/** A page of the member's referrals, newest first, with the totals over all of them. */
export async function referralEarnings(db: Db, asked: Asked): Promise<Schemas['ReferralEarnings']> {
  const { referralBonusOn, referralBonusRate } = await rulesAt(db, asked.now);
  const rows = await introducedBy(db, asked);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    bonusOn: referralBonusOn,
    rate: normal(referralBonusRate),
    totals: await totalsOf(db, asked),
    items: page.map(showIntroduced),
    nextCursor:
      rows.length > PAGE && last !== undefined ? cursorAfterMoment({ at: last.joined_at, id: last.id }) : null,
  };
}

interface Introduced {
  id: string;
  username: string;
  name: string;
  joined_at: Date;
  side: 'left' | 'right' | null;
  bought: string;
  earned: string;
  last_at: Date | null;
}

async function introducedBy(db: Db, { session, after }: Asked): Promise<Introduced[]> {
  const behind =
    after === null ? sql`` : sql`AND (members.joined_at, members.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<Introduced>`
    SELECT page.id, page.username, page.name, page.joined_at,
      CASE WHEN seats.order_key BETWEEN range.first_key AND own.order_key THEN 'left'
        WHEN seats.order_key BETWEEN own.order_key AND range.last_key THEN 'right' END AS side,
      bought.usd AS bought, bought.last_at, earned.usdt AS earned
    FROM (
      SELECT id, username, name, joined_at FROM members WHERE introducer_id = ${session.memberId} ${behind}
      ORDER BY joined_at DESC, id DESC LIMIT ${PAGE + 1}
    ) AS page
      JOIN seats ON seats.member_id = page.id
      JOIN seats AS own ON own.member_id = ${session.memberId}
      CROSS JOIN LATERAL seat_range(own.seat_no) AS range
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_usd), 0) AS usd, max(at) AS last_at FROM volumes WHERE volumes.seat_no = seats.seat_no AND source = 'purchase'
      ) AS bought
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS usdt FROM receipts
        WHERE member_id = ${session.memberId} AND counterparty_member_id = page.id AND kind = 'referral_bonus'
      ) AS earned
    ORDER BY page.joined_at DESC, page.id DESC`.execute(db);
  return rows;
}

function showIntroduced(row: Introduced): Schemas['ReferredMember'] {
  return {
    username: row.username,
    name: row.name,
    position: row.side,
    joinedAt: row.joined_at.toISOString(),
    purchasesUsd: normal(row.bought),
    earnedUsdt: normal(row.earned),
    lastPurchaseAt: row.last_at?.toISOString() ?? null,
  };
}

async function totalsOf(db: Db, { session, now }: Asked): Promise<Schemas['ReferralEarnings']['totals']> {
  const { rows } = await sql<{ introduced: bigint; bought: string; earned: string; this_month: string }>`
    SELECT (SELECT count(*) FROM members WHERE introducer_id = ${session.memberId}) AS introduced,
      (
        SELECT coalesce(sum(volumes.amount_usd), 0)
        FROM members JOIN seats ON seats.member_id = members.id JOIN volumes ON volumes.seat_no = seats.seat_no AND volumes.source = 'purchase'
        WHERE members.introducer_id = ${session.memberId}
      ) AS bought,
      coalesce(sum(amount), 0) AS earned,
      coalesce(sum(amount) FILTER (WHERE at >= ${monthBegin(monthOf(now))}), 0) AS this_month
    FROM receipts WHERE member_id = ${session.memberId} AND kind = 'referral_bonus'`.execute(db);
  const totals = rows[0];
  if (totals === undefined) throw new Error('summing answered nothing');
  return {
    introduced: Number(totals.introduced),
    purchasesUsd: normal(totals.bought),
    earnedUsdt: normal(totals.earned),
    thisMonthUsdt: normal(totals.this_month),
  };
}
