import { expect, it } from 'vitest';
import { contents } from '#tests/style/repository.ts';

/**
 * A text that tells a moment and how far off it is tells both of the same moment: whoever compares them with what they
 * remember, as of an address that somebody else may have planted, must not be told of another.
 */

const RELATIVE = /\brelative: format(?:Elapsed|Ahead)\(/g;
/** The moment right before it, as it is told together with how far off it is. */
const OF_MOMENT = /\bmoment: formatDateTime\(([\w.]+)\),\s*relative: format(?:Elapsed|Ahead)\(([\w.]+),/g;
/** Where a text tells the distance alone, or a moment that was put into words before. */
const ALONE: readonly string[] = ['src/pages/addresses/address-line.tsx', 'src/pages/wallet/pending-panel.tsx'];

const sources = [...contents].filter(([file]) => file.startsWith('src/') && file.endsWith('.tsx'));

/** How often a text tells how far off something is, and each pair of which the two are of different moments. */
function told(source: string): { readonly all: number; readonly paired: number; readonly differing: string[] } {
  const pairs = [...source.matchAll(OF_MOMENT)];
  return {
    all: [...source.matchAll(RELATIVE)].length,
    paired: pairs.length,
    differing: pairs.filter(([, moment, other]) => moment !== other).map(([, moment, other]) => `${moment}, ${other}`),
  };
}

it.each(sources.filter(([, source]) => told(source).all > 0))('%s tells of one moment', (file, source) => {
  const { all, paired, differing } = told(source);
  expect(differing).toEqual([]);
  expect(all - paired).toBe(ALONE.includes(file) ? 1 : 0);
});

it('two moments of one text are found', () => {
  const planted = `t('text', { moment: formatDateTime(draft.rateAt), relative: formatElapsed(newSince, now(), culture) })`;
  expect(told(planted)).toEqual({ all: 1, paired: 1, differing: ['draft.rateAt, newSince'] });
});
