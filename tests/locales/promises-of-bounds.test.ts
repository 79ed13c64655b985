import { describe, expect, it } from 'vitest';
import { isBelowMinimum } from '#machines/chart/chart.rules.ts';
import { depositCases } from '#machines/deposit/deposit.cases.ts';
import { purchaseCases } from '#machines/purchase/purchase.cases.ts';
import { isBelowPlanMinimum } from '#machines/purchase/purchase.rules.ts';
import { withdrawalCases } from '#machines/withdrawal/withdrawal.cases.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { keysWith, TEXTS, type Words } from './texts.ts';

/**
 * Texts say correctly, in every language, whether a limit itself is allowed: "at least 100" includes what "greater than
 * 100" excludes. tests/machines/limits.test.ts and tests/api/rules/limits.test.ts verify the rules at their limits.
 */

/** How each language expresses a limit: from it on, above it, up to it, below it. */
const BOUNDS = {
  from: {
    'en-US':
      /^Minimum: \{|\bat least (the minimum|\{)|\}+ characters or more|\bminimum( \w+)? is \{|\b(not|no) (less|fewer) than \{/i,
    'ja-JP': /最低 ?\{|最低額以上|最低(入金)?額は\{|\}+\s*\w*\s*(文字)?以上|\}+\s*\w*\s*からになります/,
    'zh-CN':
      /(至少|最低|不低于|不少于|不小于)(需要|充值额为|金额为)?\s*(\{|最低额)|大于(或)?等于\s*\{|\}+\s*\w*\s*(及)?以上/,
  },
  above: {
    'en-US': /\b(above|greater than|more than|over|exceeds?) (\{|zero|the minimum)/i,
    'ja-JP': /(\}+\s*\w*\s*|0|最低金額)(を超え|より大き|を上回)/,
    'zh-CN': /(?<!不)(大于|高于|超过|多于)\s*(?!等于|或)(\{|零|该套餐的最低)/,
  },
  upTo: {
    'en-US': /\b(at most|up to|no more than|no longer than) (\{|what)/i,
    'ja-JP': /(\}+\s*\w*\s*(文字|桁)?|利用可能な金額)(以内|以下)/,
    'zh-CN': /(最多|不超过|至多)\s*(\{|可用)/,
  },
  below: {
    'en-US':
      /\b(less|fewer) than \{|\b(below|under) (the minimum (deposit )?(amount )?of \{|\{+(minimum|amount|count|limit))/i,
    'ja-JP': /\}+\s*(\w*|\{\w+\}（\{\w+\} USD）)\s*(未満|に満た|を下回)/,
    'zh-CN': /(?<!不)(低于|少于|小于|不足)(当时的)?(最低(充值)?(金额|额))?\s*\{/,
  },
} as const satisfies Readonly<Record<string, Words>>;
type Bound = keyof typeof BOUNDS;

const boundsIn = (culture: Culture, text: string): Bound[] =>
  (Object.keys(BOUNDS) as Bound[]).filter((bound) => BOUNDS[bound][culture].test(text));

/** The limit that each text expresses. */
const TOLD: Readonly<Record<Bound, readonly string[]>> = {
  from: [
    'deposit:minimum',
    'deposit:raised',
    'new-password:hint',
    'new-password:short',
    'money:amount.under',
    'problems:hint.below_minimum_deposit',
    'problems:hint.below_minimum_withdrawal',
    'validation:messages.tooShort',
    'withdrawal:minimum',
  ],
  above: [
    'dashboard:rules.above',
    'exchange:terms.secondFactor_one',
    'exchange:terms.secondFactor_other',
    'money:refused.zero',
    'money:amount.notAbove',
    'purchase:amountHint',
    'purchase:anyAmount',
    'validation:messages.belowPlanMinimum',
  ],
  upTo: [
    'contact:text.hint',
    'money:amount.decimals',
    'new-password:long',
    'problems:hint.insufficient_balance',
    'sign-up:introducer.tooLong',
    'sign-up:name.tooLong',
    'validation:messages.tooLong',
  ],
  below: ['deposit:seen.below', 'mail:depositRefused.text', 'receipt:refusal.belowMinimum'],
};
/** Figures and words that express no limit, or say that it was exceeded. */
const OTHERS = [
  'money:amount.over',
  'money:amounts.insufficient_balance',
  'dashboard:days.label',
  'wallet:assets.hidden_one',
  'wallet:assets.hidden_other',
];

describe('a limit is expressed as in the rule', () => {
  it.each((Object.keys(TOLD) as Bound[]).flatMap((bound) => TOLD[bound].map((key) => [key, bound] as const)))(
    '%s: %s',
    (key, bound) => {
      expect(CULTURES.map((culture) => [culture, ...boundsIn(culture, TEXTS[culture][key] ?? '')])).toEqual(
        CULTURES.map((culture) => [culture, bound]),
      );
    },
  );

  it('in no other text', () => {
    const known = new Set([...OTHERS, ...Object.values(TOLD).flat()]);
    const told = (Object.keys(BOUNDS) as Bound[]).flatMap((bound) => keysWith(BOUNDS[bound]));
    expect([...new Set(told)].filter((key) => !known.has(key))).toEqual([]);
  });
});

it('at its limit a deposit and a withdrawal are accepted, and an amount of the custom plan is not', () => {
  const { options: depositing } = depositCases.outcomes.getDepositOptions.loaded.output;
  const { options: withdrawing } = withdrawalCases.outcomes.getWithdrawalOptions.loaded.output;
  const { options: buying } = purchaseCases.outcomes.getPurchaseOptions.loaded.output;
  const custom = buying.stages.find(({ amountUsd }) => amountUsd === null);
  const usdt = { asset: 'USDT', network: 'ethereum' } as const;
  const minimumOf = (assets: readonly { readonly asset: string; readonly minimum: string }[]) =>
    assets.find(({ asset }) => asset === 'USDT')?.minimum ?? '';
  expect({
    deposit: isBelowMinimum(depositing, { ...usdt, amount: minimumOf(depositing.assets) }),
    withdrawal: isBelowMinimum(withdrawing, { ...usdt, amount: minimumOf(withdrawing.assets) }),
    plan: isBelowPlanMinimum(
      {
        resume: null,
        unnamed: false,
        options: buying,
        stage: custom?.stage ?? null,
        amountUsd: null,
        acknowledged: null,
        open: null,
        problem: null,
      },
      { amountUsd: buying.customAboveUsd, acknowledged: true },
    ),
  }).toEqual({ deposit: false, withdrawal: false, plan: true });
});

it.each([
  ['en-US', 'It must be at least {{amount}} USD.', 'from'],
  ['en-US', 'Any amount over {{amount}} USD', 'above'],
  ['ja-JP', '{{amount}} USD以上の金額を入力してください。', 'from'],
  ['ja-JP', '{{minimum}} 未満のため', 'below'],
  ['zh-CN', '必须大于或等于 {{amount}} USD', 'from'],
  ['zh-CN', '必须不小于 {{amount}} USD', 'from'],
  ['zh-CN', '不超过 {{count}} 个字符', 'upTo'],
] as const)('another one would be found in %s: %s', (culture, planted, bound) => {
  expect(boundsIn(culture, planted)).toEqual([bound]);
});
