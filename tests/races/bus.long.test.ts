// Notifications that are lost: with their connection, by their number, or for lack of room. That is reported, and fails
// nobody.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresBus } from '#server/platform/bus/postgres-bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely, inTransaction, notifyAfter } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addressOf, freshDatabase } from '#fixtures/club/database.ts';
import { Relay } from '#tests/support/relay.ts';
import { BEAT_MS, closers, hears, NOTICED_MS, openProcess } from './support/heard.ts';

let database: Database;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());

describe('a bus whose connection is lost', () => {
  it.each([
    ['with a reset', (relay: Relay) => relay.reset()],
    ['silently', (relay: Relay) => relay.freeze()],
  ])('%s connects again, tells what was to be told, and says that something may have been missed', async (_, lose) => {
    const relay = await Relay.open((await addressOf(database)) ?? '');
    closers.push(() => relay.close());
    const [far, near] = [await openProcess(database, relay), await openProcess(database)];
    lose(relay);
    near.bus.notify('tests', 'lost');
    far.bus.notify('tests', 'late');
    await expect.poll(() => far.heard, { timeout: NOTICED_MS }).toContain('missed');
    await expect.poll(() => near.heard, { timeout: NOTICED_MS }).toContain('late');
    near.bus.notify('tests', 'after');
    await expect.poll(() => far.heard, { timeout: NOTICED_MS }).toContain('after');
    expect(far.lines).toEqual([
      expect.stringMatching(/^notifications between processes are interrupted: /),
      'notifications between processes are back',
    ]);
    expect(near.lines).toEqual([]);
  });

  it('tells all to look at everything where more was to be told than it keeps', async () => {
    const near = await openProcess(database);
    let refuse = true;
    const own = await openDatabase({ databaseUrl: await addressOf(database), dataDir: 'none' });
    const bus = createPostgresBus({
      connect: () => (refuse || own.shared === null ? Promise.reject(new Error('away')) : own.shared.connect()),
      log: () => undefined,
    });
    closers.push(
      () => own.close(),
      () => bus.close(),
    );
    for (let id = 0; id <= 10_000; id += 1) bus.notify('tests', `id-${id}`);
    refuse = false;
    await hears(near, ['missed']);
  });
});

describe('a queue of notifications that is full', () => {
  it('is said once and fails no change; when there is room again, all are told that they have missed something', async () => {
    const own = await freshDatabase();
    const db = createKysely(own.pool);
    const url = await addressOf(own);
    // As PostgreSQL says it (program_limit_exceeded), found before its own function.
    await own.pool.query(`CREATE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'too many notifications in the NOTIFY queue' USING ERRCODE = '54000'; END $$`);
    await own.pool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
    );
    const process = await openDatabase({ databaseUrl: url, dataDir: 'none' });
    const lines: string[] = [];
    const heard: string[] = [];
    if (process.shared === null) throw new Error('a bus between processes needs a PostgreSQL');
    const bus = createPostgresBus({
      connect: process.shared.connect,
      log: (line) => lines.push(line),
      beatMs: BEAT_MS,
    });
    closers.push(
      () => own.close(),
      () => process.close(),
      () => bus.close(),
    );
    bus.subscribe('tests', { notified: (id) => heard.push(id), missed: () => heard.push('missed') });
    bus.start();
    const told = createKysely(own.pool, bus);
    for (const id of ['one', 'two', 'three']) {
      await inTransaction(told, async (trx) => {
        await trx.updateTable('club_state').set({ maintenance: false }).execute();
        notifyAfter(trx, 'tests', id);
      });
      await expect.poll(() => lines.length, { timeout: NOTICED_MS }).toBe(1);
    }
    expect(lines).toEqual([
      "other processes can't be notified: too many notifications in the NOTIFY queue; they look by themselves now and then",
    ]);
    await own.pool.query('DROP FUNCTION public.pg_notify(text, text)');
    await expect.poll(() => heard[0], { timeout: NOTICED_MS }).toBe('missed');
    notifyAfter(told, 'tests', 'four');
    await expect.poll(() => heard.at(-1), { timeout: NOTICED_MS }).toBe('four');
    expect(lines).toHaveLength(1);
    expect(await db.selectFrom('club_state').select('maintenance').executeTakeFirst()).toEqual({ maintenance: false });
  });
});
