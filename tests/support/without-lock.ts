import { sql } from 'kysely';
import type { Db } from '#server/platform/db/kysely.ts';

const LOCK = 'FOR NO KEY UPDATE OF wallet';

/**
 * Takes the lock of wallets out of a database, and the last check behind it: for controls that must then lose money.
 */
export async function withoutLock(db: Db): Promise<void> {
  const { rows } = await sql<{
    source: string;
  }>`SELECT pg_get_functiondef('lock_wallets'::regproc) AS source`.execute(db);
  const source = rows[0]?.source ?? '';
  if (!source.includes(LOCK)) throw new Error('lock_wallets has no lock that could be taken out');
  await sql.raw(source.replace(LOCK, '')).execute(db);
  await sql`ALTER TABLE accounts DROP CONSTRAINT accounts_never_below_zero`.execute(db);
}
