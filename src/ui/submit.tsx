import type { ReactNode } from 'react';

/**
 * The place of what leads on from a screen that may be longer than a phone, and of what is next to it, such as the
 * way back: it stays in sight above the bar, with a little of what scrolls below it to be seen through its edge. The
 * main control comes first. It stays within its container only: what belongs before the press is in the same one.
 */
export function Submit({ children }: { readonly children: ReactNode }) {
  return (
    <div data-covers="submit" className="submit-stays flex flex-wrap gap-3">
      {children}
    </div>
  );
}
