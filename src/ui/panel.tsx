import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MemberIcon } from './member-icon.tsx';
import { WholeWords } from './whole-words.tsx';

export interface PanelProps {
  title: string;
  /** A short line under the title. */
  note?: ReactNode;
  /** The page with all of it, as a link beside the title. */
  more?: { readonly to: string; readonly name: string };
  children: ReactNode;
  className?: string;
}

/** A titled part of a page. */
export function Panel({ title, note, more, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel flex flex-col gap-4 p-5 sm:p-6 ${className}`}>
      <header>
        <div className="panel-head">
          <h2 id={id} className="text-xl font-semibold tracking-tight">
            <WholeWords text={title} />
          </h2>
          {more && (
            <Link to={more.to} className="panel-more">
              {more.name}
              <MemberIcon name="next" className="size-4" />
            </Link>
          )}
        </div>
        {note && (
          <p className="mt-0.5 text-sm text-muted">{typeof note === 'string' ? <WholeWords text={note} /> : note}</p>
        )}
      </header>
      {children}
    </section>
  );
}

/** Facts as term and value; a value that has no room beside its term goes below it. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col divide-y divide-base-300">{children}</dl>;
}

export function Fact({ term, mark, children }: { term: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className="fact-row">
      <dt className="flex items-center gap-2.5 text-sm text-muted">
        {mark}
        <WholeWords text={term} />
      </dt>
      <dd className="fact-value">{children}</dd>
    </div>
  );
}
