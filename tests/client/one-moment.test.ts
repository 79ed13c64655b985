import { expect, it } from 'vitest';
import { contents } from '#tests/style/repository.ts';

/**
 * A text with a time and its distance uses the same time for both: a member who compares it with what they remember,
 * for example about an address that may have been planted, must not be shown another.
 */

const RELATIVE = /\brelative: format(?:Elapsed|Ahead)\(/g;
/** The time right before its distance. */
const OF_MOMENT = /\bmoment: formatDateTime\(([\w.]+)\),\s*relative: format(?:Elapsed|Ahead)\(([\w.]+),/g;
/** Texts with only the distance, or with a time that was formatted before. */
const ALONE: readonly string[] = ['src/pages/addresses/address-line.tsx', 'src/pages/wallet/pending-panel.tsx'];

const sources = [...contents].filter(([file]) => file.startsWith('src/') && file.endsWith('.tsx'));

/** How often a text shows a distance, and each pair whose two times differ. */
function told(source: string): { readonly all: number; readonly paired: number; readonly differing: string[] } {
  const pairs = [...source.matchAll(OF_MOMENT)];
  return {
    all: [...source.matchAll(RELATIVE)].length,
    paired: pairs.length,
    differing: pairs.filter(([, moment, other]) => moment !== other).map(([, moment, other]) => `${moment}, ${other}`),
  };
}

it.each(sources.filter(([, source]) => told(source).all > 0))('%s uses one time', (file, source) => {
  const { all, paired, differing } = told(source);
  expect(differing).toEqual([]);
  expect(all - paired).toBe(ALONE.includes(file) ? 1 : 0);
});

it('two different times in one text are found', () => {
  const planted = `t('text', { moment: formatDateTime(draft.rateAt), relative: formatElapsed(newSince, now(), culture) })`;
  expect(told(planted)).toEqual({ all: 1, paired: 1, differing: ['draft.rateAt, newSince'] });
});
