import { Fragment } from 'react';

const WHOLE = /(\d{4}-\d{2}-\d{2}|\b[A-Z](?:-[0-9A-Z]{4}){2}\b)/;

/** A sentence whose dates and references are never broken: browsers would break a line after their hyphens. */
export function WholeWords({ text }: { readonly text: string }) {
  return text.split(WHOLE).map((part, place) =>
    WHOLE.test(part) ? (
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}
