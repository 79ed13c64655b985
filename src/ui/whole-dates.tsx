import { Fragment } from 'react';

const DATE = /(\d{4}-\d{2}-\d{2})/;

/** A sentence whose dates are never broken: browsers would break a line after their hyphens. */
export function WholeDates({ text }: { readonly text: string }) {
  return text.split(DATE).map((part, place) =>
    DATE.test(part) ? (
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}
