/** The place of something that is being read: as high as that will be, and it says what is awaited. */
export function Skeleton({ what, lines }: { what: string; lines: number }) {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className="skeleton h-9 w-full" />
      ))}
    </div>
  );
}
