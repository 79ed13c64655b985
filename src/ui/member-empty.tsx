import type { ReactNode } from 'react';
import { PerchScene } from './perch-scene.tsx';

/** A list with nothing in it yet: says so, with the way to the first of them. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="panel flex flex-col items-center gap-4 px-6 py-8 text-center">
      <PerchScene />
      <p className="max-w-prose text-muted">{children}</p>
      {action}
    </div>
  );
}
