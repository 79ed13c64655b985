import { Fragment, type ReactNode } from 'react';
import type { Texts } from '#atlas/model/model.ts';
import { partsOf, type WordKey } from '#atlas/words/words.ts';
import { inLanguage, useLanguage } from './language.ts';

interface SaidProps {
  readonly what: WordKey;
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A text with links or names of code in it. */
export function Said({ what, values }: SaidProps) {
  const culture = useLanguage();
  return partsOf(culture, what).map((part, place) => (
    <Fragment key={place}>{place % 2 === 0 ? part : values[part]}</Fragment>
  ));
}

/** What charts, contract, git and the analysts say, in the language in which it is written. */
export function Quoted({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <span lang="en" className={className}>
      {children}
    </span>
  );
}

/** Where something goes wrong that was asked for: says why once it has. */
export function Failure({ what, why }: { readonly what: 'broken' | 'export.failed'; readonly why: string | null }) {
  return <span role="status">{why !== null && <Said what={what} values={{ why: <Quoted>{why}</Quoted> }} />}</span>;
}

/** Why something failed, in the words of the source. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface ToldProps {
  readonly texts: Texts | null;
  /** What is said where there are no texts. */
  readonly otherwise: string;
  readonly className?: string;
}

/** A text of three in the reader's language; where there are none, what is written in the source. */
export function Told({ texts, otherwise, className }: ToldProps) {
  const culture = useLanguage();
  if (texts === null) return <Quoted className={className}>{otherwise}</Quoted>;
  return <span className={className}>{inLanguage(texts, culture)}</span>;
}
