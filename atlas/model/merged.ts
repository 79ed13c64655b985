import type { FlowDifference, FlowVersion } from '#machines/graph/compare.ts';

/** Two versions in one chart: the later one with removed things restored, and how each thing differs. */
export interface Merged {
  readonly states: FlowVersion['states'];
  readonly transitions: FlowVersion['transitions'];
  /** `added`, `removed` or `changed`, by the ids of states and transitions. */
  readonly classes: ReadonlyMap<string, string>;
}

/** Merges two versions into one chart. */
export function merged(before: FlowVersion, after: FlowVersion, { states, transitions }: FlowDifference): Merged {
  const gone = new Set([...states, ...transitions].filter(({ kind }) => kind === 'removed').map(({ id }) => id));
  return {
    states: withParents([...after.states, ...before.states.filter(({ path }) => gone.has(path))]),
    transitions: [...after.transitions, ...before.transitions.filter(({ id }) => gone.has(id))],
    classes: new Map([...states, ...transitions].map(({ id, kind }) => [id, kind])),
  };
}

/** A removed state may have been in one that is no longer a group; it is still drawn in it. */
function withParents(states: FlowVersion['states']): FlowVersion['states'] {
  const hasInside = (path: string): boolean => states.some((state) => state.path.startsWith(`${path}.`));
  return states.map((state) =>
    state.kind === 'atomic' && hasInside(state.path) ? { ...state, kind: 'compound' } : state,
  );
}
