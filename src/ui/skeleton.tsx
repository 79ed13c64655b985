export interface SkeletonProps {
  /** What is awaited, for a screen reader. */
  readonly what: string;
  /** Rows of a list. */
  readonly lines: number;
}

/** The place of something that is being read: as high as that will be, and it says what is awaited. */
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

/** The place of a large figure with a line below it, which stand as high when they come. */
export function FigureSkeleton({ what }: Pick<SkeletonProps, 'what'>) {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{what}</span>
      <span aria-hidden="true" className="skeleton h-9 w-48 sm:h-10" />
      <span aria-hidden="true" className="skeleton h-10 w-full max-w-xs sm:h-5" />
    </div>
  );
}

/** The places of cards beside and below each other. Seen only: what is awaited is said elsewhere on the page. */
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
