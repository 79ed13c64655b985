// Prepares the database for a new version of the server whose role may not migrate.
import { sql } from 'kysely';
import { KEPT_TABLES } from '#server/platform/db/rights.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';

export const databaseCommands: Commands = {
  'database prepare': {
    usage: 'database prepare',
    help: 'migrate the database as its owner, and give the role of DATABASE_URL its rights',
    aside: 'prepared',
    run: prepare,
  },
};

/**
 * Reports the result of opening the database: opening migrates it, and sets the rights if owner and application are two
 * roles.
 */
async function prepare({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { rows } = await sql<{
    role: string;
    newest: string;
  }>`SELECT current_user AS role, (SELECT max(name) FROM schema_migrations) AS newest`.execute(services.db);
  const tables = KEPT_TABLES.map(({ table }) => table).join(', ');
  return [
    `the database is migrated up to ${rows[0]?.newest}`,
    `the role ${rows[0]?.role} has its rights; it may not remove rows of ${tables}`,
  ];
}
