import { sql } from 'kysely';

import { damageOf } from './damage.ts';
import type { Db } from './kysely.ts';

/** Every table that this role may read, those of the catalog among them, the smallest first. */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't' AND NOT pg_is_other_temp_schema(n.oid)
     AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
   ORDER BY c.relpages, 1`;

/** From the first page to the last: an index would leave most of it unread. */
const BY_PAGES = `SELECT set_config(setting, 'off', true)
  FROM unnest(ARRAY['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) AS setting`;

/**
 * Reads every table of a PostgreSQL, and says what is damaged, one line each. With checksums (`initdb
 * --data-checksums`) PostgreSQL compares each page, and without them it notices only what it can't make sense of.
 * Indexes are for `pg_amcheck`, which needs more rights.
 */
export async function findDamagedTables(db: Db, isStopping: () => boolean = () => false): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(TABLES).execute(db);
  const findings: string[] = [];
  for (const { name } of rows) {
    if (isStopping()) return findings;
    const damage = await read(db, name);
    if (damage !== null) findings.push(`${name}: ${damage}`);
  }
  return findings;
}

/** Each table in a transaction of its own, so that none keeps old rows alive for longer than it takes to read it. */
async function read(db: Db, name: string): Promise<string | null> {
  try {
    await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql.raw(BY_PAGES).execute(trx);
        await sql.raw(`SELECT count(*) FROM ${name}`).execute(trx);
      });
    return null;
  } catch (error) {
    const damage = damageOf(error);
    if (damage === null) throw error;
    return damage;
  }
}
