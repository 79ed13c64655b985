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

/** Placeholders for cards in a grid. Visual only: elsewhere the page says what is loading. */
export function CardsSkeleton({ cards }: { readonly cards: number }) {
  return (
    <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: cards }, (_, card) => (
        <span key={card} className="panel flex h-54 flex-col gap-4 p-5">
          <span className="skeleton h-7 w-32" />
          <span className="skeleton h-6 w-full" />
          <span className="skeleton h-6 w-full" />
        </span>
      ))}
    </div>
  );
}
