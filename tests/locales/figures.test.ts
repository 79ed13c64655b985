import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatPercent } from '#money/percent.ts';
import { figuresOf } from '#server/domain/contents/figures.ts';
import type { StoredRules } from '#server/domain/rules/rules.ts';

/**
 * Figures are formatted in one place (`src/i18n/format.ts`, `src/i18n/spans.ts`, `money/percent.ts`, `money/shown.ts`),
 * so that the same figure looks the same on every screen.
 */

/** The only files that may create the browser's formatters: the first one blocks a phone for a tenth of a second. */
const FORMATTERS = ['src/i18n/format.ts', 'src/i18n/device-zone.ts'];
/** Calls that would format a figure differently. */
const OWN_WAY = /\.to(Fixed|Precision|Exponential|LocaleString)\(|\bIntl\.\w*Format\(|\bNumberFormat\b/;
/** A percent sign after a figure in a component: the figure includes its own. */
const OWN_PERCENT = /\}\s*[%％]\s*(<|`|\{|$)/m;
/** The same in a text of the catalogues. */
const TEXT_PERCENT = /\}\}\s*[%％]/;

/** Some rules of a club: texts show them only in the format of figures. */
const RULES = {
  minimumDepositUsd: '100',
  minimumWithdrawalUsd: '300',
  withdrawalFeeRate: '0.1',
  withdrawalCompletionHours: 240,
  customPlanAboveUsd: '100',
  principalCeilingUsd: '10000',
  principalPointsShare: '0.20',
  stakeDays: 365,
  restakeDays: 90,
  exchangeSpread: '0.005',
  quoteSeconds: 30,
  exchangeSecondFactorAboveUsd: '1000.5',
  draftMinutes: 5,
  riskVersion: 1,
  depositConfirmations: { bitcoin: 2, ethereum: 12 },
} as unknown as StoredRules;

/** A figure before a percent sign, whatever is between them. */
const WRITTEN_PERCENT = /\}\s*[%％]\s*(`|"|<)/;

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
}

const hits = (files: readonly string[], what: RegExp) => files.filter((file) => what.test(readFileSync(file, 'utf8')));

describe('figures', () => {
  const screens = filesIn('src', /\.tsx?$/).filter((file) => !FORMATTERS.includes(file));

  it('are formatted by no component itself', () => {
    expect(screens.length).toBeGreaterThan(100);
    expect(hits(screens, OWN_WAY)).toEqual([]);
    expect(hits(screens, OWN_PERCENT)).toEqual([]);
  });

  it('get their percent sign in one place, on screens, in texts of the club, in mails and in operators’ output', () => {
    const all = [
      ...screens,
      ...filesIn('server', /\.ts$/),
      ...filesIn('money', /\.ts$/),
      ...filesIn('locales', /\.json$/),
    ];
    expect(hits(all, WRITTEN_PERCENT)).toEqual(['money/percent.ts']);
  });

  it('bring their percent sign into every text', () => {
    const texts = filesIn('locales', /\.json$/);
    expect(texts.length).toBeGreaterThan(60);
    expect(hits(texts, TEXT_PERCENT)).toEqual([]);
  });

  it.each([
    [OWN_WAY, 'amount.toFixed(2)'],
    [OWN_WAY, "new Intl.NumberFormat('en-US').format(1)"],
    [OWN_WAY, 'total.toLocaleString()'],
    [OWN_PERCENT, '<Fact>{percent} %</Fact>'],
    [OWN_PERCENT, 'const text = `${rate}%`;'],
    [WRITTEN_PERCENT, 'return `${sign}${percent} %`;'],
    [TEXT_PERCENT, '"fee": "Fee ({{percent}} %)"'],
    [TEXT_PERCENT, '"fee": "手数料（{{percent}}％）"'],
  ])('are searched for: %s finds %s', (what, planted) => {
    expect(what.test(planted)).toBe(true);
  });

  it.each([
    ['a daily rate', '0.001', '0.10%'],
    ['the rate beside it', '0.0012', '0.12%'],
    ['one that needs more digits', '0.00055', '0.055%'],
    ['a fee', '0.10', '10.00%'],
  ])('have the same format as the figures beside them: %s of %s is %s', (_, share, told) => {
    expect(formatPercent(share)).toBe(told);
  });

  it('have that format in the texts of the club', () => {
    const figures = Object.values(figuresOf(RULES, { networks: [], supportEmail: 'support@wallet.example' }));
    const shares = figures.filter((figure) => figure.includes('%'));
    expect(shares).toHaveLength(3);
    for (const share of shares) expect(share).toMatch(/^[\d,]+\.\d{2,4}%$/);
    const amounts = figures.filter((figure) => figure.endsWith(' USD'));
    expect(amounts.length).toBeGreaterThan(3);
    for (const amount of amounts) expect(amount).toMatch(/^[\d,]+\.\d{2} USD$/);
  });
});
