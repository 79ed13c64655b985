import type { ReactNode } from 'react';
import { ReviewList } from '#src/ui/review-list.tsx';

/** What names the group of the field of the code: who hears the page begins there. */
export const CONFIRMED_ID = 'confirmed';

/** What a code or a passkey confirms: every figure of it, and to whom, in the room that a phone has above the code. */
export function ConfirmedList({ children }: { readonly children: ReactNode }) {
  return (
    <ReviewList id={CONFIRMED_ID} tight>
      {children}
    </ReviewList>
  );
}
