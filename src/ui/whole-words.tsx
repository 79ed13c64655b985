import { Fragment } from 'react';
import { wholeParts } from './whole-parts.ts';

/**
 * A text whose references, rates, times, spans and amounts are never broken: browsers would break a line after their
 * hyphens and spaces. It is one element, so that a row of items does not take its parts for items.
 */
export function WholeWords({ text, also }: { readonly text: string; readonly also?: string }) {
  return (
    <span>
      {wholeParts(text, also).map((part, place) =>
        place % 2 === 1 ? (
          <span key={place} className="whitespace-nowrap">
            {part}
          </span>
        ) : (
          <Fragment key={place}>{part}</Fragment>
        ),
      )}
    </span>
  );
}
