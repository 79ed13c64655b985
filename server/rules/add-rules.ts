// Operators change the rules by a version that follows (D-04): what was done under an earlier one stays explained by it.
import { sql } from 'kysely';
import type { Network } from '#server/chain/chain.ts';
import { BLOCKS_KEPT } from '#server/chain/cursor.ts';
import { checkOfSchema } from '#server/contract/validators.ts';
import { inTransaction, type Db, type Trx } from '#server/db/kysely.ts';
import { RULE_EFFECTS } from './effects.ts';
import { PUBLISHED, storedRulesAt, type StoredRules } from './rules.ts';

const NETWORKS: readonly Network[] = ['bitcoin', 'ethereum'];
/** A week: an older rate says nothing any more. */
const MOST_MINUTES = 7 * 24 * 60;

/** The new rules can't be taken; the message says which value and why. */
export class RulesRefused extends Error {
  override readonly name = 'RulesRefused';
}

export interface NewRules {
  /** What changes; everything else stays as in the version that is in force at that moment. */
  changes: Partial<StoredRules>;
  effectiveFrom: Date;
  now: Date;
  /** Records the act in the transaction of the version. */
  record?: (trx: Trx, version: number) => Promise<void>;
}

/**
 * Adds a version of the rules that is in force from a moment on, and returns its number.
 *
 * @throws RulesRefused for a value that the description of Rules doesn't allow, an unknown name, or a moment that is over
 */
export async function addRules(db: Db, { changes, effectiveFrom, now, record }: NewRules): Promise<number> {
  if (effectiveFrom.getTime() < now.getTime()) throw new RulesRefused('rules can only change from now on: acts under the present ones have happened');
  return inTransaction(db, async (trx) => {
    await sql`SELECT lock_rules()`.execute(trx);
    const before = await storedRulesAt(trx, effectiveFrom);
    const newest = await trx.selectFrom('rules').select(['version', 'effective_from']).orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow();
    if (newest.effective_from.getTime() > effectiveFrom.getTime()) {
      throw new RulesRefused(`version ${newest.version} begins later, at ${newest.effective_from.toISOString()}, and would hide this one's changes`);
    }
    const version = newest.version + 1;
    const values = { ...before.values, ...changes };
    refuseMistakes(values, { changes, version, effectiveFrom });
    const defaults = before.defaults.filter((name) => isUntouched(name, { before: before.values, after: values, changes }));
    await trx.insertInto('rules').values({ version, effective_from: effectiveFrom, values: JSON.stringify(values), defaults }).execute();
    await record?.(trx, version);
    return version;
  });
}

/** Whether a value is still the product's own default; of the stages, which change as a whole, each value is looked at by itself. */
function isUntouched(name: string, { before, after, changes }: { before: StoredRules; after: StoredRules; changes: Partial<StoredRules> }): boolean {
  const [rule = name, number, field] = name.split('.');
  if (!(rule in changes)) return true;
  if (rule !== 'stages' || field === undefined) return false;
  const valueIn = ({ stages }: StoredRules) => Object.entries(stages.find(({ stage }) => String(stage) === number) ?? {}).find(([key]) => key === field)?.[1];
  return valueIn(before) === valueIn(after);
}

function refuseMistakes(values: StoredRules, options: { changes: Partial<StoredRules>; version: number; effectiveFrom: Date }): void {
  // A rule that acts on nothing would let operators believe that they have changed something.
  const unknown = Object.keys(options.changes).find((name) => !Object.hasOwn(RULE_EFFECTS, name));
  if (unknown !== undefined) throw new RulesRefused(`there is no rule ${unknown}`);
  const published = Object.fromEntries(Object.entries(values).filter(([name]) => PUBLISHED.has(name)));
  const [mistake] = checkOfSchema('Rules')({ ...published, version: options.version, effectiveFrom: options.effectiveFrom.toISOString() }) ?? [];
  if (mistake !== undefined) throw new RulesRefused(`${mistake.instancePath.slice(1) || 'the rules'} ${mistake.message ?? 'can not be so'}`);
  for (const network of NETWORKS) {
    const count = values.depositConfirmations[network];
    if (!isWholeNumber(count, BLOCKS_KEPT)) throw new RulesRefused(`depositConfirmations.${network} must be a whole number from 1 to ${BLOCKS_KEPT}`);
  }
  const other = Object.keys(values.depositConfirmations).find((name) => !NETWORKS.some((network) => network === name));
  if (other !== undefined) throw new RulesRefused(`depositConfirmations.${other}: there are ${NETWORKS.join(' and ')} only`);
  if (!isWholeNumber(values.feedRateStaleMinutes, MOST_MINUTES)) throw new RulesRefused(`feedRateStaleMinutes must be a whole number from 1 to ${MOST_MINUTES}`);
}

function isWholeNumber(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
