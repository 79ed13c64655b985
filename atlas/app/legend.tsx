import { useState } from 'react';
import type { CoverageRun } from '#atlas/model/model.ts';
import { isNarrow } from './narrow.ts';

const edges = [
  ['event', 'what the member or the world does'],
  ['answer', '✓ an answer'],
  ['refusal', '✓ an answer that leads to a message'],
  ['failure', '✗ no answer, or none that is known'],
  ['timer', '◷ a timer'],
  ['always', '⇢ a choice of the flow’s own'],
] as const;

/** What lines, signs and colors mean; collapsed if there is little room. */
export function Legend({ coverage }: { readonly coverage: CoverageRun | null }) {
  const [isOpen, setOpen] = useState(() => !isNarrow());
  return (
    <details className="legend" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Legend</summary>
      <ul aria-label="Legend">
        {edges.map(([kind, says]) => (
          <li key={kind}>
            <svg width="36" height="10" aria-hidden="true">
              <path className={`edge ${kind}`} d="M0 5H36" />
            </svg>{' '}
            {says}
          </li>
        ))}
        <li>⇄ a call · ! a message · ▸ where it begins · ↻ stays inside · ⇥ leads to an end that many reach</li>
        {coverage !== null && (
          <li>
            Coverage of {coverage.name}, {coverage.at.slice(0, 16).replace('T', ' ')}: pale and crossed out was not
            visited
          </li>
        )}
      </ul>
    </details>
  );
}
