// A ring that shows how much of something there is. Decorative: the figure and its words are beside it.
import type { ReactNode } from 'react';

export interface RingProps {
  /** How much of the ring is drawn, of `whole`. */
  readonly part: number;
  readonly whole: number;
  readonly className?: string;
  /** What stands in its middle. */
  readonly children?: ReactNode;
}

/** A ring of which a part is drawn, such as the days that have passed, and what is left in its middle. */
export function Ring({ part, whole, className = 'size-24', children }: RingProps) {
  return (
    <span className={`relative shrink-0 ${className}`}>
      <svg viewBox="0 0 96 96" aria-hidden="true" className="ring-drawing">
        <circle cx="48" cy="48" r="42" className="ring-track" />
        <circle
          cx="48"
          cy="48"
          r="42"
          pathLength={whole}
          strokeDasharray={`${part} ${whole}`}
          className="ring-passed"
        />
      </svg>
      <span aria-hidden="true" className="ring-middle">
        {children}
      </span>
    </span>
  );
}
