// Steps of a path as a person experiences them: one act, and everything that follows until the person's next act.
import type { FlowEdge } from './expand.ts';

/** One act with what follows from it: the calls that it starts and their answers, and a child flow that begins. */
export interface Act {
  /** Index of the act's first step among those of the path. */
  readonly first: number;
  readonly steps: readonly FlowEdge[];
}

/**
 * The acts of a path: opening the page, every press, every passing of time, everything that happens outside the screen.
 */
export function actsOf(steps: readonly FlowEdge[]): readonly Act[] {
  const acts: { first: number; steps: FlowEdge[] }[] = [];
  for (const [index, step] of steps.entries()) {
    const act = acts.at(-1);
    if (act === undefined || isAct(step, steps[index - 1])) acts.push({ first: index, steps: [step] });
    else act.steps.push(step);
  }
  return acts;
}

/** An answer is not an act, and a child flow begins by itself; a flow that begins again does so after a reload. */
function isAct({ flow, edge }: FlowEdge, before: FlowEdge | undefined): boolean {
  return (
    edge.step.kind === 'event' || edge.step.kind === 'timer' || (edge.step.kind === 'start' && before?.flow === flow)
  );
}

/** The last step of an act: what its one expectation is about. */
export function endOfAct({ steps }: Act): FlowEdge {
  const end = steps.at(-1);
  if (end === undefined) throw new Error('An act has no steps.');
  return end;
}
