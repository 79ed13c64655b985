// The effect of each rule. A rule that is missing here cannot be set; tests/api/rules/rule-effects.test.ts changes each
// and checks its effect.
import type { StoredRules } from './rules.ts';

/** Every rule, and what a change of it changes; printed by `rules set --help`. */
export const RULE_EFFECTS: Readonly<Record<keyof StoredRules, string>> = {
  minimumDepositUsd: 'deposits below it are not asked for, and not credited by themselves',
  minimumWithdrawalUsd: 'withdrawals below it are refused',
  withdrawalFeeRate: 'the fee that is taken out of a withdrawal',
  withdrawalCompletionHours: 'how long after its request a withdrawal is paid',
  customPlanAboveUsd: 'the custom plan has to be above it',
  principalCeilingUsd: 'up to it a binary bonus is partly paid in PP',
  principalPointsShare: 'the share of a binary bonus that is paid in PP',
  stakeDays: 'how long a bought plan runs',
  restakeDays: 'how long a restake runs',
  stages: 'the prices of the plans, and what each day brings',
  exchangeSpread: "the club's part of an exchange, and how far a rate may move until its confirmation",
  quoteSeconds: 'how long a quote of an exchange holds',
  exchangeSecondFactorAboveUsd: 'exchanges above it ask for a code',
  rateStaleMinutes: 'a rate older than this is out of date',
  feedRateStaleMinutes: 'the same for a rate that the feed told',
  draftMinutes: 'how long a draft waits to be confirmed',
  riskVersion: 'the version of the risk statement that a purchase asks for',
  depositConfirmations: 'how many confirmations credit a deposit, where that is more than the setting',
  referralBonusOn: 'whether referral bonuses are paid',
  referralBonusRate: 'the share of a purchase that is paid to the introducer',
  binaryBonusOn: 'whether binary bonuses are paid',
  binaryBonusRate: 'the share of matched volume that is paid',
  binaryCapUsd: 'the most that a month pays to a member',
  restakeVolumeShare: 'the share of a restaked principal that counts as volume',
  leaderVolumeUsd: 'the volume from which a member is called Leader',
  chairpersonVolumeUsd: 'the volume from which a member is called Chairperson',
};
