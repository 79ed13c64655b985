// Movements that race for one balance or one key (S-17). On the embedded engine transactions run one after the other;
// on PostgreSQL the races are real, and the control proves that they would be lost without the lock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normal } from '#money/amount.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { openingGrant, transfer } from '#server/domain/ledger/moves.ts';
import { InsufficientBalance } from '#server/domain/ledger/post.ts';
import { withdrawalAccepted, withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { serverUrl } from '#fixtures/club/database.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { withoutLock } from '#tests/support/without-lock.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

const RACERS = 20;
const ROUNDS = serverUrl === null ? 5 : 200;
const LONG_MS = 600_000;

let world: World;
let keys = 0;

const onPostgres = serverUrl === null ? (_name: string, _tests: () => void): void => {} : describe;
const racing = <T>(act: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: RACERS }, (_, index) => act(index)));
const books = <T>(work: (trx: Trx) => Promise<T>, on = world) => inTransaction(on.db, work);
const act = (memberId: string, key = `race:${(keys += 1)}`) => ({
  key,
  at: world.clock.now(),
  memberId,
  ruleVersion: 1,
  asset: 'USDT' as const,
});
const give = (member: TestMember, amount: string, on = world) =>
  books((trx) => openingGrant(trx, on.services.random, { ...act(member.id), amount, status: 'completed' }), on);
const withdraw = (member: TestMember, amount: string, on = world) =>
  books(
    (trx) => withdrawalAccepted(trx, on.services.random, { ...act(member.id), amount, fee: '0', status: 'in_process' }),
    on,
  );
const usdt = async (member: TestMember, on = world) => (await balancesOf(on.db, member.id)).USDT;
const won = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length;
const lostFor = (results: PromiseSettledResult<unknown>[]) =>
  new Set(results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).name] : [])));

describe('twenty movements at once', () => {
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it(
    `of the whole balance: exactly one each in ${ROUNDS} rounds`,
    async () => {
      const member = await world.member();
      for (let round = 0; round < ROUNDS; round += 1) {
        await give(member, '100');
        const results = await racing(() => withdraw(member, '100'));
        expect([round, won(results), await usdt(member)]).toEqual([round, 1, '0']);
        expect(lostFor(results)).toEqual(new Set([InsufficientBalance.name]));
      }
      expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    },
    LONG_MS,
  );

  it(
    'under one key: one effect, and the same journal for all',
    async () => {
      const [from, to] = [await world.member(), await world.member()];
      for (let round = 0; round < 20; round += 1) {
        await give(from, '10');
        const move = { ...act(from.id), toMemberId: to.id, amount: '10' };
        const results = await racing(() => books((trx) => transfer(trx, world.services.random, move)));
        expect(won(results)).toBe(RACERS);
        const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect([
          new Set(done.map(({ journalId, receiptId }) => `${journalId} ${receiptId}`)).size,
          done.filter(({ posted }) => posted).length,
        ]).toEqual([1, 1]);
        expect([await usdt(from), await usdt(to)]).toEqual(['0', String(10 * (round + 1))]);
      }
    },
    LONG_MS,
  );

  it('back and forth between the same members: none is lost, none waits forever', async () => {
    const [ann, ben] = [await world.member(), await world.member()];
    await give(ann, '1000');
    await give(ben, '1000');
    const results = await racing((index) => {
      const [from, to] = index % 2 === 0 ? [ann, ben] : [ben, ann];
      return books((trx) =>
        transfer(trx, world.services.random, { ...act(from.id), toMemberId: to.id, amount: String(index + 1) }),
      );
    });
    expect(won(results)).toBe(RACERS);
    // Ann sends 1 + 3 + … + 19 = 100 and Ben 2 + 4 + … + 20 = 110.
    expect([await usdt(ann), await usdt(ben)]).toEqual(['1010', '990']);
  });

  it('that begin one wallet: all arrive', async () => {
    const [from, to] = [await world.member(), await world.member()];
    await give(from, '20');
    expect(
      won(
        await racing(() =>
          books((trx) => transfer(trx, world.services.random, { ...act(from.id), toMemberId: to.id, amount: '1' })),
        ),
      ),
    ).toBe(RACERS);
    expect([await usdt(from), await usdt(to)]).toEqual(['0', '20']);
  });

  it(
    'that end one withdrawal in both ways: it ends once',
    async () => {
      for (let round = 0; round < 10; round += 1) {
        const member = await world.member();
        await give(member, '50');
        const { receiptId } = await withdraw(member, '50');
        const end = { receiptId, at: world.clock.now(), byMemberId: null };
        const results = await racing((index) =>
          books((trx) =>
            index % 2 === 0
              ? withdrawalReturned(trx, { ...end, status: 'cancel' })
              : withdrawalPaid(trx, { ...end, status: 'completed' }),
          ),
        );
        expect(results.filter((result) => result.status === 'fulfilled' && result.value.posted)).toHaveLength(1);
        const { status } = await world.db
          .selectFrom('receipts')
          .select('status')
          .where('id', '=', receiptId)
          .executeTakeFirstOrThrow();
        expect(await usdt(member)).toBe(status === 'cancel' ? '50' : '0');
      }
    },
    LONG_MS,
  );

  it('while the books are checked: the check agrees every time', async () => {
    const [from, to] = [await world.member(), await world.member()];
    await give(from, '100');
    const checks: string[] = [];
    const moving = racing(() =>
      books((trx) => transfer(trx, world.services.random, { ...act(from.id), toMemberId: to.id, amount: '1' })),
    );
    for (let count = 0; count < 10; count += 1)
      checks.push((await checkBooks(world.db, { now: world.clock.now() })).kind);
    expect(won(await moving)).toBe(RACERS);
    expect(checks).not.toContain('disagree');
    expect(await checkBooks(world.db, { now: world.clock.now() })).toEqual({ kind: 'agree' });
  });
});

onPostgres('the control: with the lock and the last check removed', () => {
  it(
    'the same withdrawals pay twice, and the check of the books stops money',
    async () => {
      const bare = await createWorld();
      await withoutLock(bare.db);
      const member = await bare.member();
      // One round may go well by chance; this many won't.
      let paidTwice = 0;
      for (let round = 0; round < 50 && paidTwice === 0; round += 1) {
        await give(member, '100', bare);
        const before = normal(await usdt(member, bare));
        const results = await racing(() => withdraw(member, '100', bare));
        if (won(results) > 1 && before === '100') paidTwice += 1;
      }
      expect(paidTwice).toBeGreaterThan(0);
      expect(await checkBooks(bare.db, { now: bare.clock.now(), full: true })).toMatchObject({ kind: 'disagree' });
      await bare.close();
    },
    LONG_MS,
  );
});
