/** A spinner; the words beside it say what is loading. */
export function Spinner({ className = 'loading-md' }: { className?: string }) {
  return <span className={`loading loading-spinner text-primary ${className}`} aria-hidden="true" />;
}

/** A wait in place of content: busy for a screen reader, and it says what is loading. */
export function Waiting({ what }: { what: string }) {
  return (
    <div
      role="status"
      aria-busy="true"
      className="flex min-h-40 grow flex-col items-center justify-center gap-4 p-6 text-muted"
    >
      <Spinner className="loading-lg" />
      <p className="text-center">{what}</p>
    </div>
  );
}
