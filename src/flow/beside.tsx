import type { ComponentType, ReactNode } from 'react';
import { Panel } from '#src/ui/panel.tsx';

/**
 * The frame of a flow whose forms are short: in a wide window, what there is to know is beside them. Every step has
 * the same column, so that nothing moves from one to the next; a phone has no room for it.
 */
export function beside(Aside: ComponentType): (frame: { readonly children: ReactNode }) => ReactNode {
  return function Beside({ children }) {
    return (
      <div className="beside-columns">
        {children}
        <div data-beside className="hidden lg:block print:hidden">
          <Aside />
        </div>
      </div>
    );
  };
}

/** What there is to know, in the order in which it happens if there is one. */
export function ToKnow({
  title,
  lines,
  ordered = true,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly ordered?: boolean;
}) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <Panel title={title}>
      <List className={`flex flex-col gap-3 pl-5 text-sm text-muted ${ordered ? 'list-decimal' : 'list-disc'}`}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </Panel>
  );
}
