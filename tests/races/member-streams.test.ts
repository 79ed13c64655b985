// What one process does of a member's own, another one tells that member's device, whose stream it has.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { createChanges } from '#server/domain/streams/changes.ts';
import { createKysely, inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import type { MemberMarks } from '#server/domain/services/changes.ts';
import { fund, rich, setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { NOTICED_MS, openProcess } from './support/heard.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

/** Far longer than the test: what is told was notified, and not found by looking. */
const NEVER_BY_ITSELF = 3_600_000;

it('a movement in one process is told by another one, and only of its member', async () => {
  const [near, far] = [await openProcess(world.database), await openProcess(world.database)];
  const [who, other] = [await rich(world), await rich(world)];
  const changes = createChanges({
    db: world.db,
    clock: world.clock,
    config: world.services.config,
    bus: far.bus,
    everyMs: NEVER_BY_ITSELF,
  });
  const told = { who: vi.fn<(marks: MemberMarks) => void>(), other: vi.fn<(marks: MemberMarks) => void>() };
  const leave: (() => void)[] = [];
  for (const [name, { member }] of [
    ['who', who],
    ['other', other],
  ] as const) {
    const { id: sessionId } = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    const nothing = () => undefined;
    const left = changes.watch({
      follows: 'member',
      sessionId,
      memberId: member.id,
      changed: told[name],
      looked: nothing,
      over: nothing,
      failed: nothing,
    });
    if (left !== null) leave.push(left);
  }
  await expect.poll(() => [told.who.mock.calls.length, told.other.mock.calls.length]).toEqual([1, 1]);
  const db = createKysely(world.database.pool, near.bus);
  await inTransaction(db, (trx) =>
    openingGrant(trx, systemRandom, {
      key: 'in another process',
      at: world.clock.now(),
      memberId: who.member.id,
      ruleVersion: 1,
      asset: 'BTC',
      amount: '1',
      status: 'completed',
    }),
  );
  await expect.poll(() => told.who.mock.calls.length, { timeout: NOTICED_MS }).toBe(2);
  const [before, after] = told.who.mock.calls.map(([marks]) => marks);
  expect(after?.balances).not.toBe(before?.balances);
  expect(after?.inquiries).toBe(before?.inquiries);
  // Of whom nothing was told, nothing is asked either: a movement that no process notified stays untold.
  await fund(world, other.member.id, { BTC: '1' });
  expect(told.other).toHaveBeenCalledOnce();
  for (const each of leave) each();
});
