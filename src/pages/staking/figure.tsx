import type { ReactNode } from 'react';

export interface FigureProps {
  readonly term: string;
  /** As high as what is pressed, for one of several: on a phone each of them is a line of its own. */
  readonly tall?: boolean;
  readonly children: ReactNode;
}

const SHAPES = {
  tall: {
    row: 'min-h-12 items-center py-2 sm:py-0',
    value: 'sm:flex sm:min-h-12 sm:flex-col sm:items-start sm:justify-center',
  },
  low: { row: 'items-baseline', value: 'tracking-tight' },
} as const;

/** A row on a phone; where there is room, a figure below its name, beside the others. */
export function Figure({ term, tall = false, children }: FigureProps) {
  const { row, value } = SHAPES[tall ? 'tall' : 'low'];
  return (
    <div className={`flex min-w-0 flex-wrap justify-between gap-x-4 sm:block ${row}`}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className={`ml-auto text-right font-semibold sm:text-left sm:text-xl ${value}`}>{children}</dd>
    </div>
  );
}
