import type { ReactNode } from 'react';

/**
 * The place of what sends a form that is longer than a phone: it stays in sight above the bar, with a little of what
 * scrolls below it to be seen through its edge.
 */
export function Submit({ children }: { readonly children: ReactNode }) {
  return (
    <div data-covers="submit" className="submit-stays">
      {children}
    </div>
  );
}
