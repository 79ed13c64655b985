import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useRefusalPlace } from './refusal.tsx';

/**
 * The place of what leads on from a screen that may be longer than a phone, and of what is next to it, such as the
 * way back: it stays in sight above the bar, with a little of what scrolls below it to be seen through its edge. The
 * main control comes first. It stays within its container only: what belongs before the press is in the same one. It
 * covers neither the field that a step begins with nor what is said about a refused one. `sum` is what a press decides,
 * in a few words that the screen has too: it is said above the controls while they lie over the rest.
 */
export function Submit({ sum, children }: { readonly sum?: ReactNode; readonly children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const refusal = useRefusalPlace();
  useEffect(() => {
    // By then the page of a new step has been scrolled to its top, and the message has moved to its field.
    const asked = requestAnimationFrame(() => {
      const form = here.current?.closest('form');
      const focused = document.activeElement;
      if (!form || focused === null || !form.contains(focused)) return;
      if (refusal instanceof HTMLElement) clear(refusal);
      clear(focused);
    });
    return () => cancelAnimationFrame(asked);
  }, [location, refusal]);
  return (
    <div ref={here} data-covers="submit" className="submit-stays flex flex-wrap gap-3">
      {children}
      {sum !== undefined && (
        <div aria-hidden="true" className="submit-sum">
          {sum}
        </div>
      )}
    </div>
  );
}

/** Scrolls no further than needed, by the page's `scroll-padding`. A document that is never drawn has no scrolling. */
export function clear(element: Element): void {
  if ('scrollIntoView' in element) element.scrollIntoView({ block: 'nearest' });
}
