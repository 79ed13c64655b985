// Parallel choices for one stake, and parallel runs of its jobs: on a server with many connections, each takes effect
// once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import type { StakeOption } from '#server/domain/stakes/choices.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { rich, setRates, signedIn, type Rich } from '#tests/api/support/money.ts';
import { bought, DAY, daysPass } from '#tests/api/support/stakes.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

const PARALLEL = 20;
const OPTIONS: readonly StakeOption[] = ['full', 'mpOnly', 'withdraw'];
const times = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index)));

async function matured(): Promise<{ who: Rich; id: string }> {
  const buyer = await rich(world, { USDT: '1000' });
  const { id } = await bought(buyer, { stage: 1 });
  await daysPass(world, 365);
  return { who: await signedIn(world, buyer.member), id };
}

const endsOf = (id: string) =>
  world.db.selectFrom('journals').select('id').where('key', '=', `stake:${id}:end`).execute();
const followersOf = (id: string) => world.db.selectFrom('stakes').select('id').where('previous_id', '=', id).execute();

it('of twenty parallel choices for one stake, by all options, one is carried out', async () => {
  const { id, who } = await matured();
  const { version: ruleVersion } = await rulesAt(world.db, world.clock.now());
  const outcomes = await times((index) =>
    inTransaction(world.db, (trx) =>
      chooseForStake(trx, world.services, {
        id,
        option: OPTIONS[index % OPTIONS.length] ?? 'full',
        at: world.clock.now(),
        ruleVersion,
        days: 90,
      }),
    ).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  expect(outcomes.filter((error) => error === null)).toHaveLength(1);
  for (const error of outcomes) if (error !== null) expect(error).toBeInstanceOf(StepRefused);
  const { option, state } = await world.db
    .selectFrom('stakes')
    .select(['option', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe(option === 'withdraw' ? 'withdrawn' : 'restaked');
  expect([(await followersOf(id)).length, (await endsOf(id)).length]).toEqual([
    option === 'withdraw' ? 0 : 1,
    option === 'full' ? 0 : 1,
  ]);
  expect(await who.balance('USDT')).toBe(option === 'full' ? '0' : '1000');
});

it('of twenty parallel restakes of one stake, each drafted and confirmed, one succeeds', async () => {
  const { id, who } = await matured();
  const draft = await who.call('createRestake', { body: { stakeId: id, option: 'mpOnly' } });
  const { id: first, ...kept } = await world.db
    .selectFrom('drafts')
    .selectAll()
    .where('id', '=', draft.body.id)
    .executeTakeFirstOrThrow();
  await world.db.updateTable('drafts').set({ second_factor: 'none' }).where('id', '=', first).execute();
  const answers = await times(async (index) => {
    // Each call drafts again, which voids the earlier draft, or confirms an existing one.
    const made =
      index === 0 ? first : (await who.call('createRestake', { body: { stakeId: id, option: 'mpOnly' } })).body.id;
    if (made === undefined) return null;
    await world.db.updateTable('drafts').set({ second_factor: 'none' }).where('id', '=', made).execute();
    return (await who.call('confirmDraft', { path: { id: made }, body: { code: null }, key: randomUUID() })).body;
  });
  expect(kept.kind).toBe('restake');
  expect(new Set(answers.flatMap((body) => body?.receiptId ?? [])).size).toBe(1);
  for (const body of answers)
    if (body !== null && body.receiptId === undefined)
      expect(['draft_expired', 'stake_not_matured', 'nothing_to_move']).toContain(body.code);
  expect([await who.balance('USDT'), (await followersOf(id)).length]).toEqual(['1000', 1]);
});

it('twenty runs of each job at once accrue each day once and unlock each stake once', async () => {
  const owners = await Promise.all(Array.from({ length: 6 }, () => rich(world)));
  const ids: string[] = [];
  for (const owner of owners) {
    const { id } = await bought(owner, { stage: 8, amountUsd: '123.45' });
    ids.push(id);
  }
  world.clock.advance(365 * DAY);
  await times(() => accrueStakes(world.services));
  // Runs that found every stake locked by another did nothing.
  await accrueStakes(world.services);
  await times(() => matureStakes(world.services));
  await matureStakes(world.services);
  const rows = await world.db.selectFrom('stakes').selectAll().where('id', 'in', ids).execute();
  for (const row of rows)
    expect(row).toMatchObject({ state: 'matured', days_accrued: 365, accrued_mp: '22.529625000000000000' });
  const mails = await world.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'stakeMatured')
    .where(
      'member_id',
      'in',
      owners.map(({ member }) => member.id),
    )
    .execute();
  expect(mails).toHaveLength(owners.length);
});

it('the books agree after that', async () => {
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
});
