// Races between servers: members want the same money at once, operators the same step, and jobs the same work.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { add } from '#money/amount.ts';
import { recordPurchase } from '#server/domain/bonuses/record.ts';
import { monthBegin, monthOf } from '#server/domain/bonuses/months.ts';
import { firstOpenMonth } from '#server/domain/bonuses/sums.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { askServer } from '#server/entry/operator/channel.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { addMember, lightPasswords } from '#fixtures/club/members.ts';
import { sessionsWaiting } from '#tests/support/waiting.ts';
import { until } from '../callers/club.ts';
import type { Random } from '../random.ts';
import type { Racer, RaceClub, Server } from './club.ts';

const WHOLE = '1000';
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const EACH = 6;
const PAIRS = 4;
/** As many wait for a lock as will come once their number has not changed for that time. */
const SETTLED_MS = 100;
/** No rules are older. */
const FIRST_MONTH = '2026-01';
/** Longer than a month: who holds a stake at its end takes part. */
const STAKE_DAYS = 40;

/** What is wrong where a balance is spent twice. */
export const SPENT_TWICE = 'drafts over the whole balance that were carried out';

/** Returns false if it was not held. */
type Contest = (club: RaceClub, random: Random) => Promise<void | boolean>;

const key = () => randomUUID();
const ok = (status: number, body: unknown) => assert.equal(status, 200, JSON.stringify(body));

async function draft(racer: Racer, server: Server, path: string, body: object): Promise<string> {
  const made = await racer.post(server, path, body, key());
  ok(made.status, made.body);
  return made.body.id;
}

/** The drafts of a member ask for no code, so that nothing but their locks keeps them apart. */
const withoutCodes = ({ services }: RaceClub, { member }: Racer) =>
  services.db.updateTable('drafts').set({ second_factor: 'none' }).where('member_id', '=', member.id).execute();

const usdtOf = async ({ services }: RaceClub, { member }: Racer) => (await balancesOf(services.db, member.id)).USDT;

/** Confirms drafts at every server, several times at each, under keys of their own. */
async function confirmAll(club: RaceClub, racer: Racer, drafts: readonly string[], keyOf: () => string = key) {
  return Promise.all(
    club.servers.flatMap((server) =>
      drafts.flatMap((id) =>
        Array.from({ length: EACH }, () => racer.post(server, `/drafts/${id}/confirm`, { code: null }, keyOf())),
      ),
    ),
  );
}

/**
 * Keeps every movement from its journal until as many wait as will come. Each has looked at its wallets by then, so
 * that one without a lock spends what another spends too, whatever the machine's pace.
 */
async function allAtOnce<T>(club: RaceClub, act: () => Promise<T>): Promise<T> {
  const { db } = club.services;
  const begun = await db.transaction().execute(async (gate) => {
    await sql`LOCK TABLE journals IN SHARE MODE`.execute(gate);
    const acts = act();
    // Who awaits them gets their failure.
    acts.catch(() => undefined);
    let before = 0;
    const haveCome = async () => {
      const [last, now] = [before, await sessionsWaiting(db)];
      before = now;
      return now > 1 && now === last;
    };
    await until('movements wait for their journal', haveCome, { everyMs: SETTLED_MS });
    return { acts };
  });
  return begun.acts;
}

/** Two drafts over the whole balance: exactly one of them is carried out. */
export async function wholeBalance(club: RaceClub, random: Random): Promise<void> {
  const [racer, other] = [await club.racer(WHOLE), await club.racer('0.000001')];
  const [at] = random.shuffled(club.servers) as [Server];
  const transfer = { recipient: other.member.username, asset: 'USDT', amount: WHOLE, note: 'all' };
  const drafts = [
    await draft(racer, at, '/transfers', transfer),
    await draft(racer, at, '/exchanges', { from: 'USDT', to: 'BTC', amount: WHOLE }),
  ];
  await withoutCodes(club, racer);
  const answers = await allAtOnce(club, () => confirmAll(club, racer, drafts));
  const receipts = new Set(answers.flatMap(({ body }) => body.receiptId ?? []));
  assert.equal(receipts.size, 1, SPENT_TWICE);
  for (const { status, body } of answers)
    assert.ok(status === 200 || body.code === 'insufficient_balance', JSON.stringify(body));
  assert.equal(await usdtOf(club, racer), '0');
}

const oneDraft: Contest = async (club, random) => {
  const racer = await club.racer(WHOLE);
  const [at] = random.shuffled(club.servers) as [Server];
  const id = await draft(racer, at, '/exchanges', { from: 'USDT', to: 'BTC', amount: '10' });
  const answers = await confirmAll(club, racer, [id]);
  for (const { status, body } of answers) ok(status, body);
  assert.equal(new Set(answers.map(({ body }) => body.receiptId)).size, 1, 'receipts of one draft');
  assert.equal(await usdtOf(club, racer), '990');
};

const oneKey: Contest = async (club, random) => {
  const racer = await club.racer(WHOLE);
  const [at] = random.shuffled(club.servers) as [Server];
  const id = await draft(racer, at, '/exchanges', { from: 'USDT', to: 'BTC', amount: '10' });
  const shared = key();
  const answers = await confirmAll(club, racer, [id], () => shared);
  const ran = answers.filter(({ status, headers }) => status === 200 && headers['idempotency-replayed'] === undefined);
  assert.equal(ran.length, 1, 'runs under one key');
  for (const { status, body } of answers) if (status !== 200) assert.equal(body.code, 'request_running');
  const other = await racer.post(at, `/drafts/${id}/confirm`, { code: '123456' }, shared);
  assert.equal(other.body.code, 'idempotency_key_reused');
};

/** To and fro between the members of several pairs: all arrive, and none waits for one that waits for it. */
const crossed: Contest = async (club, random) => {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => [await club.racer(WHOLE), await club.racer(WHOLE)] as const),
  );
  const drafts: [Racer, string][] = [];
  for (const pair of pairs)
    for (const [place, racer] of pair.entries()) {
      const body = { recipient: pair[1 - place]?.member.username, asset: 'USDT', amount: '25', note: 'to and fro' };
      drafts.push([racer, await draft(racer, random.pick(club.servers), '/transfers', body)]);
      await withoutCodes(club, racer);
    }
  const answers = await Promise.all(
    drafts.map(([racer, id], place) =>
      racer.post(club.servers[place % club.servers.length] as Server, `/drafts/${id}/confirm`, { code: null }, key()),
    ),
  );
  for (const { status, body } of answers) ok(status, body);
  for (const racer of pairs.flat()) assert.equal(await usdtOf(club, racer), WHOLE);
};

/** A withdrawal is canceled, approved and refused at once: it goes one way, and the money is there or not. */
const waysOfWithdrawal: Contest = async (club, random) => {
  const racer = await club.racer(WHOLE);
  const [at] = random.shuffled(club.servers) as [Server];
  const exchange = await draft(racer, at, '/exchanges', { from: 'USDT', to: 'BTC', amount: WHOLE });
  await withoutCodes(club, racer);
  ok(...(await confirmed(racer, at, exchange)));
  const wanted = { asset: 'BTC', network: 'bitcoin', address: ADDRESS, amount: '0.01' };
  const id = await draft(racer, at, '/withdrawals', wanted);
  await withoutCodes(club, racer);
  const { body } = await racer.post(at, `/drafts/${id}/confirm`, { code: null }, key());
  const { reference } = await club.services.db
    .selectFrom('receipts')
    .select('reference')
    .where('id', '=', body.receiptId)
    .executeTakeFirstOrThrow();
  const ways = random.shuffled(['cancel', 'approve', 'refuse'] as const);
  await Promise.all(
    club.servers.flatMap((server, place) =>
      [0, 1].map((more) => {
        const way = ways[(place + more) % ways.length] ?? 'cancel';
        return way === 'cancel'
          ? racer.post(server, `/withdrawals/${body.receiptId}/cancel`, null, key())
          : askServer(server.dataDir, { args: ['withdrawals', way, reference], operator: `op${place}` });
      }),
    ),
  );
  const { rows } = await sql<{ ends: string; status: string }>`
    SELECT receipts.status, (SELECT count(*)::text FROM journals WHERE key = 'withdrawal:' || receipts.id || ':end') AS ends
    FROM receipts WHERE id = ${body.receiptId}`.execute(club.services.db);
  const [row] = rows;
  assert.ok(row !== undefined && ['cancel', 'approved', 'notApproved'].includes(row.status), JSON.stringify(row));
  assert.equal(row.ends, row.status === 'approved' ? '0' : '1', `ends of a withdrawal that is ${row.status}`);
};

async function confirmed(racer: Racer, server: Server, id: string): Promise<[number, unknown]> {
  const { status, body } = await racer.post(server, `/drafts/${id}/confirm`, { code: null }, key());
  return [status, body];
}

/** A month that is over, with sales on both sides of some members, closed by operators at every server at once. */
const closeMonths: Contest = async (club) => {
  const { services } = club;
  // Months are closed one after the other, one in a turn; once all are closed that are over there is none.
  const month = (await firstOpenMonth(services.db)) ?? FIRST_MONTH;
  if (month >= monthOf(services.clock.now())) return false;
  const at = secondsAfter(monthBegin(month), DAY_SECONDS);
  const top = await addMember({ ...services, passwords: lightPasswords() });
  for (const side of ['left', 'right'] as const)
    for (let depth = 0; depth < 3; depth += 1) await sale(club, { below: top.seatNo, side, at });
  await buyAt(club, top.id, at);
  const line = { args: ['months', 'close', month, '--yes'], operator: 'olga' };
  const outcomes = await Promise.all(
    club.servers.flatMap(({ dataDir }) => [askServer(dataDir, line), askServer(dataDir, line)]),
  );
  assert.ok(
    outcomes.some((outcome) => outcome?.code === 0),
    JSON.stringify(outcomes),
  );
  const { rows } = await sql<{ receipts: string; members: string; usdt: string; told: string }>`
    SELECT count(*)::text AS receipts, count(DISTINCT member_id)::text AS members, sum(amount)::text AS usdt,
      (SELECT sum(paid_usdt)::text FROM sales_months WHERE month = (${month} || '-01')::date) AS told
    FROM receipts WHERE kind = 'binary_bonus' AND details ->> 'bonusMonth' = ${month} AND asset = 'USDT'`.execute(
    services.db,
  );
  const [paid] = rows;
  assert.ok(Number(paid?.receipts) > 0, 'bonuses that were paid');
  assert.equal(paid?.receipts, paid?.members, 'bonuses for each member');
  assert.equal(add(paid?.usdt ?? '0', '0'), add(paid?.told ?? '0', '0'), 'what was paid and what was calculated');
  return true;
};

async function sale(club: RaceClub, place: { below: number; side: 'left' | 'right'; at: Date }): Promise<void> {
  const { id } = await addMember({ ...club.services, passwords: lightPasswords() }, place);
  await buyAt(club, id, place.at);
}

/** @param counts whether the sale has a part in its month */
async function buyAt({ services }: RaceClub, memberId: string, at: Date, counts = true): Promise<void> {
  const { db, random } = services;
  await inTransaction(db, async (trx) => {
    const { version: ruleVersion, riskVersion } = await rulesAt(trx, services.clock.now());
    const paid = { amountUsd: '500', amountUsdt: '500', rate: '1', rateAt: at.toISOString() };
    const act = { at, memberId, ruleVersion };
    await openingGrant(trx, random, {
      ...act,
      key: `race:${key()}`,
      asset: 'USDT',
      amount: '500',
      status: 'completed',
    });
    const terms = { ...paid, stage: 8, dailyRate: '0.0005', days: STAKE_DAYS, riskVersion, ruleVersion };
    const { stakeId } = await buyPlan(trx, services, { key: `race:${key()}`, at, memberId, terms });
    if (counts)
      await recordPurchase(trx, services, { memberId, stakeId, amountUsd: '500', amountUsdt: '500', at, ruleVersion });
  });
}

/** Mails wait for whichever server sends them: each is delivered once. */
const mails: Contest = async (club) => {
  const waiting = () => club.services.db.selectFrom('mails').select('id').where('sent_at', 'is', null);
  await until('every mail is sent', async () => (await waiting().execute()).length === 0, { withinMs: 120_000 });
  const sent = (await club.services.db.selectFrom('mails').select('id').execute()).map(({ id }) => id);
  const { ids } = club.mail;
  assert.deepEqual([...ids].sort(), sent.sort(), 'mails that were delivered');
};

/** Each with how often it is held in a turn, in a short run and in a long one. */
export const CONTESTS: Readonly<Record<string, { hold: Contest; short: number; long: number }>> = {
  'two drafts over one balance': { hold: wholeBalance, short: 2, long: 40 },
  'one draft at all servers': { hold: oneDraft, short: 2, long: 40 },
  'one key at all servers': { hold: oneKey, short: 2, long: 40 },
  'transfers to and fro': { hold: crossed, short: 2, long: 40 },
  'one withdrawal, three ways': { hold: waysOfWithdrawal, short: 2, long: 30 },
  'one month, closed everywhere': { hold: closeMonths, short: 1, long: 1 },
  'mails of all servers': { hold: mails, short: 1, long: 1 },
};

/** Stakes with days that are due, before any server runs. */
export async function dueStakes(club: RaceClub, stakes: number, days: number): Promise<void> {
  const { services } = club;
  for (let made = 0; made < stakes; made += 1) {
    const { id } = await addMember({ ...services, passwords: lightPasswords() });
    await buyAt(club, id, secondsAfter(services.clock.now(), -(days * DAY_SECONDS + 60)), false);
  }
}

/** Each day of each stake is in the books once. */
export async function expectDays({ services }: RaceClub, stakes: number, days: number): Promise<void> {
  const due = () => services.db.selectFrom('stakes').select('id').where('days_accrued', '<', days).execute();
  await until('every day that was due is accrued', async () => (await due()).length === 0);
  const { rows } = await sql<{
    journals: string;
  }>`SELECT count(*)::text AS journals FROM journals WHERE kind = 'staking_reward'`.execute(services.db);
  assert.equal(Number(rows[0]?.journals), stakes * days, 'days that were accrued');
}
