// What a club holds, in figures that no migration may change.

/** Runs a query, as the engine or a pool does. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Every figure as text: numbers are exact, and both readers tell them the same way. */
export interface Figures {
  migrations: string[];
  /** Rows by table. */
  rows: Record<string, number>;
  /** The sum of the postings of each kind of account, by asset. */
  sums: Record<string, string>;
  /** The wallets of `demo`, by asset. */
  wallet: Record<string, string>;
  /** References and states of the withdrawals of `demo`, by reference. */
  withdrawals: Record<string, string>;
}

const TABLES = ['members', 'seats', 'journals', 'postings', 'receipts', 'audit_events', 'drafts', 'mails'];

export async function figuresOf(query: Query): Promise<Figures> {
  const pairs = async (sql: string) =>
    Object.fromEntries((await query(sql)).map(({ name, value }) => [String(name), String(value)]));
  const rows: Record<string, number> = {};
  for (const table of TABLES) rows[table] = Number((await query(`SELECT count(*)::text AS n FROM ${table}`))[0]?.n);
  return {
    migrations: (await query('SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => String(name)),
    rows,
    sums: await pairs(`
      SELECT account.kind || ' ' || account.asset AS name, trim_scale(sum(posting.amount))::text AS value
      FROM postings AS posting JOIN accounts AS account ON account.id = posting.account_id
      GROUP BY account.kind, account.asset ORDER BY 1`),
    wallet: await pairs(`
      SELECT account.asset AS name, trim_scale(account.balance)::text AS value
      FROM accounts AS account JOIN members ON members.id = account.member_id
      WHERE members.username = 'demo' ORDER BY 1`),
    withdrawals: await pairs(`
      SELECT receipt.reference AS name, receipt.status AS value
      FROM receipts AS receipt JOIN members ON members.id = receipt.member_id
      WHERE members.username = 'demo' AND receipt.kind = 'withdrawal' ORDER BY 1`),
  };
}
