import { useEffect, useRef, type ReactNode } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { RefusalArea, showRefusal } from '#src/ui/refusal.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { entryOf, type Entries } from './refused-entry.ts';

interface RefusableProps {
  /** Why the last try failed; null if it did not. */
  readonly problem: Problem | null;
  /** Which entry a code is about; for an unlisted code, the form as a whole was refused. */
  readonly entries?: Entries | undefined;
  readonly children?: ReactNode;
}

/**
 * What an act of a page says when it is refused, before the act's form or buttons: as in the flows, at the entry that
 * it is about, and otherwise in front of them. Either way the focus goes there.
 */
export function Refusable({ problem, entries = {}, children }: RefusableProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null && area.current !== null) showRefusal(area.current);
  }, [problem]);
  return (
    <div ref={area} className="contents">
      <RefusalArea entry={problem === null ? null : entryOf(problem, entries)} about={problem}>
        {problem !== null && <ProblemAlert problem={problem} />}
        {children}
      </RefusalArea>
    </div>
  );
}
