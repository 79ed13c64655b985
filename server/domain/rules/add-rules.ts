// Operators change the rules by adding a version (D-04): what was done under an earlier version stays explained by it.
import { sql } from 'kysely';
import { isZero } from '#money/amount.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { jumpsBetween, outOfBounds } from './bounds.ts';
import { RULE_EFFECTS } from './effects.ts';
import { PUBLISHED, standingRules, storedRulesAt, type StoredRules } from './rules.ts';

const NETWORKS: readonly Network[] = ['bitcoin', 'ethereum'];
/** A year, leap day included: a later beginning is a typing mistake. */
const MOST_DAYS_AHEAD = 366;

/** The new rules are not acceptable; the message says which value and why. */
export class RulesRefused extends Error {
  override readonly name = 'RulesRefused';
}

export interface NewRules {
  /**
   * The changes to the version that is in force at that moment; everything else stays. A change of one stage is made to
   * the stages as they are then, whoever else changes another at that moment.
   */
  changes: Partial<StoredRules> | ((before: StoredRules) => Partial<StoredRules>);
  effectiveFrom: Date;
  now: Date;
  /**
   * Called with the large changes (`jumpsBetween`), if there are any, before anything is written; throws to refuse
   * them.
   */
  onJumps?: (jumps: readonly string[]) => void;
  /** Records the act in the version's transaction. */
  record?: (trx: Trx, version: number) => Promise<void>;
}

/**
 * Adds a version of the rules that takes effect at a moment, and returns its number.
 *
 * @throws RulesRefused for a value out of bounds, an unknown name, or a moment that is past or too far ahead
 */
export async function addRules(
  db: Db,
  { changes: wanted, effectiveFrom, now, onJumps, record }: NewRules,
): Promise<number> {
  if (effectiveFrom.getTime() < now.getTime())
    throw new RulesRefused('rules can only change in the future: acts have happened under the present ones');
  const latest = secondsAfter(now, MOST_DAYS_AHEAD * DAY_SECONDS);
  if (effectiveFrom > latest)
    throw new RulesRefused(`rules can be set at most ${MOST_DAYS_AHEAD} days ahead, until ${latest.toISOString()}`);
  return inTransaction(db, async (trx) => {
    await sql`SELECT lock_rules()`.execute(trx);
    const before = await storedRulesAt(trx, effectiveFrom);
    const newest = await standingRules(trx)
      .select(['version', 'effective_from'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (newest.effective_from.getTime() > effectiveFrom.getTime()) {
      throw new RulesRefused(
        `version ${newest.version} begins later, at ${newest.effective_from.toISOString()}, and would override these changes; withdraw it first with: rules withdraw ${newest.version}`,
      );
    }
    // oxlint-disable-next-line perch/standing-rules -- numbers of withdrawn versions are not given again
    const { last } = await trx
      .selectFrom('rules')
      .select(({ fn }) => fn.max('version').as('last'))
      .executeTakeFirstOrThrow();
    const version = last + 1;
    const changes = typeof wanted === 'function' ? wanted(before.values) : wanted;
    const values = { ...before.values, ...changes };
    refuseMistakes(values, { before: before.values, changes, version, effectiveFrom });
    // Many small steps in a row are one large step for members.
    const jumps = jumpsBetween([before.values, (await storedRulesAt(trx, now)).values], values);
    if (jumps.length > 0) onJumps?.(jumps);
    const defaults = before.defaults.filter((name) =>
      isUntouched(name, { before: before.values, after: values, changes }),
    );
    await trx
      .insertInto('rules')
      .values({ version, effective_from: effectiveFrom, values: JSON.stringify(values), defaults })
      .execute();
    await record?.(trx, version);
    return version;
  });
}

/**
 * Whether a value is still the product's default. The stages change as a whole, so each of their values is compared by
 * itself.
 */
function isUntouched(
  name: string,
  { before, after, changes }: { before: StoredRules; after: StoredRules; changes: Partial<StoredRules> },
): boolean {
  const [rule = name, number, field] = name.split('.');
  if (!(rule in changes)) return true;
  if (rule !== 'stages' || field === undefined) return false;
  const valueIn = ({ stages }: StoredRules) =>
    Object.entries(stages.find(({ stage }) => String(stage) === number) ?? {}).find(([key]) => key === field)?.[1];
  return valueIn(before) === valueIn(after);
}

function refuseMistakes(
  values: StoredRules,
  options: { before: StoredRules; changes: Partial<StoredRules>; version: number; effectiveFrom: Date },
): void {
  // Without this check, operators could believe that they have changed something by setting a rule that has no effect.
  const unknown = Object.keys(options.changes).find((name) => !Object.hasOwn(RULE_EFFECTS, name));
  if (unknown !== undefined) throw new RulesRefused(`there is no rule ${unknown}`);
  const wrong = outOfBounds(values);
  if (wrong !== null) throw new RulesRefused(wrong);
  const published = Object.fromEntries(Object.entries(values).filter(([name]) => PUBLISHED.has(name)));
  const [mistake] =
    checkOfSchema('Rules')({
      ...published,
      version: options.version,
      effectiveFrom: options.effectiveFrom.toISOString(),
    }) ?? [];
  if (mistake !== undefined)
    throw new RulesRefused(`${mistake.instancePath.slice(1) || 'the rules'} ${mistake.message ?? 'is not allowed'}`);
  const other = Object.keys(values.depositConfirmations).find((name) => !NETWORKS.some((network) => network === name));
  if (other !== undefined)
    throw new RulesRefused(`depositConfirmations.${other}: there are ${NETWORKS.join(' and ')} only`);
  refuseOtherStages(options.before, values);
  const isChanged = (name: keyof StoredRules) => name in options.changes || 'binaryBonusOn' in options.changes;
  for (const name of ['binaryBonusRate', 'binaryCapUsd'] as const)
    if (isChanged(name) && values.binaryBonusOn && values[name] !== null && isZero(values[name]))
      throw new RulesRefused(
        `${name} of 0 would take the matched volume from both sides and pay nothing for it; to pause the bonus: binaryBonusOn=false`,
      );
}

/**
 * Members' stakes and the texts of the screens refer to a stage by its number: its meaning is fixed, and only the
 * custom plan has no price.
 */
function refuseOtherStages(before: StoredRules, after: StoredRules): void {
  for (const [index, { stage, name, amountUsd }] of before.stages.entries()) {
    const now = after.stages[index];
    if (now?.stage !== stage || now.name !== name)
      throw new RulesRefused(`the stage at place ${index + 1} must remain number ${stage}, ${name}`);
    if ((now.amountUsd === null) !== (amountUsd === null))
      throw new RulesRefused(
        `stages.${stage}.amountUsd ${amountUsd === null ? 'must remain null: the member types its amount' : 'must be an amount'}`,
      );
  }
}
