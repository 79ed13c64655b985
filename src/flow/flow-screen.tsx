import type { MouseEvent, ReactNode } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { stateName, stepOf } from './step.ts';

/**
 * The second half of a double click is nobody's: by then the next screen may lie under the finger, and its control would
 * take a step that the member never saw (P-3).
 */
function oncePerPress(event: MouseEvent<HTMLElement>): void {
  const isRepetition = event.detail > 1 && event.target instanceof Element && event.target.closest('a, button') !== null;
  if (!isRepetition) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The root of a flow's screen: it tells tests and the atlas which flow, state and screen this is. */
export function FlowScreen({ snapshot, children }: { readonly snapshot: AnyMachineSnapshot; readonly children: ReactNode }) {
  return (
    <div
      // On a prerendered page the mark comes with the first commit: from then on a press is heard.
      ref={(root) => root?.setAttribute('data-live', '')}
      data-flow={snapshot.machine.id}
      data-state={stateName(snapshot)}
      data-screen={stepOf(snapshot)?.screen ?? `${snapshot.machine.id}-done`}
      aria-busy={snapshot.hasTag('waiting')}
      onClickCapture={oncePerPress}
      className="flex w-full max-w-2xl flex-col gap-6"
    >
      {children}
    </div>
  );
}
