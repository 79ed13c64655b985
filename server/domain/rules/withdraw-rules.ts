// A version of the rules that has not begun can be withdrawn: nothing was done under it, and only operators have seen
// it.
import { sql } from 'kysely';
import { inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import { RulesRefused } from './add-rules.ts';
import { standingRules, storedRulesAt, type StoredRules } from './rules.ts';

interface Version {
  version: number;
  effectiveFrom: Date;
  values: StoredRules;
}

export interface Withdrawal {
  version: number;
  clock: Clock;
  /** Records the act in its transaction. */
  record: (trx: Trx, withdrawn: Version, at: Date) => Promise<void>;
}

/**
 * Withdraws a version of the rules; the earlier version stays in force. Its row stays, and its number is not used
 * again.
 *
 * @throws RulesRefused if there is no such version, it has begun or was withdrawn, or another one was built on it
 */
export async function withdrawRules(
  db: Db,
  { version, clock, record }: Withdrawal,
): Promise<{ withdrawn: Version; before: Version }> {
  return inTransaction(db, async (trx) => {
    await sql`SELECT lock_rules()`.execute(trx);
    const at = clock.now();
    // oxlint-disable-next-line perch/standing-rules -- an operator who withdraws a version twice is told so
    const row = await trx.selectFrom('rules').selectAll().where('version', '=', version).executeTakeFirst();
    if (row === undefined) throw new RulesRefused(`there is no version ${version} of the rules`);
    const { effective_from: effectiveFrom, withdrawn_at: earlier } = row;
    if (earlier !== null)
      throw new RulesRefused(`version ${version} was withdrawn at ${earlier.toISOString()} already`);
    if (effectiveFrom <= at)
      throw new RulesRefused(
        `version ${version} has been in force since ${effectiveFrom.toISOString()} and explains what was done under it; change the rules with: rules set`,
      );
    const later = await standingRules(trx)
      .select('version')
      .where('version', '>', version)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (later !== undefined)
      throw new RulesRefused(
        `version ${later.version} follows version ${version} and contains its changes too; withdraw it first with: rules withdraw ${later.version}`,
      );
    await trx.updateTable('rules').set({ withdrawn_at: at }).where('version', '=', version).execute();
    // Written only by migrations and addRules, which checks the form.
    const withdrawn = { version, effectiveFrom, values: row.values as StoredRules };
    await record(trx, withdrawn, at);
    return { withdrawn, before: await storedRulesAt(trx, effectiveFrom) };
  });
}
