import type { ReactNode } from 'react';
import { MemberIcon } from './member-icon.tsx';

/** What few need at once, below a line that opens it; on paper it is open. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field font-medium text-primary print:hidden">
        {title}
        <MemberIcon name="next" className="size-4 rotate-90 group-open:-rotate-90" />
      </summary>
      {children}
    </details>
  );
}
