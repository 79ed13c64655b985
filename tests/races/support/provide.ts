// Races are between processes, so they need a PostgreSQL: the one that is given, or one that is started for the run.
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';

let postgres: Awaited<ReturnType<typeof provideOwnPostgres>> | null = null;

export async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  postgres = await provideOwnPostgres({ root: process.cwd() });
  process.env.TEST_DATABASE_URL = postgres.url;
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
}
