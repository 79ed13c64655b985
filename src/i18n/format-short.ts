import type { Amount } from '#money/amount.ts';
import type { Culture } from './cultures.ts';

/** How many digits a word of the language stands for, from the largest, as the Unicode CLDR has them. */
const WORDS: Readonly<Record<Culture, readonly (readonly [digits: number, word: string])[]>> = {
  'en-US': [
    [12, 'T'],
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ],
  'ja-JP': [
    [12, '兆'],
    [8, '億'],
    [4, '万'],
  ],
  'zh-CN': [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
};

/**
 * A whole amount as short as it can be in the language and still exact, so that no two look the same: `46.7K`, `690万`.
 * It passes through no float. Below 10^16, the browser's own formatter gives the same result, but creating the first
 * one on a page blocks a phone for a tenth of a second.
 */
export function formatShort(amount: Amount, culture: Culture): string {
  const [, sign, figures] = /^(-?)(\d+)$/.exec(amount) ?? [];
  if (figures === undefined) throw new RangeError(`Not a whole amount: ${amount}`);
  const [digits, word] = WORDS[culture].find(([least]) => figures.length > least) ?? [0, ''];
  const point = figures.length - digits;
  const rest = figures.slice(point).replace(/0+$/, '');
  return sign + figures.slice(0, point) + (rest === '' ? '' : `.${rest}`) + word;
}
