// The bounds of each rule, and which changes need a second confirmation. A rule without a line here does not compile.
import { DAY_SECONDS } from '#server/platform/system/clock.ts';
import { isDecimal, isZero } from '#money/amount.ts';
import { changeText, isJump } from '#money/jump.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { BLOCKS_KEPT } from '#server/domain/chain/cursor.ts';
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import type { StoredRules } from './rules.ts';

/** A share of something, such as `0.05` for 5%: from 0 to less than 1. */
interface Share {
  readonly kind: 'share';
}
/** A share that may be the whole: from 0 up to and including 1. */
interface WholeShare {
  readonly kind: 'wholeShare';
}
/** An amount of USD, no larger than one that a member may enter. */
interface AmountBound {
  readonly kind: 'amount';
}
/** The same, or no limit: `null`. */
interface OptionalAmount {
  readonly kind: 'optionalAmount';
}
interface Count {
  readonly kind: 'count';
  readonly least: number;
  readonly most: number;
}
/** The number of a text's version. The next version is not a large change. */
interface TextVersion {
  readonly kind: 'version';
  readonly least: number;
  readonly most: number;
}
interface Switch {
  readonly kind: 'switch';
}
type Bound = Share | WholeShare | AmountBound | OptionalAmount | Count | TextVersion | Switch;

type BoundOf<Value> = [Value] extends [boolean]
  ? Switch
  : [Value] extends [number]
    ? Count | TextVersion
    : [Value] extends [string]
      ? Share | WholeShare | AmountBound
      : OptionalAmount;
type Stage = StoredRules['stages'][number];

interface GroupBounds {
  stages: { readonly [Field in Exclude<keyof Stage, 'stage' | 'name'>]: BoundOf<Stage[Field]> };
  depositConfirmations: Readonly<Record<Network, Count>>;
}
type RuleBounds = GroupBounds & {
  readonly [Name in Exclude<keyof StoredRules, keyof GroupBounds>]: BoundOf<StoredRules[Name]>;
};

const SHARE: Share = { kind: 'share' };
const WHOLE_SHARE: WholeShare = { kind: 'wholeShare' };
const AMOUNT: AmountBound = { kind: 'amount' };
const OPTIONAL_AMOUNT: OptionalAmount = { kind: 'optionalAmount' };
const SWITCH: Switch = { kind: 'switch' };
const count = (least: number, most: number): Count => ({ kind: 'count', least, most });

const HOUR_SECONDS = 60 * 60;
const DAY_MINUTES = DAY_SECONDS / 60;
/** An older rate is meaningless. */
const WEEK_MINUTES = 7 * DAY_MINUTES;
const YEAR_HOURS = 365 * 24;
const TEN_YEARS_DAYS = 3650;
const MOST_VERSIONS = 1_000_000;

export const RULE_BOUNDS: RuleBounds = {
  minimumDepositUsd: AMOUNT,
  minimumWithdrawalUsd: AMOUNT,
  withdrawalFeeRate: SHARE,
  withdrawalCompletionHours: count(0, YEAR_HOURS),
  customPlanAboveUsd: AMOUNT,
  principalCeilingUsd: AMOUNT,
  principalPointsShare: WHOLE_SHARE,
  stakeDays: count(1, TEN_YEARS_DAYS),
  restakeDays: count(1, TEN_YEARS_DAYS),
  stages: { amountUsd: OPTIONAL_AMOUNT, dailyRate: SHARE },
  exchangeSpread: SHARE,
  quoteSeconds: count(1, HOUR_SECONDS),
  exchangeSecondFactorAboveUsd: AMOUNT,
  rateStaleMinutes: count(1, WEEK_MINUTES),
  feedRateStaleMinutes: count(1, WEEK_MINUTES),
  draftMinutes: count(1, DAY_MINUTES),
  riskVersion: { kind: 'version', least: 1, most: MOST_VERSIONS },
  depositConfirmations: { bitcoin: count(1, BLOCKS_KEPT), ethereum: count(1, BLOCKS_KEPT) },
  referralBonusOn: SWITCH,
  referralBonusRate: SHARE,
  binaryBonusOn: SWITCH,
  binaryBonusRate: SHARE,
  binaryCapUsd: OPTIONAL_AMOUNT,
  restakeVolumeShare: WHOLE_SHARE,
  leaderVolumeUsd: AMOUNT,
  chairpersonVolumeUsd: AMOUNT,
};

/** One value of the rules with its full name, such as `stages.2.dailyRate`. */
interface Figure {
  readonly name: string;
  readonly value: unknown;
  readonly bound: Bound;
}

/**
 * What is wrong with the first value that is out of bounds; null if all are within. The schema checks the form of
 * lists.
 */
export function outOfBounds(values: StoredRules): string | null {
  for (const { name, value, bound } of figuresOf(values)) {
    if (!isWithin(value, bound)) return `${name} must be ${told(bound)}; ${JSON.stringify(value) ?? 'nothing'} is not`;
  }
  return null;
}

/**
 * The changes from `before` that may be typing mistakes: more than 10% away from `before` or from any of `earlier`, to
 * or from null, or a text version that skips others. Shares are compared like amounts, since a daily rate ten times the
 * former one is still a small number.
 */
export function jumpsBetween(
  [before, ...earlier]: readonly [StoredRules, ...StoredRules[]],
  after: StoredRules,
): string[] {
  const former = [before, ...earlier].map(
    (values) => new Map(figuresOf(values).map(({ name, value }) => [name, value])),
  );
  return figuresOf(after).flatMap(({ name, value, bound }) => {
    if (former[0]?.get(name) === value) return [];
    if (bound.kind === 'switch') return [];
    if (bound.kind === 'version')
      return value === Number(former[0]?.get(name)) + 1
        ? []
        : [`${name} is ${String(former[0]?.get(name))} and would be ${String(value)}, which is not the next one`];
    const old = former.map((figures) => figures.get(name)).find((each) => isFar(each, value));
    return old === undefined ? [] : [`${name} is ${String(old)} and would be ${String(value)}${change(old, value)}`];
  });
}

function isFar(old: unknown, value: unknown): boolean {
  const [from, to] = [String(old), String(value)];
  return isDecimal(from) && isDecimal(to) ? isJump(from, to) : from !== to;
}

function change(old: unknown, value: unknown): string {
  const [from, to] = [String(old), String(value)];
  return isDecimal(from) && isDecimal(to) && !isZero(from) ? ` (${changeText(from, to)})` : '';
}

function figuresOf(values: StoredRules): Figure[] {
  const { stages: ofStages, depositConfirmations: ofNetworks, ...others } = RULE_BOUNDS;
  // Typed by an operator; the schema checks it later.
  const [stages, confirmations]: [unknown, unknown] = [values.stages, values.depositConfirmations];
  return [
    ...Object.entries(others).map(([name, bound]) => ({ name, value: fieldOf(values, name), bound })),
    ...Object.entries(ofNetworks).map(([network, bound]) => ({
      name: `depositConfirmations.${network}`,
      value: fieldOf(confirmations, network),
      bound,
    })),
    ...(Array.isArray(stages) ? stages : []).flatMap((stage: unknown) =>
      Object.entries(ofStages).map(([field, bound]) => ({
        name: `stages.${String(fieldOf(stage, 'stage'))}.${field}`,
        value: fieldOf(stage, field),
        bound,
      })),
    ),
  ];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function isWithin(value: unknown, bound: Bound): boolean {
  switch (bound.kind) {
    case 'share':
      return checkOfSchema('Share')(value) === null;
    case 'wholeShare':
      return checkOfSchema('WholeShare')(value) === null;
    case 'amount':
      return checkOfSchema('AmountWanted')(value) === null;
    case 'optionalAmount':
      return value === null || checkOfSchema('AmountWanted')(value) === null;
    case 'count':
    case 'version':
      return Number.isSafeInteger(value) && Number(value) >= bound.least && Number(value) <= bound.most;
    case 'switch':
      return typeof value === 'boolean';
  }
}

const AN_AMOUNT = 'an amount such as 100 or 0.50, of at most 15 digits before the point and 18 after it';

/** The allowed values, in words. */
function told(bound: Bound): string {
  switch (bound.kind) {
    case 'share':
      return 'a share from 0 to less than 1, such as 0.05 for 5%';
    case 'wholeShare':
      return 'a share from 0 to 1, such as 0.05 for 5%';
    case 'amount':
      return AN_AMOUNT;
    case 'optionalAmount':
      return `${AN_AMOUNT}, or null for none`;
    case 'count':
    case 'version':
      return `a whole number from ${bound.least} to ${bound.most}`;
    case 'switch':
      return 'true or false';
  }
}
