// Everything that reads in batches, with one row less than a batch, exactly a batch, one row more, and one more than
// two batches: no row is left out, and none comes twice. page-edges.test.ts covers lists that come page by page.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AddressKey } from '#server/domain/chain/keys.ts';
import { reserveAddresses } from '#server/domain/chain/lost-addresses.ts';
import { mailAskedThawLinks } from '#server/domain/freezing/thaw-links.ts';
import { releaseBonuses } from '#server/domain/bonuses/release.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { markOf, reencryptAll } from '#server/platform/crypto/rotation.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { accrueStakes } from '#server/domain/stakes/accrue.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { sendAll, subscribed } from '../support/push.ts';
import { addReceipts, addStakes } from '../support/rows.ts';
import { chain, growTree } from '../support/trees.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

/** Continues automatically until nothing is left, over any number of rows. */
interface ToItsEnd {
  /** Adds this many rows to those of earlier runs, runs it, and returns the names of the rows that it processed. */
  run(rows: number): Promise<readonly string[]>;
}

/** A job that takes a limited number per run and leaves the rest for the next run. */
interface RunByRun {
  add(rows: number): Promise<unknown>;
  /** One run, and the rows that it took. */
  take(): Promise<readonly string[]>;
}

const DAY = 24 * 3600;
const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(^|\/)(demo|chain\/development)\//.test(name))
  .map((path) => ({ name: basename(path), text: readFileSync(join('server', path), 'utf8') }));

/** The value of a constant in a source file. */
function valueOf(place: string): number {
  const [constant = '', file] = place.split(' in ');
  const found = sources.flatMap(({ name, text }) =>
    name === file ? (new RegExp(`^(?:export )?const ${constant} = ([\\d_]+);`, 'm').exec(text)?.[1] ?? []) : [],
  );
  expect(found, place).toHaveLength(1);
  return Number(found[0]?.replaceAll('_', ''));
}

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  who = await rich(world, { USDT: '1000000' });
});
afterAll(() => world.close());

let months = 0;
let trees = 0;
const now = () => world.clock.now();

const TO_ITS_END: Readonly<Record<string, ToItsEnd>> = {
  'ROWS_AT_A_TIME in csv.ts': {
    run: async (rows) => {
      const { member, token } = await rich(world, {});
      await addReceipts(world, member.id, { count: rows, kind: 'deposit' });
      const { payload } = await world.app.inject({
        ...requestTo('exportHistory', { path: { kind: 'charge' } }),
        headers: { authorization: `Bearer ${token}` },
      });
      return payload.trimEnd().split('\r\n').slice(1);
    },
  },
  'ROWS_AT_A_TIME in export.ts': {
    run: async (rows) => {
      await addReceipts(world, who.member.id, {
        count: rows - (await countOf('receipts', sql`kind = 'exchange'`)),
        kind: 'exchange',
      });
      const { text } = await outcomeOf(world.services, { args: ['export', 'exchange'], operator: 'olga' });
      return text.trimEnd().split('\r\n').slice(1);
    },
  },
  'DAYS_AT_A_TIME in accrue.ts': {
    run: async (rows) => {
      const { member } = await rich(world, {});
      await addStakes(world, member.id, { count: rows, from: secondsAfter(now(), -1.5 * DAY) });
      await accrueStakes(world.services);
      const days = await world.db
        .selectFrom('stakes')
        .select(['id', 'days_accrued'])
        .where('member_id', '=', member.id)
        .where('days_accrued', '>', 0)
        .execute();
      return days.map(({ id }) => id);
    },
  },
  'BATCH in release.ts': {
    run: async (rows) => {
      const month = new Date(Date.UTC(2020, (months += 1), 1)).toISOString().slice(0, 'YYYY-MM'.length);
      const seats = await growTree(world, {
        under: who.member.seatNo,
        prefix: `paid${(trees += 1)}x`,
        plan: chain(rows, 'right'),
      });
      const at = now();
      await sql`
        INSERT INTO bonus_periods (month, state, input_closed_at, calculated_at, rule_version, bonus_on, rate, usdt_rate, usdt_rate_at)
        VALUES (${`${month}-01`}::date, 'calculated', ${at}, ${at}, 1, true, 0.1, 1, ${at})`.execute(world.db);
      await sql`
        INSERT INTO sales_months (month, seat_no, left_before, left_new, right_before, right_new, qualified, matched_usd, bonus_usd, paid_usdt, paid_pp, rounding_usd)
        SELECT ${`${month}-01`}::date, seat_no, 0, 10, 0, 10, true, 10, 1, 1, 0, 0 FROM unnest(${seats.map(({ seatNo }) => seatNo)}::integer[]) AS seat_no`.execute(
        world.db,
      );
      await releaseBonuses(world.services, {
        month: month as never,
        operator: 'olga',
        call: { requestId: 'tests', device: '' },
      });
      const paid = await sql<{
        member_id: string;
      }>`SELECT receipts.member_id FROM receipts JOIN notices ON notices.receipt_id = receipts.id AND notices.member_id = receipts.member_id
        WHERE receipts.kind = 'binary_bonus' AND notices.kind = 'binaryBonus' AND details ->> 'bonusMonth' = ${month}`.execute(
        world.db,
      );
      return paid.rows.map(({ member_id: id }) => id);
    },
  },
  'ROWS_AT_ONCE in lost-addresses.ts': {
    run: async (rows) => {
      const fingerprint = randomUUID();
      const derive = (index: number) => ({ address: `${fingerprint} ${index}`, lookup: `${fingerprint} ${index}` });
      const wanted = { network: 'bitcoin', count: rows, restoredAt: now() } as const;
      await inTransaction(world.db, (trx) => reserveAddresses(trx, { fingerprint, derive } as AddressKey, wanted));
      return (
        await world.db.selectFrom('lost_addresses').select('lookup').where('fingerprint', '=', fingerprint).execute()
      ).map(({ lookup }) => lookup);
    },
  },
  'ROWS_AT_ONCE in rotation.ts': {
    run: async (rows) => {
      const [before, present] = [
        deriveKeys('the secret before, of these tests alone'),
        deriveKeys(`the secret in use, of these tests, for ${rows} rows`),
      ];
      const scope = randomUUID();
      const { random } = world.services;
      const sealed = (key: number) => seal(before.answer, Buffer.from('kept'), { owner: `${scope} ${key}`, random });
      const values = Array.from({ length: rows }, (_, key) => ({ key: String(key), sealed: sealed(key) }));
      await world.db.deleteFrom('requests').execute();
      await sql`
        INSERT INTO requests (scope, key, operation_id, request_hash, claim, claimed_at, leased_until, done_at, status, answer_sealed)
        SELECT ${scope}, kept.key, 'tests', '\\x00', gen_random_uuid(), ${now()}, ${now()}, ${now()}, 200, kept.sealed
        FROM unnest(${values.map(({ key }) => key)}::text[], ${values.map(({ sealed }) => sealed)}::bytea[]) AS kept (key, sealed)`.execute(
        world.db,
      );
      await world.db
        .updateTable('club_state')
        .set({ key_check: markOf(before) })
        .execute();
      const keys = { ...world.services.keys, ...present, previous: before };
      expect(await inTransaction(world.db, (trx) => reencryptAll(trx, { keys, random, now: now() }))).toBe(rows);
      const kept = await world.db
        .selectFrom('requests')
        .select(['key', 'answer_sealed'])
        .where('scope', '=', scope)
        .execute();
      await world.db.updateTable('club_state').set({ key_check: null }).execute();
      const opened = (key: string, answer: Buffer | null) =>
        answer !== null && unseal(present.answer, answer, `${scope} ${key}`).toString();
      return kept.filter((row) => opened(row.key, row.answer_sealed) === 'kept').map(({ key }) => key);
    },
  },
};

const RUN_BY_RUN: Readonly<Record<string, RunByRun>> = {
  'PUSHES_IN_A_RUN in send-pushes.ts': {
    add: async (rows) => {
      await who.call('turnOnPush', { body: subscribed().wanted });
      await sql`
        INSERT INTO push_messages (device_id, created_at, next_attempt_at)
        SELECT id, ${now()}, ${now()} FROM push_devices, generate_series(1, ${rows}::integer)
        WHERE member_id = ${who.member.id}`.execute(world.db);
    },
    // Each is encrypted by itself.
    take: async () => (await sendAll(world)).map(({ body }) => body.toString('hex')),
  },
  'MAILS_IN_A_RUN in send-mails.ts': {
    add: async (rows) => {
      await world.db.updateTable('mails').set({ given_up_at: now() }).where('sent_at', 'is', null).execute();
      await sql`
        INSERT INTO mails (id, member_id, kind, recipient_name, recipient, subject, body, html, culture, created_at, next_attempt_at)
        SELECT gen_random_uuid(), ${who.member.id}, 'newSignIn', '', 'many@mail.example', 'subject', 'body', 'html', 'en-US', ${now()}, ${now()} FROM generate_series(1, ${rows}::integer)`.execute(
        world.db,
      );
    },
    take: async () => {
      const sent: string[] = [];
      const mailer = { deliver: async ({ id }: { id: string }) => (sent.push(id), { kind: 'sent' as const }) };
      await sendMails(world.db, { mailer, clock: world.clock });
      return sent;
    },
  },
  'AT_A_TIME in payouts.ts': {
    add: async (rows) => {
      const ids = await addReceipts(world, who.member.id, { count: rows, kind: 'withdrawal' });
      await sql`UPDATE receipts SET status = 'approved' WHERE id = ANY(${ids}::uuid[])`.execute(world.db);
      await sql`
        INSERT INTO withdrawals (id, member_id, network, development, address, completes_at)
        SELECT id, ${who.member.id}, 'ethereum', true, id::text, ${now()} FROM unnest(${ids}::uuid[]) AS id`.execute(
        world.db,
      );
    },
    take: async () => {
      const tried: string[] = [];
      // No payment can be sent, so each run finds the same rows; a row that is left out is noticed all the same.
      const payer = {
        pay: async ({ address }: { address: string }) => Promise.reject(new Error(String(tried.push(address)))),
      };
      await payDueWithdrawals(world.services, payer).catch(() => undefined);
      await sql`UPDATE withdrawals SET payout_at = ${now()} WHERE address = ANY(${tried}::text[])`.execute(world.db);
      return tried;
    },
  },
  'BATCH in thaw-links.ts': {
    add: async (rows) => {
      const prefix = `cold${(trees += 1)}x`;
      await growTree(world, { under: who.member.seatNo, prefix, plan: chain(rows, 'right') });
      await sql`UPDATE members SET frozen_at = ${now()}, frozen_by = 'member', thaw_asked_at = ${now()} WHERE username LIKE ${`${prefix}%`}`.execute(
        world.db,
      );
    },
    take: async () => {
      const before = new Set((await thawMails()).map(({ id }) => id));
      await mailAskedThawLinks(world.services);
      return (await thawMails()).filter(({ id }) => !before.has(id)).map(({ recipient }) => recipient);
    },
  },
};

const thawMails = () =>
  world.db.selectFrom('mails').select(['id', 'recipient']).where('kind', '=', 'thawLink').execute();
async function countOf(table: string, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${where}`.execute(world.db);
  return Number(rows[0]?.count);
}

/** Every other limit on the number of rows, and why nothing is lost by it. */
const OTHERS: Readonly<Record<string, string>> = {
  'MOST_SHOWN in show.ts': 'the newest; the history of deposits has all of them, and so many requests can’t wait',
  'MOST_SHOWN in wallet.ts': 'what is due first; the histories have all of them',
  'MOST_UNCREDITED in wallet.ts':
    'all requests that may wait, and the newest that are held; the history of deposits has all of them',
  'MOST_LISTED in open-sessions.ts': 'the sessions used last; all others can be ended at once, listed or not',
  'MOST_PUSH_DEVICES in push-devices.ts':
    'the browsers of a member that stay when another is added; each could be added again',
  'MOST_JOURNALS in history.ts': 'of one receipt, which has a few',
  'MAX_VIOLATIONS in check-books.ts': 'findings that are told of; one of them stops the books',
  'MOST_AT_ONCE in postgres-bus.ts': 'those that wait are sent next',
  'wanted.count in rates.ts':
    'as many rates of each asset as the caller asks for: the newest, or that and the one before',
  'RECENT in addresses.ts': 'where one withdrew to last; the history of withdrawals has every address',
  'REFERRED_READ in recipient.ts': 'who was referred first; the page of referrals has everybody',
  'limit in statement.ts': 'as many lines as a statement may have, and one more, by which it is refused',
  'limit in history.ts': 'as many as its caller reads: a page of a history or a part of its CSV',
  'query.limit in history.ts': 'as many as its caller reads: a page of a history or a part of its CSV',
};

it('covers everything that reads a limited number of rows', () => {
  const cuts =
    /\.limit\(([^)]+)\)|\bLIMIT (?:\$\{)?([\w.]+(?: \+ 1)?)|\bturn < (\w+)|\btaken < (\w+)|\bfrom \+= (\w+)/g;
  const names = /^(?:export )?const (\w*(?:BATCH|AT_A_TIME|AT_ONCE|IN_A_RUN|MOST_SHOWN|MOST_LISTED))\b/gm;
  const placesOf = (pattern: RegExp) =>
    sources.flatMap(({ name, text }) =>
      [...text.matchAll(pattern)].map(([, ...parts]) => `${parts.find((part) => part !== undefined)} in ${name}`),
    );
  const [cut, named] = [placesOf(cuts), placesOf(names)];
  // A single row is not a batch, and pages have a test of their own.
  const found = [...cut, ...named].filter((place) => !/^(1|PAGE|PAGE \+ 1|async .*|\(\) =>.*) in /.test(place));
  const listed = [TO_ITS_END, RUN_BY_RUN, OTHERS].flatMap((table) => Object.keys(table));
  expect([...new Set(found)].sort()).toEqual(listed.sort());
});

it.each(Object.entries(TO_ITS_END))('continues to the end: %s', async (place, { run }) => {
  const batch = valueOf(place);
  for (const rows of [batch - 1, batch, batch + 1, 2 * batch + 1]) {
    const came = await run(rows);
    expect([came.length, new Set(came).size], `${rows} rows`).toEqual([rows, rows]);
  }
});

it.each(Object.entries(RUN_BY_RUN))('takes the rest in later runs: %s', async (place, { add, take }) => {
  const batch = valueOf(place);
  await add(2 * batch + 1);
  const runs = [await take(), await take(), await take(), await take()];
  expect(runs.map(({ length }) => length)).toEqual([batch, batch, 1, 0]);
  expect(new Set(runs.flat()).size).toBe(2 * batch + 1);
});
