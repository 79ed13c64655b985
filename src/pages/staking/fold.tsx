import type { ReactNode } from 'react';
import { MemberIcon } from '#src/ui/member-icon.tsx';

export interface FoldProps {
  readonly title: string;
  /** Whether it is unfolded at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of the page that is one press away. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field font-medium text-primary">
        {title}
        <MemberIcon name="next" className="size-4 rotate-90 [details[open]>summary>&]:-rotate-90" />
      </summary>
      {children}
    </details>
  );
}
