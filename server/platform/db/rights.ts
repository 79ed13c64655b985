// The rights of the application's role (S-17). The triggers of the migrations protect append-only tables from mistakes;
// the rights protect them from intent, if the role does not own the tables.
import type { Pool } from 'pg';
import { DatabaseOpenError } from './open-error.ts';

interface Kept {
  table: string;
  /** Columns that may change nevertheless, because their value is only known later. */
  mayChange?: readonly string[];
}

/**
 * The append-only tables: no row is ever removed, and only the named columns are changed. Grants follow this list; a
 * test compares it with the triggers in the database.
 */
export const KEPT_TABLES: readonly Kept[] = [
  { table: 'audit_events' },
  { table: 'currency_rates' },
  { table: 'inquiry_messages' },
  { table: 'journals' },
  { table: 'postings' },
  { table: 'rates' },
  { table: 'record_steps' },
  { table: 'rules', mayChange: ['withdrawn_at'] },
  { table: 'volumes' },
  // The amount of a deposit becomes known later from the chain; a trigger protects the amounts of all others.
  {
    table: 'receipts',
    mayChange: ['status', 'details', 'updated_at', 'amount', 'fee', 'net', 'counter_amount', 'rate', 'rate_at'],
  },
  { table: 'sales_months', mayChange: ['receipt_id'] },
  {
    table: 'support_requests',
    mayChange: ['present_objected_at', 'former_objected_at', 'ended_at', 'ended_by', 'outcome'],
  },
];

/** The table of applied migrations, which only the owner changes. */
const READ_ONLY = 'schema_migrations';

/** Grants a role what the application needs, and revokes everything else. Run as the owner, after each migration. */
export async function grantApplication(owner: Pool, role: string): Promise<void> {
  const client = await owner.connect();
  try {
    const { rows } = await client.query<{ table: string }>(
      'SELECT tablename AS table FROM pg_tables WHERE schemaname = current_schema()',
    );
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

/**
 * The append-only tables whose rows the role of a pool could remove or rewrite; empty if it has only what the
 * application needs.
 */
export async function tablesOpenToChange(pool: Pool): Promise<string[]> {
  const open: string[] = [];
  for (const { table, mayChange } of KEPT_TABLES) {
    const rights = mayChange === undefined ? 'UPDATE, DELETE, TRUNCATE, TRIGGER' : 'DELETE, TRUNCATE, TRIGGER';
    const { rows } = await pool.query<{ may: boolean }>('SELECT has_table_privilege(current_user, $1, $2) AS may', [
      table,
      rights,
    ]);
    if (rows[0]?.may === true) open.push(table);
  }
  return open;
}

/**
 * @throws DatabaseOpenError if the application's role may change append-only tables although there is a separate owner
 */
export async function requireLimitedRole(pool: Pool): Promise<void> {
  const open = await tablesOpenToChange(pool);
  if (open.length === 0) return;
  throw new DatabaseOpenError(
    `The role "${await roleOf(pool)}" of DATABASE_URL may change ${open.join(', ')}: it owns them, is a superuser or belongs to the owner; give DATABASE_URL a role of its own.`,
  );
}
