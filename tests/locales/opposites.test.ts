import { describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { onTheOtherSide, oppositeKeys, PAIRS } from './opposites.ts';
import { TEXTS } from './texts.ts';

/**
 * Opposites: left and right, deposit and withdrawal, on and off. A text that names one side in English, or by its key,
 * names that side in every language: whoever shares the link to the right by mistake can't take it back.
 */

const pairs = Object.entries(PAIRS).map(([name, pair]) => ({ name, pair }));

describe.each(pairs)('$name', ({ name, pair }) => {
  it.each(CULTURES)('are not exchanged in %s', (culture) => {
    expect(onTheOtherSide(pair, culture, TEXTS[culture], TEXTS['en-US'])).toEqual([]);
  });

  it.each(CULTURES)('would be noticed in %s if two texts were exchanged', (culture) => {
    const texts = TEXTS[culture];
    const unnoticed = oppositeKeys(pair, texts).filter(([one, other]) => {
      const exchanged = { ...texts, [one]: texts[other] ?? '', [other]: texts[one] ?? '' };
      return onTheOtherSide(pair, culture, exchanged, culture === 'en-US' ? exchanged : TEXTS['en-US']).length === 0;
    });
    expect(
      unnoticed.map(([one, other]) => `${one}, ${other}: ${texts[one]} | ${texts[other]}`),
      name,
    ).toEqual([]);
  });
});
