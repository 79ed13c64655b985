import { useId, type ReactNode } from 'react';

export interface PanelProps {
  title: string;
  /** A short line under the title. */
  note?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A titled part of a page. */
export function Panel({ title, note, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel flex flex-col gap-4 p-5 sm:p-6 ${className}`}>
      <header>
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
      </header>
      {children}
    </section>
  );
}

/** Facts as term and value; a value that has no room beside its term goes below it. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col divide-y divide-base-300">{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2 text-right font-medium">
        {children}
      </dd>
    </div>
  );
}
