// The daily rate of each stage at any moment until now (D-10): operators change rates from a moment on.
import type { Amount } from '#money/amount.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { standingRules, type StoredRules } from './rules.ts';

/** The daily rate of a stage at a moment, and the number of the rules' version that it comes from. */
export type DailyRates = (stage: number, moment: Date) => { rate: Amount; ruleVersion: number };

/**
 * Reads all versions of the rules that were not withdrawn, once, so that years of days need no further query. The first
 * version also applies to moments before it began.
 */
export async function readDailyRates(db: Db | Trx): Promise<DailyRates> {
  const rows = await standingRules(db)
    .select(['version', 'effective_from', 'values'])
    .orderBy('effective_from')
    .orderBy('version')
    .execute();
  const begins = rows[0]?.effective_from;
  if (begins === undefined) throw new Error('there are no rules');
  return (stage, moment) => {
    const at = moment < begins ? begins : moment;
    const version = rows.findLast(({ effective_from: from }) => from <= at);
    // Written only by migrations and addRules, which checks the form.
    const found = (version?.values as StoredRules | undefined)?.stages.find((candidate) => candidate.stage === stage);
    if (version === undefined || found === undefined) throw new Error(`the rules have no stage ${stage}`);
    return { rate: found.dailyRate, ruleVersion: version.version };
  };
}
