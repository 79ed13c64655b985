import type { components } from '#openapi/api.gen.d.ts';
import type { Db } from '#server/db/kysely.ts';

export type Rules = components['schemas']['Rules'];

/**
 * The rules in force at a moment: the newest version whose time has come (D-04). Amounts and rates are decimal strings.
 *
 * @throws Error where no version is in force yet, which the first migration rules out
 */
export async function rulesAt(db: Db, moment: Date): Promise<Rules> {
  const row = await db
    .selectFrom('rules')
    .select(['version', 'effective_from', 'values'])
    .where('effective_from', '<=', moment)
    .orderBy('effective_from', 'desc')
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (row === undefined) throw new Error(`no rules are in force at ${moment.toISOString()}`);
  // Written by migrations and operators only; the answer's check against the description is what vouches for its form.
  const values = row.values as Omit<Rules, 'version' | 'effectiveFrom'>;
  return { ...values, version: row.version, effectiveFrom: row.effective_from.toISOString() };
}
