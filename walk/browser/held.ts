// Which calls of the page a walk controls, and which of them it is waiting for.
import { isCall, type Graph } from '#machines/graph/explore.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
import { delayOf } from '#walk/machine/driver.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';

/** The calls of the flows on the path; other calls of the pages go through. */
export function heldCalls(steps: readonly FlowEdge[]): ReadonlySet<string> {
  return new Set(
    flowsOf(steps).flatMap((flow) => {
      const cases = flowOf(flow);
      return Object.keys(cases.outcomes).filter((src) => isCall(cases.machine, src));
    }),
  );
}

/**
 * Whether a call belongs to the path: one of its flows is in a state that makes the call. The page makes other calls by
 * itself, such as reading the balance of a form again. Before a flow has begun, every call may belong to it.
 */
export function awaitedBy(steps: readonly FlowEdge[]): (call: string, log: readonly LogEntry[]) => boolean {
  const names = flowsOf(steps);
  return (call, log) =>
    names.some((flow) => {
      if (flowOf(flow).outcomes[call] === undefined) return false;
      const last = log.findLast((entry) => entry.flow === flow);
      return last === undefined || makersOf(flow, call).has(last.state);
    });
}

/** The longest time after which a flow of the path goes on by itself, in milliseconds; 0 if none does. */
export function longestTimer(steps: readonly FlowEdge[]): number {
  const delays = flowsOf(steps).flatMap((flow) => {
    const graph = graphOf(flowOf(flow));
    return graph.edges.flatMap(({ from, step }) => (step.kind === 'timer' ? delayAt(graph, step.delay, from) : []));
  });
  return Math.max(0, ...delays);
}

function delayAt({ cases, nodes }: Graph, delay: string, from: string | null): readonly number[] {
  const node = nodes.get(from ?? '');
  return node === undefined ? [] : [delayOf(cases, delay, node.snapshot)];
}

/** The step itself, and for a press the timers that do the same a little later, or for a timer the presses. */
export function sameSteps({ flow, edge }: FlowEdge): readonly FlowEdge[] {
  const { kind } = edge.step;
  const other = kind === 'event' ? 'timer' : kind === 'timer' ? 'event' : null;
  const alike = graphOf(flowOf(flow)).edges.filter(
    ({ from, to, step }) => from === edge.from && to === edge.to && step.kind === other,
  );
  return [edge, ...alike].map((each) => ({ flow, edge: each }));
}

const known = new Map<string, ReadonlySet<string>>();

/** The states of a flow in which a call is under way. */
function makersOf(flow: string, call: string): ReadonlySet<string> {
  const name = `${flow} ${call}`;
  const makers =
    known.get(name) ??
    new Set(
      [...graphOf(flowOf(flow)).nodes.values()].flatMap(({ running, state }) =>
        running.includes(call) ? [state] : [],
      ),
    );
  known.set(name, makers);
  return makers;
}

function flowsOf(steps: readonly FlowEdge[]): readonly string[] {
  return [...new Set(steps.map(({ flow }) => flow))];
}
