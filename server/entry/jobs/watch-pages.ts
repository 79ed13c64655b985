import { RESTORE_ANY } from '#server/platform/db/damage.ts';

/**
 * Reads the whole database: otherwise, a damaged page that nobody needs may not be noticed until the last sound backup
 * is gone.
 *
 * @throws Error naming what is damaged
 */
export async function watchPages(findDamage: () => Promise<string[]>): Promise<void> {
  const findings = await findDamage();
  if (findings.length > 0) throw new Error(`the database is damaged (${findings.join('; ')}); ${RESTORE_ANY}`);
}
