// While one process serves, another of a newer version may have migrated the database. What this one has prepared by
// then goes on: a statement whose columns are not named would fail from the first column that is added.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rich, setRates, type Rich } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

/** More than a statement is used before it is prepared. */
const ROUNDS = 6;

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld({ config: { rateLimitScale: 1000 } });
  await setRates(world);
  who = await rich(world, { USDT: '10000' });
  await rich(world, {}, { username: 'receiver' });
});
afterAll(() => world.close());

/** The statuses of a round of calls, a minute after the one before: the newest code has the latest moment. */
async function round(): Promise<number[]> {
  world.clock.advance(61);
  const transfer = { recipient: 'receiver', asset: 'USDT', amount: '1', note: 'Thanks' } as const;
  const exchange = { from: 'USDT', to: 'BTC', amount: '10' } as const;
  const drafts = [
    await who.call('createTransfer', { body: transfer }),
    await who.call('createExchange', { body: exchange }),
  ];
  const statuses = drafts.map(({ status }) => status);
  for (const { body } of drafts) statuses.push((await who.confirm(body.id)).status);
  for (const read of ['getUserInfo', 'getWallet', 'listActivity', 'getTransferOptions', 'listStakes'] as const)
    statuses.push((await who.call(read)).status);
  await world.browser().session(who.member);
  return statuses;
}

it('a column that is added to any table fails no call', async () => {
  for (let made = 0; made < ROUNDS; made += 1) await round();
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(world.db);
  for (const { name } of rows)
    await sql`ALTER TABLE ${sql.table(name)} ADD COLUMN of_a_later_version text`.execute(world.db);
  const statuses = await round();
  expect(statuses).toEqual(statuses.map(() => 200));
});
