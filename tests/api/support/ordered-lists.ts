// Lists of replies whose rows have moments: how rows get into each, and the order in which it shows them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CULTURES } from '#openapi/cultures.ts';
import { bodyOf, type Answer } from './call.ts';
import type { Rich } from './money.ts';
import {
  addHistory,
  addStatus,
  ADDED,
  byMoment,
  byText,
  moments,
  newestFirst,
  soonestFirst,
  type Row,
} from './ordered-rows.ts';
import type { World } from './world.ts';

const TEXTS = JSON.stringify(Object.fromEntries(CULTURES.map((culture) => [culture, { title: 'T', body: 'B' }])));

export interface List {
  /** Adds rows of both members; returns what identifies the first one's, in the order in which they are shown. */
  fill(who: Rich, other: Rich): Promise<readonly string[]>;
  read(who: Rich, cursor?: string): Promise<Answer>;
  keyOf(item: never): string;
}

/** Makes receipts those of requests for a deposit, all to the address of one that is canceled. */
async function asRequests(world: World, who: Rich, rows: readonly Row[]): Promise<void> {
  const body = { asset: 'ETH', network: 'ethereum', amount: '5' } as const;
  const { id } = bodyOf(await who.call('createDeposit', { body }));
  await who.call('cancelDeposit', { path: { id } });
  await sql`
    INSERT INTO deposits (id, member_id, address_id, network, development, wanted, confirmations_needed)
    SELECT request, member_id, address_id, network, development, wanted, confirmations_needed
    FROM deposits, unnest(${rows.map((row) => row.id)}::uuid[]) AS request WHERE id = ${id}`.execute(world.db);
}

const bothOf = async <Added>(who: Rich, other: Rich, add: (memberId: string) => Promise<Added>): Promise<Added> => {
  const added = await add(who.member.id);
  await add(other.member.id);
  return added;
};
const inOrder = (rows: readonly Row[], order = newestFirst): string[] => rows.toSorted(order).map(({ id }) => id);

const fieldOf = (field: string, answer: Answer): Answer => ({ ...answer, body: { items: answer.body[field] } });

/** By the operation and the field; a history is tried above. */
export const orderedLists = (world: () => World): Readonly<Record<string, List>> => ({
  'listInquiries.items': {
    fill: async (who, other) => {
      const rows = await bothOf(
        who,
        other,
        async (memberId) =>
          (
            await sql<Row & { ticket: string }>`
              INSERT INTO inquiries (id, ticket, member_id, category, status, opened_at, updated_at)
              SELECT id, 'Q-' || translate(upper(substr(id::text, 1, 4) || '-' || substr(id::text, 5, 4)), '01', 'XY'), ${memberId}, 'other', 'closed', at, ${world().clock.now()}::timestamptz - (at - '2026-11-01'::timestamptz)
              FROM (SELECT gen_random_uuid() AS id, at FROM unnest(${moments()}::timestamptz[]) AS at) AS asked RETURNING id, opened_at AS at, ticket`.execute(
              world().db,
            )
          ).rows,
      );
      return rows.toSorted(newestFirst).map(({ ticket }) => ticket);
    },
    read: (who, cursor) => who.call('listInquiries', { query: { cursor } }),
    keyOf: ({ ticket }: { ticket: string }) => ticket,
  },
  'listActivity.items': {
    fill: async (who, other) => {
      await bothOf(who, other, (memberId) =>
        sql`
          INSERT INTO audit_events (at, member_id, kind, details) SELECT ${world().clock.now()}::timestamptz + make_interval(secs => place / 3), ${memberId}, 'signed_in', '{}'
          FROM generate_series(1, ${ADDED}::integer) AS place`.execute(world().db),
      );
      const own = world().db.selectFrom('audit_events').select('id').where('member_id', '=', who.member.id);
      return (await own.execute())
        .map(({ id }) => Number(id))
        .sort((one, two) => two - one)
        .map(String);
    },
    read: (who, cursor) => who.call('listActivity', { query: { cursor } }),
    keyOf: ({ id }: { id: string }) => id,
  },
  'listNotices.items': {
    fill: async (who, other) => {
      await bothOf(who, other, (memberId) =>
        sql`
          INSERT INTO notices (member_id, kind, event, at)
          SELECT ${memberId}, 'moneyHeld', place, at FROM unnest(${moments()}::timestamptz[]) WITH ORDINALITY AS moment (at, place)`.execute(
          world().db,
        ),
      );
      const own = world().db.selectFrom('notices').select(['id', 'at']).where('member_id', '=', who.member.id);
      return (await own.execute())
        .sort((one, two) => two.at.getTime() - one.at.getTime() || Number(two.id - one.id))
        .map(({ id }) => String(id));
    },
    read: (who, cursor) => who.call('listNotices', { query: { cursor } }),
    keyOf: ({ id }: { id: string }) => id,
  },
  'listNews.items': {
    fill: async () => {
      await sql`
        INSERT INTO news (texts, added_at, pinned, published_at, retracted_at)
        SELECT ${TEXTS}::jsonb, '2026-12-24'::timestamptz - (at - '2026-11-01'::timestamptz), place % 5 = 0, CASE WHEN place % 7 > 0 THEN at + interval '20 days' END, CASE WHEN place % 7 = 1 THEN at + interval '21 days' END
        FROM unnest(${moments()}::timestamptz[]) WITH ORDINALITY AS moment (at, place)`.execute(world().db);
      const rows = await world()
        .db.selectFrom('news')
        .select(['id', 'pinned', 'published_at', 'retracted_at'])
        .execute();
      const shown = rows.filter((row) => row.published_at !== null && row.retracted_at === null);
      const placeOf = ({ pinned, published_at: at, id }: (typeof rows)[number]): number[] => [
        Number(pinned),
        at?.getTime() ?? 0,
        Number(id),
      ];
      const before = (one: number[], two: number[]): number =>
        one.map((each, index) => (two[index] ?? 0) - each).find((difference) => difference !== 0) ?? 0;
      return shown.sort((one, two) => before(placeOf(one), placeOf(two))).map(({ id }) => String(id));
    },
    read: (who, cursor) => who.call('listNews', { query: { cursor } }),
    keyOf: ({ id }: { id: string }) => id,
  },
  'listStakes.items': {
    fill: async (who, other) => {
      type Stake = Row & { state: string; ended: Date | null };
      const rows = await bothOf(who, other, async (memberId) => {
        const receipts = await addHistory(world(), memberId, ['purchase']);
        const { rows: stakes } = await sql<Stake>`
          INSERT INTO stakes (id, member_id, receipt_id, stage, state, option, amount_usd, staked_usdt, staked_mp, days, days_accrued, started_at, next_at, ends_at, ended_at)
          SELECT gen_random_uuid(), ${memberId}, receipt, 1, state, CASE state WHEN 'withdrawn' THEN 'withdraw' WHEN 'restaked' THEN 'full' END, 100, 100, 0, 365,
            CASE WHEN state = 'running' THEN 0 ELSE 365 END, at - interval '365 days', at, at, CASE WHEN state IN ('withdrawn', 'restaked') THEN at + interval '2 days' END
          FROM unnest(${receipts.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS added (receipt, place)
            JOIN receipts ON receipts.id = added.receipt, LATERAL (SELECT (ARRAY['running', 'matured', 'restaked', 'withdrawn'])[1 + (place / 2) % 4] AS state) AS kept
          RETURNING id, ends_at AS at, state, ended_at AS ended`.execute(world().db);
        return stakes;
      });
      const of = (...states: string[]): Stake[] => rows.filter(({ state }) => states.includes(state));
      const over = of('restaked', 'withdrawn').sort(
        (one, two) => (two.ended?.getTime() ?? 0) - (one.ended?.getTime() ?? 0) || byText(one.id, two.id),
      );
      return [
        ...inOrder(of('matured'), soonestFirst),
        ...inOrder(of('running'), soonestFirst),
        ...over.map(({ id }) => id),
      ];
    },
    read: (who, cursor) => who.call('listStakes', { query: { cursor } }),
    keyOf: ({ id }: { id: string }) => id,
  },
  'getReferralEarnings.items': {
    fill: async (who, other) => {
      const rows = await bothOf(who, other, async (memberId) => {
        const prefix = `o${randomUUID().slice(0, 6)}x`;
        const { rows: members } = await sql<Row & { username: string }>`
          INSERT INTO members (id, username, username_key, name, name_key, email, email_key, referral_code, culture, joined_at, introducer_id)
          SELECT gen_random_uuid(), name, name, name, name, name || '@mail.example', name || '@mail.example', name, 'en-US', at, ${memberId}
          FROM (SELECT at, ${prefix}::text || place AS name FROM unnest(${moments()}::timestamptz[]) WITH ORDINALITY AS moment (at, place)) AS planned
          RETURNING id, joined_at AS at, username`.execute(world().db);
        await sql`
          SELECT place_seat(id, (SELECT seat_no FROM seats WHERE member_id = ${memberId}), 'left', ${world().clock.now()})
          FROM unnest(${members.map(({ id }) => id)}::uuid[]) AS id`.execute(world().db);
        return members;
      });
      return rows.toSorted(newestFirst).map(({ username }) => username);
    },
    read: (who, cursor) => who.call('getReferralEarnings', { query: { cursor } }),
    keyOf: ({ username }: { username: string }) => username,
  },
  'listAddresses.items': {
    fill: async (who, other) => {
      const saved = await bothOf(
        who,
        other,
        async (memberId) =>
          (
            await sql<Row & { address: string }>`
              INSERT INTO saved_addresses (id, member_id, asset, network, address, label, saved_at, removed_at)
              SELECT gen_random_uuid(), ${memberId}, 'ETH', 'ethereum', '0x' || place, 'L', at, CASE WHEN place % 9 = 0 THEN at END
              FROM unnest(${moments()}::timestamptz[]) WITH ORDINALITY AS moment (at, place) RETURNING id, saved_at AS at, address`.execute(
              world().db,
            )
          ).rows,
      );
      const listed = saved.filter(({ address }) => Number(address.slice(2)) % 9 > 0);
      // The last three were paid to, the first of them last.
      const paid = listed.slice(-3);
      await sql`
        WITH receipt AS (
          INSERT INTO receipts (id, reference, member_id, kind, status, at, asset, amount, net, rule_version, updated_at)
          SELECT gen_random_uuid(), 'p' || address, ${who.member.id}, 'withdrawal', 'completed', '2026-11-20'::timestamptz - make_interval(days => place::integer), 'ETH', -1, 1, 1, ${world().clock.now()}
          FROM unnest(${paid.map(({ address }) => address)}::text[]) WITH ORDINALITY AS used (address, place) RETURNING id, reference, at)
        INSERT INTO withdrawals (id, member_id, network, development, address, completes_at)
        SELECT id, ${who.member.id}, 'ethereum', false, substr(reference, 2), at FROM receipt`.execute(world().db);
      const rest = listed.filter((row) => !paid.includes(row));
      return [
        ...paid.map(({ id }) => id),
        ...rest
          .toSorted((one, two) => two.at.getTime() - one.at.getTime() || byText(one.id, two.id))
          .map(({ id }) => id),
      ];
    },
    read: (who) => who.call('listAddresses'),
    keyOf: ({ id }: { id: string }) => id,
  },
  'getWallet.awaited': {
    fill: async (who, other) => {
      const rows = await bothOf(who, other, (id) =>
        addStatus(world(), id, { kind: 'deposit', status: 'awaitingPayment', ends: 40 }),
      );
      await asRequests(world(), who, rows);
      return inOrder(rows, byMoment(-1));
    },
    read: async (who) => fieldOf('awaited', await who.call('getWallet')),
    keyOf: ({ receiptId }: { receiptId: string }) => receiptId,
  },
  'getWallet.held': {
    fill: async (who, other) => {
      await addStatus(world(), who.member.id, { kind: 'deposit', status: 'completed' });
      const rows = await bothOf(who, other, (id) =>
        addStatus(world(), id, { kind: 'deposit', status: 'notApproved', ends: 40 }),
      );
      return inOrder(rows, byMoment(-1));
    },
    read: async (who) => fieldOf('held', await who.call('getWallet')),
    keyOf: ({ receiptId }: { receiptId: string }) => receiptId,
  },
  'getWallet.pending': {
    fill: async (who, other) => {
      await addStatus(world(), who.member.id, { kind: 'withdrawal', status: 'completed' });
      const [waiting, counted] = await bothOf(who, other, async (id) => {
        const asked = await addStatus(world(), id, { kind: 'withdrawal', status: 'inProcess', ends: 20 });
        // The later it was requested, the sooner it is due.
        const { rows } = await sql<Row>`
          INSERT INTO withdrawals (id, member_id, network, development, address, completes_at)
          SELECT id, ${id}, 'ethereum', false, '0x', '2026-12-31'::timestamptz - (at - '2026-11-01'::timestamptz) FROM receipts
          WHERE id = ANY(${asked.map((row) => row.id)}::uuid[]) RETURNING id, completes_at AS at`.execute(world().db);
        return [rows, await addStatus(world(), id, { kind: 'deposit', status: 'inProcess', ends: 20 })] as const;
      });
      return [...inOrder(waiting, byMoment(1)), ...inOrder(counted, byMoment(1))];
    },
    read: async (who) => fieldOf('pending', await who.call('getWallet')),
    keyOf: ({ receiptId }: { receiptId: string }) => receiptId,
  },
  'getDepositOptions.open': {
    fill: async (who, other) => {
      const requested: Row[] = [];
      for (const asset of ['ETH', 'BTC'] as const)
        for (const wait of [1, 0, 60, 0, 60]) {
          world().clock.advance(wait);
          const network = asset === 'ETH' ? 'ethereum' : 'bitcoin';
          const body = { asset, network, amount: '5' } as const;
          await other.call('createDeposit', { body });
          const { id }: { id: string } = bodyOf(await who.call('createDeposit', { body }));
          requested.push({ id, at: world().clock.now() });
        }
      const seen = requested.filter((_, place) => place % 3 === 0);
      await world()
        .db.updateTable('receipts')
        .set({ status: 'inProcess' })
        .where(
          'id',
          'in',
          seen.map(({ id }) => id),
        )
        .execute();
      const waiting = requested.filter((row) => !seen.includes(row));
      return [...inOrder(waiting, byMoment(-1)), ...inOrder(seen, byMoment(-1))];
    },
    read: async (who) => fieldOf('open', await who.call('getDepositOptions')),
    keyOf: ({ id }: { id: string }) => id,
  },
});
