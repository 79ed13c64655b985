import { useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isUnfocused } from '#src/ui/landing.ts';
import { PageSlot } from '#src/ui/lazy-page.tsx';
import { PartBoundary } from './part-boundary.tsx';

export interface LatePartProps {
  /** As high as the part will be, so that nothing moves. */
  readonly waiting: ReactNode;
  /** How its place is laid out, such as one that fills what is left. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A part of a page that is there once its code is. If it can't be loaded, only the part is missing, with a way to load
 * it again: the page stays, with what is typed there.
 */
export function LatePart({ waiting, className = '', children }: LatePartProps) {
  const { pathname } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  /** The button that was pressed is gone; a part that takes the focus by itself has it. */
  const takeFocus = () => {
    if (isUnfocused()) place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={`min-w-0 rounded-box ${className}`}>
      <PageSlot waiting={waiting}>
        <PartBoundary at={pathname} takeFocus={takeFocus}>
          {children}
        </PartBoundary>
      </PageSlot>
    </div>
  );
}
