import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Figures are written in one place (`src/i18n/format.ts`, `src/i18n/format-percent.ts`, `money/shown.ts`), so that the same figure looks the same on every screen. */

const FORMATTERS = ['src/i18n/format.ts', 'src/i18n/format-percent.ts'];
/** What would write a figure its own way. */
const OWN_WAY = /\.to(Fixed|Precision|Exponential|LocaleString)\(|\bNumberFormat\b/;
/** A percent sign that stands behind a figure in a component: the figure brings its own. */
const OWN_PERCENT = /\}\s*[%％]\s*(<|`|\{|$)/m;
/** The same in a text of the catalogues. */
const TEXT_PERCENT = /\}\}\s*[%％]/;

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
}

const hits = (files: readonly string[], what: RegExp) => files.filter((file) => what.test(readFileSync(file, 'utf8')));

describe('figures', () => {
  const screens = filesIn('src', /\.tsx?$/).filter((file) => !FORMATTERS.includes(file));

  it('are written by no component itself', () => {
    expect(screens.length).toBeGreaterThan(100);
    expect(hits(screens, OWN_WAY)).toEqual([]);
    expect(hits(screens, OWN_PERCENT)).toEqual([]);
  });

  it('bring their percent sign along into every text', () => {
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
    [TEXT_PERCENT, '"fee": "Fee ({{percent}} %)"'],
    [TEXT_PERCENT, '"fee": "手数料（{{percent}}％）"'],
  ])('are looked for: %s finds %s', (what, planted) => {
    expect(what.test(planted)).toBe(true);
  });
});
