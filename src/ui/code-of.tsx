import { useEffect, useRef, type ReactNode } from 'react';

interface CodeOfProps {
  /** The id of what the code is for. */
  readonly about: string;
  /** The field of the code. */
  readonly children: ReactNode;
}

/**
 * A code that is asked for right below what it confirms: a screen reader that enters the field reads that with it. The
 * field has the focus from the beginning, unless a message is there to be read first.
 */
export function CodeOf({ about, children }: CodeOfProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.querySelector('main [role="alert"]') !== null) return;
    group.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={group} role="group" aria-labelledby={about}>
      {children}
    </div>
  );
}
