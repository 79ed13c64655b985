import { useEffect, useRef, type ReactNode } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { RefusalArea, showRefusal } from '#src/ui/refusal.tsx';

interface RefusableProps {
  /** Why the last try failed; null if it did not. */
  readonly problem: Problem | null;
  /** Which entry a code is about; for an unlisted code, the form as a whole was refused. */
  readonly entries?: Partial<Readonly<Record<Problem['code'], string>>>;
  readonly children: ReactNode;
}

/**
 * Inside the form of a page that is not a flow: a refusal is shown at its entry and takes the focus, as in the flows.
 */
export function Refusable({ problem, entries = {}, children }: RefusableProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null && area.current !== null) showRefusal(area.current);
  }, [problem]);
  return (
    <div ref={area} className="contents">
      <RefusalArea entry={problem === null ? null : (entries[problem.code] ?? null)} about={problem}>
        {children}
      </RefusalArea>
    </div>
  );
}
