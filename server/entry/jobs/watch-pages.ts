import { DatabaseDamaged, RESTORE_ANY } from '#server/platform/db/damage.ts';

/**
 * Reads the whole database: otherwise, a damaged page that nobody needs may not be noticed until the last sound backup
 * is gone. A server that stops ends it early, and the next one begins again.
 *
 * @throws DatabaseDamaged naming what is damaged
 */
export async function watchPages(
  findDamage: () => Promise<string[]>,
  isStopping: () => boolean = () => false,
): Promise<void | 'not here'> {
  const findings = await findDamage();
  if (findings.length > 0)
    throw new DatabaseDamaged(`the database is damaged (${findings.join('; ')}); ${RESTORE_ANY}`);
  return isStopping() ? 'not here' : undefined;
}
