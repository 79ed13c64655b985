import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeParts } from './whole-parts.ts';

/** A letter of a script that has no spaces between its words. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const KATAKANA = /^[\p{sc=Katakana}ー]+$/u;
/** A longer word may have no room on a line of its own. */
const LONGEST = 10;

/** A part of a text, and whether no line breaks it. */
type Part = readonly [text: string, isWhole: boolean];

const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, known);
  return known;
}

/**
 * Whether two segments are one word. Words that a browser's dictionary lacks, such as 质押 and バイナリー, are segments of
 * single letters, or several of katakana.
 */
const isOneWord = (before: string, after: string): boolean =>
  before.length + after.length <= LONGEST &&
  (before.length === 1 || after.length === 1 || (KATAKANA.test(before) && KATAKANA.test(after)));

/** A text as parts, with whether each is a word of Japanese or Chinese. */
function wordsOf(text: string, language: string): readonly Part[] {
  const parts: Part[] = [];
  for (const { segment, isWordLike = false } of segmenterOf(language).segment(text)) {
    const isWord = isWordLike && SPACELESS.test(segment);
    const [before = '', wasWord = false] = parts.at(-1) ?? [];
    if (isWord && wasWord && isOneWord(before, segment)) parts.splice(-1, 1, [before + segment, true]);
    else parts.push([segment, isWord]);
  }
  return parts;
}

/**
 * A name or another short label, in which no word is broken: besides what `WholeWords` keeps whole, the words of
 * Japanese and Chinese. Browsers would break a line between any two of their letters.
 */
export function WholeName({ text }: { readonly text: string }) {
  const { i18n } = useTranslation();
  const parts = wholeParts(text).flatMap((part, place): readonly Part[] =>
    place % 2 === 0 && SPACELESS.test(part) ? wordsOf(part, i18n.language) : [[part, place % 2 === 1]],
  );
  if (!parts.some(([, isWhole]) => isWhole)) return text;
  return (
    <span>
      {parts.map(([each, isWhole], place) =>
        isWhole && each.length > 1 ? (
          <span key={place} className="whitespace-nowrap">
            {each}
          </span>
        ) : (
          <Fragment key={place}>{each}</Fragment>
        ),
      )}
    </span>
  );
}
