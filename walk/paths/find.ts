/** Finds paths by what they pass: a rule, a state, an event, a call. */
import { requirementsAt } from '#machines/graph/document.ts';
import type { Graph } from '#machines/graph/explore.ts';
import { statesOf } from '#machines/graph/internals.ts';
import { expand } from './expand.ts';
import { flows, graphOf } from './flows.ts';
import { unknown } from './nearest.ts';
import type { Walk } from './report.ts';

/** What a path must pass; null for no condition. */
export interface Wanted {
  readonly requirement: string | null;
  readonly state: string | null;
  readonly event: string | null;
  readonly call: string | null;
}

interface Passed {
  readonly requirements: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

const graphs: ReadonlyMap<string, Graph> = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)]));

/**
 * The walks that pass everything that is wanted, in the path's own flow or in a child of it. Throws for an unknown
 * name.
 */
export function found(walks: readonly Walk[], asked: Wanted): readonly Walk[] {
  const wanted = { ...asked, requirement: asWritten(asked.requirement) };
  expectKnown(wanted);
  return walks.filter(({ path }) => {
    const { requirements, states, events, calls } = passedBy(path);
    const has = (all: ReadonlySet<string>, name: string | null): boolean => name === null || all.has(name);
    return (
      has(requirements, wanted.requirement) &&
      has(states, wanted.state) &&
      has(events, wanted.event) &&
      has(calls, wanted.call)
    );
  });
}

/** Whether anything is wanted at all. */
export function isWanted(wanted: Wanted): boolean {
  return Object.values(wanted).some((name) => name !== null);
}

function passedBy(path: Walk['path']): Passed {
  const steps = expand(path, graphs);
  const nodes = steps.flatMap(({ flow, edge }) => graphs.get(flow)?.nodes.get(edge.to) ?? []);
  return {
    requirements: new Set(nodes.flatMap((node) => requirementsAt(node))),
    // `reviewing` includes its inner states, and a state that is passed without stopping counts.
    states: new Set([
      ...nodes.flatMap(({ active }) => active),
      ...nodes.map(({ state }) => state),
      ...steps.flatMap(({ edge }) => edge.fired.map((id) => id.split(' · ')[0] ?? '')),
    ]),
    events: new Set(steps.flatMap(({ edge: { step } }) => (step.kind === 'event' ? [step.event] : []))),
    calls: new Set(
      steps.flatMap(({ edge: { step, started } }) => [...started, ...(step.kind === 'outcome' ? [step.actor] : [])]),
    ),
  };
}

function allRequirements(): readonly string[] {
  return [...graphs.values()].flatMap((graph) => [...graph.nodes.values()].flatMap((node) => requirementsAt(node)));
}

/** The id of a rule as the charts write it; the letter case does not matter. */
function asWritten(requirement: string | null): string | null {
  return allRequirements().find((each) => each.toLowerCase() === requirement?.toLowerCase()) ?? requirement;
}

function expectKnown({ requirement, state, event, call }: Wanted): void {
  const all = [...graphs.values()];
  const nodes = (): readonly string[] =>
    all.flatMap(({ cases }) => statesOf(cases.machine).map((node) => node.path.join('.')));
  const names = {
    requirement: allRequirements,
    event: (): readonly string[] => all.flatMap(({ cases }) => Object.keys(cases.events)),
    call: (): readonly string[] => all.flatMap(({ cases }) => Object.keys(cases.outcomes)),
  };
  const expectIn = (kind: string, name: string | null, known: () => readonly string[]): void => {
    if (name === null) return;
    const names = [...new Set(known())];
    if (!names.includes(name)) throw unknown(kind, name, names);
  };
  expectIn('requirement', requirement, names.requirement);
  expectIn('state', state, nodes);
  expectIn('event', event, names.event);
  expectIn('call', call, names.call);
}
