import { useState } from 'react';
import type { CoverageRun } from '#atlas/model/model.ts';
import { isNarrow } from './narrow.ts';
import { momentIn } from '#atlas/words/words.ts';
import { runName, useLanguage, useSay } from './language.ts';

/** The kinds of transitions with their signs. */
const edges = [
  ['event', ''],
  ['answer', '✓ '],
  ['refusal', '✓ '],
  ['failure', '✗ '],
  ['timer', '◷ '],
  ['always', '⇢ '],
] as const;

/** What lines, signs and colors mean; collapsed if there is little room. */
export function Legend({ coverage }: { readonly coverage: CoverageRun | null }) {
  const say = useSay();
  const culture = useLanguage();
  const [isOpen, setOpen] = useState(() => !isNarrow());
  return (
    <details className="legend" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say('legend')}</summary>
      <ul aria-label={say('legend')}>
        {edges.map(([kind, sign]) => (
          <li key={kind}>
            <svg width="36" height="10" aria-hidden="true">
              <path className={`edge ${kind}`} d="M0 5H36" />
            </svg>{' '}
            {sign}
            {say(`kind.${kind}`)}
          </li>
        ))}
        <li>{say('legend.signs')}</li>
        {coverage !== null && (
          <li>{say('coverage.legend', { name: runName(coverage.name, say), at: momentIn(culture, coverage.at) })}</li>
        )}
      </ul>
    </details>
  );
}
