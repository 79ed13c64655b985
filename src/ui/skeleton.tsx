export interface SkeletonProps {
  /** What is loading, for a screen reader. */
  readonly what: string;
  /** Rows of a list. */
  readonly lines: number;
}

/** A placeholder for something that is loading: as high as the content will be; it says what is loading. */
export function Skeleton({ what, lines }: SkeletonProps) {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className="skeleton h-9 w-full" />
      ))}
    </div>
  );
}

/** A placeholder for a large figure, of the same height. */
export function FigureSkeleton({ what }: Pick<SkeletonProps, 'what'>) {
  return (
    <div role="status" aria-busy="true" className="flex min-h-12 items-center">
      <span className="sr-only">{what}</span>
      <span aria-hidden="true" className="skeleton h-10 w-56" />
    </div>
  );
}

/**
 * Placeholders for the rows of a list with a mark each, as high as they will be. Visual only: elsewhere the page says
 * what is loading.
 */
export function RowsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="flex h-15 items-center gap-3.5">
          <span className="skeleton size-10 shrink-0 rounded-full" />
          <span className="skeleton h-5 w-2/5" />
          <span className="skeleton ml-auto h-5 w-1/4" />
        </span>
      ))}
    </div>
  );
}

/**
 * Placeholders for a page that is not known yet: its heading, which may be filled in as `PageHeading` shows it, and its
 * first panels. Until then the heading says what is loading, since a screen reader looks for it first.
 */
export function FrameSkeleton({ what }: Pick<SkeletonProps, 'what'>) {
  return (
    <>
      <header>
        <h1 className="heading-name text-3xl leading-tight font-semibold tracking-tight">
          <span aria-hidden="true" className="skeleton block h-9 w-48" />
          <span className="sr-only">{what}</span>
        </h1>
        <p className="heading-note mt-2 text-muted empty:hidden" />
      </header>
      <span aria-hidden="true" className="skeleton h-56 w-full" />
      <PanelsSkeleton what={what} />
    </>
  );
}

/** Placeholders for two panels, side by side where there is room. */
export function PanelsSkeleton({ what }: Pick<SkeletonProps, 'what'>) {
  return (
    <div role="status" aria-busy="true" className="grid items-start gap-5 lg:grid-cols-2">
      <span className="sr-only">{what}</span>
      {['where', 'latest'].map((panel) => (
        <span key={panel} aria-hidden="true" className="panel flex h-96 flex-col gap-5 p-5 sm:p-6">
          <span className="skeleton h-7 w-40" />
          <span className="skeleton h-5 w-full" />
          <span className="skeleton h-5 w-full" />
          <span className="skeleton h-5 w-full" />
          <span className="skeleton h-5 w-2/3" />
        </span>
      ))}
    </div>
  );
}
