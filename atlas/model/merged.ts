import type { FlowDifference, FlowVersion } from '#machines/graph/compare.ts';

/** Two versions in one chart: the later one, with what is gone put back, and how each thing stands. */
export interface Merged {
  readonly states: FlowVersion['states'];
  readonly transitions: FlowVersion['transitions'];
  /** `added`, `removed` or `changed`, by the ids of states and transitions. */
  readonly classes: ReadonlyMap<string, string>;
}

/** Lays two versions over each other. */
export function merged(before: FlowVersion, after: FlowVersion, { states, transitions }: FlowDifference): Merged {
  const gone = new Set([...states, ...transitions].filter(({ kind }) => kind === 'removed').map(({ id }) => id));
  return {
    states: withParents([...after.states, ...before.states.filter(({ path }) => gone.has(path))]),
    transitions: [...after.transitions, ...before.transitions.filter(({ id }) => gone.has(id))],
    classes: new Map([...states, ...transitions].map(({ id, kind }) => [id, kind])),
  };
}

/** A state that is gone may have lain in one that is no longer a group; it is drawn in it all the same. */
function withParents(states: FlowVersion['states']): FlowVersion['states'] {
  const hasInside = (path: string): boolean => states.some((state) => state.path.startsWith(`${path}.`));
  return states.map((state) =>
    state.kind === 'atomic' && hasInside(state.path) ? { ...state, kind: 'compound' } : state,
  );
}
