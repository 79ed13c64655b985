// What the application's role may do (S-17). The triggers of the migrations stop whoever forgets that a table is only added
// to; the rights stop whoever means to, as far as the role isn't the tables' owner.
import type { Pool } from 'pg';
import { DatabaseOpenError } from './open-error.ts';

interface Kept {
  table: string;
  /** Columns that may change after all: what is only known later. */
  mayChange?: readonly string[];
}

/**
 * The tables of which no row is ever removed, and none changed but in the columns that are named. Grants are made of this list; a test
 * compares it with the triggers in the database.
 */
export const KEPT_TABLES: readonly Kept[] = [
  { table: 'audit_events' },
  { table: 'inquiry_messages' },
  { table: 'journals' },
  { table: 'postings' },
  { table: 'rates' },
  { table: 'record_steps' },
  { table: 'rules', mayChange: ['withdrawn_at'] },
  { table: 'volumes' },
  // Of a deposit the chain tells the amount later; a trigger keeps the amounts of all others.
  { table: 'receipts', mayChange: ['status', 'details', 'updated_at', 'amount', 'fee', 'net', 'counter_amount', 'rate', 'rate_at'] },
  { table: 'sales_months', mayChange: ['receipt_id'] },
  { table: 'support_requests', mayChange: ['present_objected_at', 'former_objected_at', 'ended_at', 'ended_by', 'outcome'] },
];

/** Which files were applied: the owner's alone. */
const READ_ONLY = 'schema_migrations';

/** Gives a role what the application needs, and takes back whatever else it was granted. Run as the owner, after each migration. */
export async function grantApplication(owner: Pool, role: string): Promise<void> {
  const client = await owner.connect();
  try {
    const { rows } = await client.query<{ table: string }>('SELECT tablename AS table FROM pg_tables WHERE schemaname = current_schema()');
    const { rows: places } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
    const [to, schema] = [client.escapeIdentifier(role), client.escapeIdentifier(places[0]?.schema ?? 'public')];
    const statements = [
      `GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
      `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${to}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
      ...rows.map(({ table }) => `GRANT ${rightsOn(table)} ON ${schema}.${client.escapeIdentifier(table)} TO ${to}`),
    ];
    await client.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function rightsOn(table: string): string {
  if (table === READ_ONLY) return 'SELECT';
  const kept = KEPT_TABLES.find((each) => each.table === table);
  if (kept === undefined) return 'SELECT, INSERT, UPDATE, DELETE';
  return kept.mayChange === undefined ? 'SELECT, INSERT' : `SELECT, INSERT, UPDATE (${kept.mayChange.join(', ')})`;
}

/** The name of the role that a pool's connections have. */
export async function roleOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role');
  return rows[0]?.role ?? '';
}

/** The kept tables that the role of a pool could remove rows from or rewrite; none if it has no more than the application needs. */
export async function tablesOpenToChange(pool: Pool): Promise<string[]> {
  const open: string[] = [];
  for (const { table, mayChange } of KEPT_TABLES) {
    const rights = mayChange === undefined ? 'UPDATE, DELETE, TRUNCATE, TRIGGER' : 'DELETE, TRUNCATE, TRIGGER';
    const { rows } = await pool.query<{ may: boolean }>('SELECT has_table_privilege(current_user, $1, $2) AS may', [table, rights]);
    if (rows[0]?.may === true) open.push(table);
  }
  return open;
}

/** @throws DatabaseOpenError if the application's role may change what is only added to, although there is an owner beside it */
export async function requireLimitedRole(pool: Pool): Promise<void> {
  const open = await tablesOpenToChange(pool);
  if (open.length === 0) return;
  throw new DatabaseOpenError(
    `The role "${await roleOf(pool)}" of DATABASE_URL may change ${open.join(', ')}: it owns them, is a superuser or belongs to the owner; give DATABASE_URL a role of its own.`,
  );
}
