import { actsOf, type Act } from '#walk/paths/acts.ts';
import { expand } from '#walk/paths/expand.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';

/** The graphs of all flows by their ids. */
export const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));

/** The act of a flow's path that begins with an event; of its good case by itself. */
export function actOf(flow: string, event: string, path = 0): Act {
  const acts = actsOf(expand(pathsOf(flowOf(flow))[path] ?? { id: '', edges: [] }, graphs));
  const act = acts.find(({ steps: [first] }) => first?.edge.step.kind === 'event' && first.edge.step.event === event);
  if (act === undefined) throw new Error(`${flow} has no ${event}.`);
  return act;
}
