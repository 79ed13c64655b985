// The figures in the club's texts: they come from the rules in force (D-04), so that no text repeats one that may
// change.
import { FIGURE_TEXTS } from '#server/platform/texts/figure-texts.ts';
import { formatPercent as percent } from '#money/percent.ts';
import { exactOf } from '#money/shown.ts';
import type { NetworkInfo } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import type { StoredRules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';

/** What texts name besides the rules. */
export interface FiguresOfClub {
  networks: readonly NetworkInfo[];
  supportEmail: string;
}

/** The names that may be written in a text as `{name}`. */
export function figuresOf(
  rules: StoredRules,
  { networks, supportEmail }: FiguresOfClub,
): Readonly<Record<string, string>> {
  const usd = (amount: string) => `${exactOf(amount, 'USD')} USD`;
  return {
    ...FIGURE_TEXTS,
    supportEmail,
    minimumDeposit: usd(rules.minimumDepositUsd),
    minimumWithdrawal: usd(rules.minimumWithdrawalUsd),
    withdrawalFee: percent(rules.withdrawalFeeRate),
    withdrawalHours: String(rules.withdrawalCompletionHours),
    customPlanAbove: usd(rules.customPlanAboveUsd),
    principalCeiling: usd(rules.principalCeilingUsd),
    principalPointsShare: percent(rules.principalPointsShare),
    stakeDays: String(rules.stakeDays),
    restakeDays: String(rules.restakeDays),
    exchangeSpread: percent(rules.exchangeSpread),
    quoteSeconds: String(rules.quoteSeconds),
    exchangeSecondFactorAbove: usd(rules.exchangeSecondFactorAboveUsd),
    draftMinutes: String(rules.draftMinutes),
    riskVersion: String(rules.riskVersion),
    confirmationsBitcoin: String(confirmationsNeeded(networks, rules, 'bitcoin')),
    confirmationsEthereum: String(confirmationsNeeded(networks, rules, 'ethereum')),
  };
}

/** The same for the club of these services. */
export function figuresFor(
  { chain, config }: Pick<Services, 'chain' | 'config'>,
  rules: StoredRules,
): Readonly<Record<string, string>> {
  return figuresOf(rules, { networks: chain.networks, supportEmail: config.supportEmail });
}

const NAME = /\{([A-Za-z]+)\}/g;

/** A text with its figures; an unknown name stays as it was typed. */
export function fillFigures(text: string, figures: Readonly<Record<string, string>>): string {
  return text.replace(NAME, (whole, name: string) => (Object.hasOwn(figures, name) ? (figures[name] ?? whole) : whole));
}

/** The names in a text that are not figures. */
export function unknownFigures(text: string, figures: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(NAME)].flatMap(([, name = '']) => (Object.hasOwn(figures, name) ? [] : [name]));
}
