import { Kysely, PostgresDialect } from 'kysely';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import type { World } from './world.ts';

/** The world's database with a count of the statements sent to it. */
export function countingDb(world: World): { db: Db; count(): number } {
  let statements = 0;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: world.database.pool }),
    log: () => void (statements += 1),
  });
  return { db, count: () => statements };
}
