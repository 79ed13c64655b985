// Processes with a bus on the database of a test, and what each of them hears.
import { afterEach, expect } from 'vitest';
import type { Bus } from '#server/platform/bus/bus.ts';
import { createPostgresBus } from '#server/platform/bus/postgres-bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addressOf } from '#fixtures/club/database.ts';
import type { Relay } from '#tests/support/relay.ts';

/** A connection that does not answer is noticed in this time and the ten seconds that it has to answer. */
export const BEAT_MS = 500;
export const NOTICED_MS = 30_000;

/** What is closed after each test, the last first. */
export const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export interface Heard {
  readonly bus: Bus;
  readonly lines: string[];
  /** What was heard, in order; `missed` in place of an id. */
  readonly heard: string[];
}

/** A process with a bus, over a relay if there is one. */
export async function openProcess(database: Database, relay?: Relay): Promise<Heard> {
  const own = await openDatabase({ databaseUrl: relay?.url ?? (await addressOf(database)), dataDir: 'none' });
  const lines: string[] = [];
  if (own.shared === null) throw new Error('a bus between processes needs a PostgreSQL');
  const { connect } = own.shared;
  const bus = createPostgresBus({ connect, log: (line) => lines.push(line), beatMs: BEAT_MS });
  closers.push(
    () => own.close(),
    () => bus.close(),
  );
  const heard: string[] = [];
  bus.subscribe('tests', { notified: (id) => heard.push(id), missed: () => heard.push('missed') });
  bus.start();
  const ready = () => {
    bus.notify('tests', 'ready');
    return heard.includes('ready');
  };
  await expect.poll(ready, { timeout: NOTICED_MS }).toBe(true);
  // Those that were sent while it was waited for.
  await new Promise((resolve) => setTimeout(resolve, 100));
  heard.length = 0;
  return { bus, lines, heard };
}

export const hears = (process: Heard, ids: string[]) =>
  expect.poll(() => process.heard.filter((id) => id !== 'ready'), { timeout: NOTICED_MS }).toEqual(ids);
