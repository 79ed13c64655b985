import type { CSSProperties } from 'react';
import { add, isPositive, larger, type Amount } from '#money/amount.ts';
import { barOf } from './share.ts';

/** What a part of the drawing stands for, from the middle outwards. */
const LOOKS = ['', 'opacity-45'] as const;

export interface ButterflyProps {
  /** The amounts of the left side in USD, the one beside the middle first; two at most. */
  readonly left: readonly Amount[];
  readonly right: readonly Amount[];
}

/** Two sides as bars from one middle, in proportion to the longer one. The figures are beside the drawing. */
export function Butterfly({ left, right }: ButterflyProps) {
  const longest = [left, right].map((parts) => parts.reduce<Amount>(add, '0')).reduce<Amount>(larger, '0');
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-0.5">
      {[left, right].map((parts, side) => (
        <span
          key={side}
          className={`flex h-6 overflow-hidden bg-base-300 ${side === 0 ? 'flex-row-reverse rounded-l-full' : 'rounded-r-full'}`}
        >
          {parts.map(
            (part, place) =>
              isPositive(part) && (
                <span
                  key={place}
                  style={{ '--at': barOf(part, longest) } as CSSProperties}
                  className={`wing ${side === 0 ? 'bg-primary last:rounded-l-full' : 'bg-secondary last:rounded-r-full'} ${LOOKS[place] ?? ''}`}
                />
              ),
          )}
        </span>
      ))}
    </div>
  );
}

/** The colors of a part, beside its name. */
export function ButterflyMark({ part }: { readonly part: 0 | 1 }) {
  return (
    <span
      aria-hidden="true"
      className={`mr-1.5 inline-flex size-3 overflow-hidden rounded-full align-[-0.05em] ${LOOKS[part]}`}
    >
      <span className="w-1/2 bg-primary" />
      <span className="w-1/2 bg-secondary" />
    </span>
  );
}
