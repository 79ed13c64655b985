import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { land } from '#src/ui/landing.ts';
import { RefusalArea, showRefusal } from '#src/ui/refusal.tsx';
import { beginStep } from '#src/ui/use-route-focus.ts';
import { refusedEntry, type Entries } from './refused-entry.ts';
import { stateName, stepOf } from '#machines/chart/step.ts';
import { ANYWHERE } from './use-flow-url.ts';

export interface FlowScreenProps {
  readonly snapshot: AnyMachineSnapshot;
  /** Which entry a refusal of the flow is about; none is about one, where nothing is said. */
  readonly entries?: Entries;
  /**
   * Whether the screen needs the full width of the page, for choices side by side. A form is easier to read in a
   * column, which begins where every page does: nothing moves from one step to the next.
   */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** What a flow has read for its screens, and why it was refused. */
interface Told {
  readonly options?: unknown;
  readonly problem?: unknown;
}

/**
 * The root of a flow's screen: it tells tests and the atlas which flow, state and screen this is, and moves the focus
 * to what was refused, wherever the button was.
 */
export function FlowScreen({ snapshot, entries = {}, wide = false, children }: FlowScreenProps) {
  const root = useRef<HTMLDivElement>(null);
  const state = stateName(snapshot);
  const step = stepOf(snapshot);
  const isError = snapshot.hasTag('error');
  const context: unknown = snapshot.context;
  const { options, problem = null } = (context ?? {}) as Told;
  // A step may keep an earlier refusal. The step's own message is a different one and does not disappear with it. A
  // repeated refusal without a wait, such as an amount above the balance, is the same state with a new context. It is
  // no other refusal if the flow has read something beside it: a newer balance, or the same request once more.
  const now = { state, context, options, refused: isError ? problem : null };
  const [{ about, ...last }, setLast] = useState({ ...now, about: {} });
  if (last.state !== state || last.context !== context) {
    const isSame = last.state === state ? last.options !== options : problem !== null && last.refused === now.refused;
    setLast({ ...now, about: isSame ? about : {} });
  }
  const wasHere = useRef(false);
  // The pressed control disappears with its step. Its part of the page may stay, and the new step begins above it. If
  // the member has touched nothing here yet, there is nothing to do.
  useLayoutEffect(() => {
    if (wasHere.current) land(root.current?.querySelector<HTMLElement>('h1') ?? null);
  }, [state]);
  const route = step === null || step.route === ANYWHERE ? null : step.route;
  const lastRoute = useRef(route);
  useLayoutEffect(() => {
    if (route === null) return;
    if (lastRoute.current !== null && lastRoute.current !== route) beginStep(route);
    lastRoute.current = route;
  }, [route]);
  useEffect(() => {
    if (isError && root.current !== null) showRefusal(root.current);
  }, [isError, about]);
  return (
    <div
      // On a prerendered page the mark appears with the first commit: from then on a press is handled.
      ref={(element) => {
        root.current = element;
        element?.setAttribute('data-live', '');
      }}
      data-flow={snapshot.machine.id}
      data-state={state}
      data-screen={step?.screen ?? `${snapshot.machine.id}-done`}
      aria-busy={snapshot.hasTag('waiting')}
      onFocusCapture={() => (wasHere.current = true)}
      className={`flex w-full flex-col gap-6 ${wide ? '' : 'max-w-2xl'}`}
    >
      <RefusalArea entry={refusedEntry(snapshot, entries)} about={about}>
        {children}
      </RefusalArea>
    </div>
  );
}
