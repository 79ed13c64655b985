// What the callers were told, against what the club has written down: neither has anything that the other has not.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { negate, normal } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Answer } from '#tests/api/support/call.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { OwnAccount } from '../own-account.ts';
import type { Sent } from './calls.ts';
import { START, type Person } from './club.ts';

/** What callers know of their acts. */
export interface Told {
  /** Drafts by their ids, as they were shown. */
  readonly drafts: Map<string, { person: Person; body: Answer['body'] }>;
  /** The receipts of drafts that were carried out. */
  readonly executed: Map<string, string>;
  readonly cancelledWithdrawals: Set<string>;
  readonly deposits: Set<string>;
  readonly cancelledDeposits: Set<string>;
  /** What came from a chain. */
  readonly payments?: readonly Payment[];
}

/** A payment to the address of a deposit request. It is credited even if its member has canceled the request (D-06). */
export interface Payment {
  readonly depositId: string;
  readonly memberId: string;
  readonly asset: Asset;
  readonly amount: string;
}

/** Reads what callers were told from the answers of their calls. */
export function toldBy(calls: readonly Sent[]): Told {
  const told: Told = {
    drafts: new Map(),
    executed: new Map(),
    cancelledWithdrawals: new Set(),
    deposits: new Set(),
    cancelledDeposits: new Set(),
  };
  for (const { person, operationId, path, answer } of calls) {
    if (answer?.status !== 200) continue;
    const { body } = answer;
    const [, , id = ''] = path.split('/');
    if (operationId === 'createDeposit') told.deposits.add(body.id);
    else if (operationId === 'cancelDeposit') told.cancelledDeposits.add(id);
    else if (operationId === 'cancelWithdrawal') told.cancelledWithdrawals.add(id);
    else if (operationId === 'confirmDraft') told.executed.set(body.id, body.receiptId);
    else if (operationId.startsWith('create')) told.drafts.set(body.id, { person, body });
  }
  return told;
}

/** @throws AssertionError where the two differ */
export async function compare(db: Db | Trx, people: readonly Person[], told: Told): Promise<void> {
  const ids = people.map(({ id }) => id);
  await compareDrafts(db, ids, told);
  await compareRecords(db, ids, told);
  await compareMails(db, people, told);
  const balances = await sql<{ member_id: string; asset: Asset; balance: string }>`
    SELECT member_id, asset, balance::text FROM accounts WHERE member_id = ANY (${ids}::uuid[])`.execute(db);
  assert.deepEqual(ownAccount(people, told).compareWith(balances.rows), [], 'balances');
}

const sorted = (ids: Iterable<string>) => [...ids].sort();

async function compareDrafts(db: Db | Trx, ids: string[], told: Told): Promise<void> {
  const drafts = await db
    .selectFrom('drafts')
    .select(['id', 'state', 'receipt_id'])
    .where('member_id', 'in', ids)
    .execute();
  assert.deepEqual(sorted(drafts.map(({ id }) => id)), sorted(told.drafts.keys()), 'drafts');
  const executed = drafts.filter(({ state }) => state === 'executed');
  assert.deepEqual(
    executed.map(({ id, receipt_id: receiptId }) => `${id} ${receiptId}`).sort(),
    [...told.executed].map(([id, receiptId]) => `${id} ${receiptId}`).sort(),
    'drafts that were carried out',
  );
  // Each movement is named after its draft, or after the stake that it ends.
  const journals = await sql<{ key: string }>`
    SELECT key FROM journals WHERE key LIKE 'draft:%' AND member_id = ANY (${ids}::uuid[])`.execute(db);
  const stakes = new Set([...told.drafts].flatMap(([id, { body }]) => (body.choice === undefined ? [] : [id])));
  assert.deepEqual(
    journals.rows.map(({ key }) => key).sort(),
    sorted(told.executed.keys())
      .filter((id) => !stakes.has(id))
      .map((id) => `draft:${id}`),
    'movements',
  );
}

async function compareRecords(db: Db | Trx, ids: string[], told: Told): Promise<void> {
  const receipts = await sql<{ id: string; kind: string; status: string | null }>`
    SELECT id, kind, status FROM receipts
    WHERE member_id = ANY (${ids}::uuid[]) AND kind IN ('transfer_out', 'exchange', 'purchase', 'withdrawal', 'restake', 'stake_withdrawal')
      AND id NOT IN (SELECT receipt_id FROM journals WHERE key LIKE 'prove:%' AND receipt_id IS NOT NULL)`.execute(db);
  assert.deepEqual(sorted(receipts.rows.map(({ id }) => id)), sorted(told.executed.values()), 'receipts');
  const cancelled = receipts.rows.filter(({ kind, status }) => kind === 'withdrawal' && status === 'cancel');
  assert.deepEqual(sorted(cancelled.map(({ id }) => id)), sorted(told.cancelledWithdrawals), 'cancelled withdrawals');
  const deposits = await db
    .selectFrom('deposits')
    .innerJoin('receipts', 'receipts.id', 'deposits.id')
    .select(['deposits.id', 'receipts.status'])
    .where('deposits.member_id', 'in', ids)
    .execute();
  assert.deepEqual(sorted(deposits.map(({ id }) => id)), sorted(told.deposits), 'deposit requests');
  const given = deposits.filter(({ status }) => status === 'cancel').map(({ id }) => id);
  const paid = new Set(told.payments?.map(({ depositId }) => depositId));
  const unpaid = [...told.cancelledDeposits].filter((id) => !paid.has(id));
  assert.deepEqual(sorted(given), sorted(unpaid), 'cancelled deposit requests');
}

/** Each act tells its member by one mail, written in the same transaction. */
const NOTICES: Readonly<Record<string, (body: Answer['body']) => boolean>> = {
  transferSent: ({ recipient }) => recipient !== undefined,
  withdrawalAccepted: ({ network }) => network !== undefined,
  planBought: ({ stage }) => stage !== undefined,
  stakeRestaked: ({ choice }) => choice !== undefined && choice.option !== 'withdraw',
  stakeWithdrawn: ({ choice }) => choice?.option === 'withdraw',
};

async function compareMails(db: Db | Trx, people: readonly Person[], told: Told): Promise<void> {
  const { rows } = await sql<{ member_id: string; kind: string; mails: string }>`
    SELECT member_id, kind, count(*)::text AS mails FROM mails
    WHERE member_id = ANY (${people.map(({ id }) => id)}::uuid[]) AND kind = ANY (${Object.keys(NOTICES)}::text[])
    GROUP BY member_id, kind`.execute(db);
  const drafts = [...told.drafts].filter(([id]) => told.executed.has(id)).map(([, draft]) => draft);
  const expected = people.flatMap(({ id }) =>
    Object.entries(NOTICES).flatMap(([kind, isOf]) => {
      const mails = drafts.filter(({ person, body }) => person.id === id && isOf(body)).length;
      return mails === 0 ? [] : [`${id} ${kind} ${mails}`];
    }),
  );
  assert.deepEqual(rows.map((row) => `${row.member_id} ${row.kind} ${row.mails}`).sort(), expected.sort(), 'mails');
}

/** What everybody should have, by what they were told. */
function ownAccount(people: readonly Person[], told: Told): OwnAccount {
  const own = new OwnAccount();
  for (const { memberId, asset, amount } of told.payments ?? []) own.move(memberId, asset, amount);
  const byName = new Map(people.map((person) => [person.username, person.id]));
  for (const { id } of people)
    for (const [asset, amount] of Object.entries(START)) own.move(id, asset as Asset, amount);
  for (const [draftId, { person, body }] of told.drafts) {
    const receiptId = told.executed.get(draftId);
    if (receiptId === undefined) continue;
    const move = (asset: Asset, amount: string) => own.move(person.id, asset, amount);
    if (body.recipient !== undefined) {
      move(body.asset, negate(body.amount));
      own.move(byName.get(body.recipient.username) ?? '', body.asset, body.amount);
    } else if (body.receive !== undefined) {
      move(body.from, negate(body.amount));
      move(body.to, body.receive);
    } else if (body.stage !== undefined) move('USDT', negate(body.amountUsdt));
    else if (body.choice !== undefined) {
      move('USDT', normal(body.choice.returnedUsdt));
      move('MP', normal(body.choice.returnedMp));
    } else if (!told.cancelledWithdrawals.has(receiptId)) move(body.asset, negate(body.amount));
  }
  return own;
}
