import { useEffect, type ReactNode } from 'react';

/** The one `h1` of a page, which also names the browser tab. */
export function PageHeading({ title, tab = title, note }: { title: string; tab?: string; note?: ReactNode }) {
  useEffect(() => {
    document.title = `${tab} · Perch`;
  }, [tab]);
  return (
    <header>
      <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight">{title}</h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
    </header>
  );
}
