import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { HIDDEN_AMOUNT } from './hidden-amount.ts';
import { wholeParts, WORDS } from './whole-parts.ts';

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
