import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { HIDDEN_AMOUNT } from './hidden-amount.ts';
import { wholeParts } from './whole-parts.ts';

/** The ending of a word and the particle after it, but not the word after them. */
const ENDING = '(?:(?![おご][一-龠]|こと|もの|ため|とき|まで|から|つい|くださ)[ぁ-ん]){0,3}(?:から|まで)?';

/** Chinese characters, with the number that they count and the mark of politeness before them. */
const LETTERS = '[おご]?(?:[約约第]?\\d+ ?)?[一-龠]{1,10}';

/** A word of two parts with a kana between them, such as 問い合わせ, and not the beginning of a longer run. */
const COMPOUND = '[おご]?[一-龠][いえきぎけげしせちてびみりれ][一-龠]{1,2}(?![一-龠])';

/**
 * What is read as one in scripts without spaces. Dictionaries of browsers know neither 质押 nor バイナリー. Longer runs may
 * be broken: a phone has no room.
 */
const WORDS = new RegExp(`((?:${['[ァ-ヶー]{2,10}', COMPOUND, LETTERS].join('|')})${ENDING})`);

/**
 * A text whose references, rates, times, spans and amounts are never broken, nor words of Japanese and Chinese:
 * browsers would break a line after hyphens and spaces, and between any two of these letters. It is one element, so
 * that a row of items does not take its parts for items.
 */
export function WholeWords({ text, also }: { readonly text: string; readonly also?: string }) {
  const parts = wholeParts(text, also).flatMap((part, place) => (place % 2 === 1 ? part : part.split(WORDS)));
  if (parts.length === 1) return text;
  return (
    <span>
      {parts.map((part, place) =>
        place % 2 === 1 ? (
          <span key={place} className="whitespace-nowrap">
            {part === HIDDEN_AMOUNT ? <Hidden /> : part}
          </span>
        ) : (
          <Fragment key={place}>{part}</Fragment>
        ),
      )}
    </span>
  );
}

/** A hidden amount within a sentence: who hears the sentence hears words, and not how many dots there are. */
function Hidden() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
      <span className="sr-only">{t('hiddenAmount')}</span>
    </>
  );
}
