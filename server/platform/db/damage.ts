// Damage: files of the database that do not say what was written to them. No other error asks for a backup.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { sqlState } from './kysely.ts';

/** `data_corrupted` and `index_corrupted`. */
const DAMAGED = new Set(['XX001', 'XX002']);

/** The job that reads all files. */
export const CHECK_ALL_PAGES = 'check-all-pages';

/** What a reading of all files has found. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
}

/** Whether an error is one of damage, of a statement or of a reading of all files. */
export function saysDamage(error: unknown): boolean {
  return error instanceof DatabaseDamaged || damageOf(error) !== null;
}

/** What is damaged, according to an error; null if it says nothing of damage. */
export function damageOf(error: unknown): string | null {
  return DAMAGED.has(sqlState(error) ?? '') ? reasonOf(error) : null;
}

/** What the operator does about damage of the embedded database, as the end of a sentence. */
export const RESTORE = `restore a backup: ${operatorCommand('restore FILE DIR')}`;

/** What the operator does about damage of either engine. */
export const RESTORE_ANY = `stop the server and restore a backup: of the embedded database by ${operatorCommand('restore FILE DIR')}, of PostgreSQL by its own tools`;

/** The one line for an error that says that the database is damaged; null for any other error. */
export function damageLine(error: unknown): string | null {
  const damage = damageOf(error);
  return damage === null ? null : `the database is damaged (${damage}); ${RESTORE_ANY}`;
}

/** The same for a line of the log that has the error's stack beside it. */
export function damageOfLog(error: unknown): { damage?: string } {
  const damage = damageLine(error);
  return damage === null ? {} : { damage };
}
