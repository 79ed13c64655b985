// What each movement does to the books, as a table: what there was, what was done, what was posted.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normal } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import {
  depositApproved,
  depositCredited,
  depositDropped,
  depositOpened,
  depositRefused,
  depositSeen,
} from '#server/domain/ledger/deposits.ts';
import { exchange, openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { InsufficientBalance, KeyOfAnotherMovement, post, type Leg } from '#server/domain/ledger/post.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let ann: TestMember;
let ben: TestMember;
let keys = 0;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const books = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
const ids = { bytes: (count: number) => world.services.random.bytes(count), uuid: () => world.services.random.uuid() };
const act = (member = ann) => ({
  key: `test:${(keys += 1)}`,
  at: world.clock.now(),
  memberId: member.id,
  ruleVersion: 1,
});

/** Two new members, Ann with the given balances. */
async function given(...balances: [string, Asset][]): Promise<void> {
  ann = await world.member();
  ben = await world.member();
  for (const [amount, asset] of balances)
    await books((trx) => openingGrant(trx, ids, { ...act(), asset, amount, status: 'completed' }));
}

/** A journal's postings as lines: the account, the amount, and the balance afterwards. */
async function postingsOf(journalId: bigint): Promise<string[]> {
  const { rows } = await sql<{
    who: string | null;
    kind: string;
    asset: string;
    amount: string;
    balance: string | null;
  }>`
    SELECT a.member_id AS who, a.kind, p.asset, p.amount, p.balance_after AS balance
    FROM postings p JOIN accounts a ON a.id = p.account_id WHERE p.journal_id = ${journalId}`.execute(world.db);
  const name = (who: string) => (who === ann.id ? 'ann' : 'ben');
  return rows
    .map(
      ({ who, kind, asset, amount, balance }) =>
        `${who === null ? kind : name(who)} ${normal(amount)} ${asset}${balance === null ? '' : ` → ${normal(balance)}`}`,
    )
    .sort();
}

const receipt = (id: string) =>
  world.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const usdt = async (member: TestMember) => (await balancesOf(world.db, member.id)).USDT;

describe('a deposit', () => {
  const seen = (amount: string) =>
    books(async (trx) => {
      const at = world.clock.now();
      const receiptId = await depositOpened(trx, ids, {
        memberId: ann.id,
        asset: 'USDT',
        amount: '1',
        status: 'awaiting',
        at,
        ruleVersion: 1,
      });
      const { journalId } = await depositSeen(trx, { receiptId, at, status: 'in_process', sighting: 1, amount });
      return { receiptId, journalId };
    });
  const end = (receiptId: string, status: string) => ({ receiptId, at: world.clock.now(), status });

  it('that was seen is under way and not the member’s yet', async () => {
    await given();
    const { journalId, receiptId } = await seen('150.5');
    expect(await postingsOf(journalId)).toEqual(['chain -150.5 USDT', 'deposit_transit 150.5 USDT']);
    expect(await usdt(ann)).toBe('0');
    const written = await receipt(receiptId);
    expect(written).toMatchObject({ kind: 'deposit', status: 'in_process', asset: 'USDT', member_id: ann.id });
    expect([normal(written.amount), normal(written.net)]).toEqual(['150.5', '150.5']);
    expect(written.reference).toMatch(/^D-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  });

  it('that is final is credited, once', async () => {
    await given();
    const { receiptId } = await seen('150.5');
    const { journalId } = await books((trx) => depositCredited(trx, end(receiptId, 'completed')));
    expect(await postingsOf(journalId)).toEqual(['ann 150.5 USDT → 150.5', 'deposit_transit -150.5 USDT']);
    expect(await books((trx) => depositCredited(trx, end(receiptId, 'completed')))).toMatchObject({
      journalId,
      posted: false,
    });
    await expect(books((trx) => depositRefused(trx, end(receiptId, 'not_approved')))).rejects.toThrow(
      KeyOfAnotherMovement,
    );
    expect([await usdt(ann), (await receipt(receiptId)).status]).toEqual(['150.5', 'completed']);
  });

  it('below the minimum is kept separately, and one that the chain reverted is undone', async () => {
    await given();
    const refused = await seen('5');
    expect(
      await postingsOf((await books((trx) => depositRefused(trx, end(refused.receiptId, 'not_approved')))).journalId),
    ).toEqual(['deposit_transit -5 USDT', 'refused_deposits 5 USDT']);
    const dropped = await seen('7');
    expect(
      await postingsOf(
        (await books((trx) => depositDropped(trx, { ...end(dropped.receiptId, 'awaiting'), sighting: 1 }))).journalId,
      ),
    ).toEqual(['chain 7 USDT', 'deposit_transit -7 USDT']);
    expect(await usdt(ann)).toBe('0');
    const again = await books((trx) =>
      depositSeen(trx, { ...end(dropped.receiptId, 'in_process'), sighting: 2, amount: '7' }),
    );
    expect(again.posted).toBe(true);
    expect(
      await postingsOf((await books((trx) => depositApproved(trx, end(refused.receiptId, 'completed')))).journalId),
    ).toEqual(['ann 5 USDT → 5', 'refused_deposits -5 USDT']);
  });
});

describe('a withdrawal', () => {
  const accepted = (amount: string, fee: string) =>
    books((trx) => withdrawalAccepted(trx, ids, { ...act(), asset: 'USDT', amount, fee, status: 'in_process' }));
  const end = (receiptId: string, status: string) => ({ receiptId, at: world.clock.now(), status, byMemberId: null });

  it('of 400 from 1,000 leaves 600, and 400 in transit', async () => {
    await given(['1000', 'USDT']);
    const { journalId, receiptId } = await accepted('400', '40');
    expect(await postingsOf(journalId)).toEqual(['ann -400 USDT → 600', 'withdrawal_transit 400 USDT']);
    const { amount, fee, net } = await receipt(receiptId);
    expect([amount, fee, net].map(normal)).toEqual(['-400', '40', '-360']);
  });

  it('that is canceled returns all of it, once', async () => {
    await given(['1000', 'USDT']);
    const { receiptId } = await accepted('400', '40');
    const { journalId } = await books((trx) =>
      withdrawalReturned(trx, { ...end(receiptId, 'cancel'), byMemberId: ann.id }),
    );
    expect(await postingsOf(journalId)).toEqual(['ann 400 USDT → 1000', 'withdrawal_transit -400 USDT']);
    await expect(books((trx) => withdrawalPaid(trx, end(receiptId, 'completed')))).rejects.toThrow(
      KeyOfAnotherMovement,
    );
    expect([await usdt(ann), (await receipt(receiptId)).status]).toEqual(['1000', 'cancel']);
  });

  it('that is paid out leaves the club less the fee', async () => {
    await given(['1000', 'USDT']);
    const { receiptId } = await accepted('400', '40');
    const { journalId } = await books((trx) => withdrawalPaid(trx, end(receiptId, 'completed')));
    expect(await postingsOf(journalId)).toEqual(['chain 360 USDT', 'fees 40 USDT', 'withdrawal_transit -400 USDT']);
    await expect(books((trx) => withdrawalReturned(trx, end(receiptId, 'cancel')))).rejects.toThrow(
      KeyOfAnotherMovement,
    );
  });

  it('without a fee has no posting for one', async () => {
    await given(['10', 'USDT']);
    const { receiptId } = await accepted('10', '0');
    expect(
      await postingsOf((await books((trx) => withdrawalPaid(trx, end(receiptId, 'completed')))).journalId),
    ).toEqual(['chain 10 USDT', 'withdrawal_transit -10 USDT']);
  });

  it('beyond the balance, or of an asset never held, changes nothing', async () => {
    await given(['1000', 'USDT']);
    await expect(accepted('1000.000001', '0')).rejects.toThrow(InsufficientBalance);
    const bitcoin = books((trx) =>
      withdrawalAccepted(trx, ids, { ...act(), asset: 'BTC', amount: '1', fee: '0', status: 'in_process' }),
    );
    await expect(bitcoin).rejects.toMatchObject({ name: 'InsufficientBalance', memberId: ann.id, asset: 'BTC' });
    expect(await usdt(ann)).toBe('1000');
    expect(
      await world.db
        .selectFrom('receipts')
        .select('id')
        .where('member_id', '=', ann.id)
        .where('kind', '=', 'withdrawal')
        .execute(),
    ).toEqual([]);
  });
});

describe('a transfer', () => {
  it('of 30.000001 from 100 is 69.999999 and 30.000001, with a receipt for both', async () => {
    await given(['100', 'USDT']);
    const { journalId, receiptId } = await books((trx) =>
      transfer(trx, ids, { ...act(), toMemberId: ben.id, asset: 'USDT', amount: '30.000001', note: 'lunch' }),
    );
    expect(await postingsOf(journalId)).toEqual(['ann -30.000001 USDT → 69.999999', 'ben 30.000001 USDT → 30.000001']);
    const arrived = await world.db
      .selectFrom('receipts')
      .selectAll()
      .where('member_id', '=', ben.id)
      .executeTakeFirstOrThrow();
    expect(arrived).toMatchObject({
      kind: 'transfer_in',
      counterparty_member_id: ann.id,
      note: 'lunch',
      origin_id: receiptId,
    });
    expect(await receipt(receiptId)).toMatchObject({ kind: 'transfer_out', counterparty_member_id: ben.id });
  });

  it('under the same key happens once, and a different one under that key not at all', async () => {
    await given(['100', 'USDT']);
    const move = { ...act(), toMemberId: ben.id, asset: 'USDT' as const, amount: '60' };
    const first = await books((trx) => transfer(trx, ids, move));
    expect(await books((trx) => transfer(trx, ids, move))).toEqual({ ...first, posted: false });
    await expect(books((trx) => transfer(trx, ids, { ...move, amount: '10' }))).rejects.toThrow(KeyOfAnotherMovement);
    expect([await usdt(ann), await usdt(ben)]).toEqual(['40', '60']);
    expect(await world.db.selectFrom('receipts').select('id').where('member_id', '=', ben.id).execute()).toHaveLength(
      1,
    );
  });

  it('to oneself, of zero, below zero or finer than the scale is refused', async () => {
    await given(['100', 'USDT']);
    const to = (toMemberId: string, amount: string) =>
      books((trx) => transfer(trx, ids, { ...act(), toMemberId, asset: 'USDT', amount }));
    await expect(to(ann.id, '1')).rejects.toThrow();
    await expect(to(ben.id, '0')).rejects.toThrow();
    await expect(to(ben.id, '0.0000001')).rejects.toThrow();
    await expect(to(ben.id, '-1')).rejects.toThrow(InsufficientBalance);
    expect([await usdt(ann), await usdt(ben)]).toEqual(['100', '0']);
  });
});

describe('an exchange', () => {
  it("of 0.1 BTC at 65,000 is 6,500 USDT, against the club's stock", async () => {
    await given(['0.25', 'BTC']);
    const move = {
      ...act(),
      from: { asset: 'BTC' as const, amount: '0.1' },
      to: { asset: 'USDT' as const, amount: '6500' },
      rate: { value: '65000', at: world.clock.now() },
    };
    const { journalId, receiptId } = await books((trx) => exchange(trx, ids, move));
    expect(await postingsOf(journalId)).toEqual([
      'ann -0.1 BTC → 0.15',
      'ann 6500 USDT → 6500',
      'exchange -6500 USDT',
      'exchange 0.1 BTC',
    ]);
    expect(await receipt(receiptId)).toMatchObject({
      kind: 'exchange',
      counter_asset: 'USDT',
      rate: '65000',
      rate_at: world.clock.now(),
    });
  });
});

describe('the books', () => {
  const posting = (...legs: Leg[]) => books((trx) => post(trx, { ...act(), kind: 'test', receiptId: null, legs }));

  it.each<[string, () => Leg[]]>([
    [
      'that do not add up',
      () => [
        { account: 'chain', asset: 'USDT', amount: '-5' },
        { account: 'wallet', memberId: ann.id, asset: 'USDT', amount: '6' },
      ],
    ],
    [
      'that add up over two assets only',
      () => [
        { account: 'chain', asset: 'USDT', amount: '-5' },
        { account: 'wallet', memberId: ann.id, asset: 'MP', amount: '5' },
      ],
    ],
    ['with one leg', () => [{ account: 'chain', asset: 'USDT', amount: '5' }]],
    ['with none', () => []],
    [
      'with one account twice',
      () => [
        { account: 'chain', asset: 'USDT', amount: '-5' },
        { account: 'wallet', memberId: ann.id, asset: 'USDT', amount: '2' },
        { account: 'wallet', memberId: ann.id, asset: 'USDT', amount: '3' },
      ],
    ],
    [
      'of a member who is not there',
      () => [
        { account: 'chain', asset: 'USDT', amount: '-5' },
        { account: 'wallet', memberId: '00000000-0000-4000-8000-000000000000', asset: 'USDT', amount: '5' },
      ],
    ],
  ])('accept no legs %s', async (_name, legs) => {
    await given();
    const before = await world.db.selectFrom('journals').select('id').execute();
    await expect(posting(...legs())).rejects.toThrow();
    expect(await world.db.selectFrom('journals').select('id').execute()).toEqual(before);
    expect(await usdt(ann)).toBe('0');
  });

  it('are append-only, and what a member was shown stays', async () => {
    await given(['100', 'USDT']);
    await books((trx) => transfer(trx, ids, { ...act(), toMemberId: ben.id, asset: 'USDT', amount: '1' }));
    const attempts = [
      sql`UPDATE journals SET kind = 'nothing'`,
      sql`DELETE FROM journals`,
      sql`UPDATE postings SET amount = 1`,
      sql`DELETE FROM postings`,
      sql`TRUNCATE postings`,
      sql`DELETE FROM receipts`,
      sql`UPDATE receipts SET note = 'another'`,
      sql`UPDATE receipts SET amount = 5 WHERE kind = 'transfer_out'`,
    ];
    for (const attempt of attempts) await expect(attempt.execute(world.db)).rejects.toThrow('is append-only');
    const slipped = sql`INSERT INTO postings (journal_id, account_id, asset, amount) SELECT (SELECT max(id) FROM journals), id, asset, 5 FROM accounts WHERE kind = 'fees' AND asset = 'USDT'`;
    await expect(slipped.execute(world.db)).rejects.toThrow('do not add up');
    await expect(sql`UPDATE accounts SET balance = -1 WHERE member_id = ${ann.id}`.execute(world.db)).rejects.toThrow(
      'accounts_never_below_zero',
    );
  });

  it('empty a wallet to the last unit, after a refusal of one unit more', async () => {
    await given(['5', 'USDT']);
    await expect(
      posting(
        { account: 'wallet', memberId: ann.id, asset: 'USDT', amount: '-6' },
        { account: 'fees', asset: 'USDT', amount: '6' },
      ),
    ).rejects.toThrow(InsufficientBalance);
    await posting(
      { account: 'wallet', memberId: ann.id, asset: 'USDT', amount: '-5' },
      { account: 'fees', asset: 'USDT', amount: '5' },
    );
    expect(await usdt(ann)).toBe('0');
  });

  it('look up the wallets that they touch, also by a plan from when there were few', async () => {
    // A function that is replaced loses its settings.
    const { rows } = await sql<{ name: string; settings: string[] | null }>`
      SELECT proname AS name, proconfig AS settings FROM pg_proc WHERE proname IN ('lock_wallets', 'post_journal')
      ORDER BY proname`.execute(world.db);
    const settings = ['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off'];
    expect(rows).toEqual([
      { name: 'lock_wallets', settings },
      { name: 'post_journal', settings },
    ]);
  });
});
