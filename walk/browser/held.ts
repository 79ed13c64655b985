// Which calls of the page a walk controls, and which of them it is waiting for.
import { isCall } from '#machines/graph/explore.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
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
