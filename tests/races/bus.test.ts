// Notifications between processes: told to all, once they are committed, with an id and no content.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import { createPostgresBus } from '#server/platform/bus/postgres-bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely, inTransaction, notifyAfter } from '#server/platform/db/kysely.ts';
import { freshDatabase } from '#fixtures/club/database.ts';
import { hears, openProcess } from './support/heard.ts';

let database: Database;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());

describe('a notification', () => {
  it('reaches all processes, the one that tells it too, in order and each once', async () => {
    const [one, other] = [await openProcess(database), await openProcess(database)];
    const ids = Array.from({ length: 1_200 }, (_, index) => `id-${index}`);
    for (const id of ids) one.bus.notify('tests', id);
    await hears(one, ids);
    await hears(other, ids);
  });

  it('is told again if its subject changes while the one before is on its way', async () => {
    const asked: unknown[][] = [];
    let arrived = (): void => undefined;
    const client = {
      once: () => undefined,
      on: () => undefined,
      end: () => Promise.resolve(),
      query: async (text: string, values: readonly unknown[] = []) => {
        if (!text.includes('pg_notify')) return;
        asked.push(values[1] as unknown[]);
        if (asked.length === 1) await new Promise<void>((resolve) => (arrived = resolve));
      },
    };
    const bus = createPostgresBus({ connect: () => Promise.resolve(client as never), log: () => undefined });
    bus.notify('tests', 'a');
    await expect.poll(() => asked).toHaveLength(1);
    bus.notify('tests', 'a');
    arrived();
    await expect.poll(() => asked).toEqual([asked[0], asked[0]]);
    await bus.close();
  });

  it('of another topic is not heard', async () => {
    const one = await openProcess(database);
    one.bus.notify('other', 'a');
    one.bus.notify('tests', 'b');
    await hears(one, ['b']);
  });

  it.each(['', 'a b', 'x'.repeat(65), 'ü', 'a\nb'])('has an id and no content: %j is refused', async (id) => {
    for (const bus of [
      createLocalBus(),
      createPostgresBus({ connect: () => Promise.reject(new Error()), log: () => {} }),
    ])
      expect(() => bus.notify('tests', id)).toThrow(RangeError);
  });

  it('tells of a change once it is committed, and of none that is rolled back', async () => {
    const one = await openProcess(database);
    const db = createKysely(database.pool, one.bus);
    await inTransaction(db, async (trx) => {
      notifyAfter(trx, 'tests', 'committed');
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(one.heard).not.toContain('committed');
    });
    await inTransaction(db, async (trx) => {
      notifyAfter(trx, 'tests', 'undone');
      throw new Error('never mind');
    }).catch(() => undefined);
    let attempts = 0;
    await inTransaction(db, async (trx) => {
      notifyAfter(trx, 'tests', `attempt-${(attempts += 1)}`);
      if (attempts < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    notifyAfter(db, 'tests', 'alone');
    await hears(one, ['committed', 'attempt-3', 'alone']);
  });
});

describe('the bus of a single process', () => {
  it('tells those who listen in it, later and not at once', async () => {
    const bus = createLocalBus();
    const heard: string[] = [];
    const leave = bus.subscribe('tests', { notified: (id) => heard.push(id), missed: () => undefined });
    bus.notify('tests', 'a');
    expect(heard).toEqual([]);
    await expect.poll(() => heard).toEqual(['a']);
    leave();
    bus.notify('tests', 'b');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual(['a']);
  });
});
