import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { land } from '#src/ui/landing.ts';
import { RefusalArea, showRefusal } from '#src/ui/refusal.tsx';
import { refusedEntry, type Entries } from './refused-entry.ts';
import { stateName, stepOf } from '#machines/chart/step.ts';

export interface FlowScreenProps {
  readonly snapshot: AnyMachineSnapshot;
  /** Which entry each refusal of the flow is about: its line of refused-entries.ts. */
  readonly entries: Entries;
  /**
   * Whether the screen needs the width of the page: choices that stand beside each other. A form is easier to read in a
   * column.
   */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * The root of a flow's screen: it tells tests and the atlas which flow, state and screen this is, and leads to what was
 * refused, wherever the button was that asked for it.
 */
export function FlowScreen({ snapshot, entries, wide = false, children }: FlowScreenProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = stateName(snapshot);
  const isError = snapshot.hasTag('error');
  const context: unknown = snapshot.context;
  // A step may keep what was refused before it: the message of the step is another one, and not over with that refusal.
  const about = useMemo(() => ({ state, context }), [state, context]);
  const wasHere = useRef(false);
  // The control that was pressed goes away with its step: its part of the page may stay, and a step begins above that.
  // Whoever has touched nothing here yet has lost nothing.
  useLayoutEffect(() => {
    if (wasHere.current) land(root.current?.querySelector<HTMLElement>('h1') ?? null);
  }, [state]);
  // What is refused again without a wait, such as an amount beyond the balance, is the same state with what is known
  // again.
  useEffect(() => {
    if (isError && root.current !== null) showRefusal(root.current);
  }, [isError, state, context]);
  return (
    <div
      // On a prerendered page the mark comes with the first commit: from then on a press is heard.
      ref={(element) => {
        root.current = element;
        element?.setAttribute('data-live', '');
      }}
      data-flow={snapshot.machine.id}
      data-state={state}
      data-screen={stepOf(snapshot)?.screen ?? `${snapshot.machine.id}-done`}
      aria-busy={snapshot.hasTag('waiting')}
      onFocusCapture={() => (wasHere.current = true)}
      className={`mx-auto flex w-full flex-col gap-6 ${wide ? '' : 'max-w-2xl'}`}
    >
      <RefusalArea entry={refusedEntry(snapshot, entries)} about={about}>
        {children}
      </RefusalArea>
    </div>
  );
}
