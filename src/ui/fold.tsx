import type { ReactNode } from 'react';
import { MemberIcon } from './member-icon.tsx';

export interface FoldProps {
  readonly title: string;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  /** Further classes of the line that opens it. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** What few need at once, below a line that opens it; on paper it is open. */
export function Fold({ title, isOpen = false, className = '', children }: FoldProps) {
  return (
    <details open={isOpen || undefined}>
      <summary className={`fold-head ${className}`}>
        {title}
        <MemberIcon name="next" className="size-4 rotate-90 [details[open]>summary>&]:-rotate-90" />
      </summary>
      {children}
    </details>
  );
}
