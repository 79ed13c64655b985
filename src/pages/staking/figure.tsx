import type { ReactNode } from 'react';
import { WholeWords } from '#src/ui/whole-words.tsx';

export interface FigureProps {
  readonly term: string;
  /** Stays in a grid beside others on a phone; the last of an odd number takes the whole row. */
  readonly tall?: boolean;
  readonly children: ReactNode;
}

const SHAPES = {
  tall: {
    row: 'min-w-0 max-sm:odd:last:col-span-2',
    value: '',
  },
  low: {
    row: 'flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 sm:block',
    value: 'ml-auto text-right tracking-tight sm:text-left',
  },
} as const;

/** A figure below its name, beside the others; on a phone a row, unless it is `tall`. */
export function Figure({ term, tall = false, children }: FigureProps) {
  const { row, value } = SHAPES[tall ? 'tall' : 'low'];
  return (
    <div className={row}>
      <dt className="text-sm text-muted">
        <WholeWords text={term} />
      </dt>
      <dd className={`font-semibold sm:text-xl ${value}`}>{children}</dd>
    </div>
  );
}
