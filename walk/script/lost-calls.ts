// A call whose response is lost, and a later one that returns its outcome: the later answer is arranged at the act that
// sends the first call. When the second one is sent, it is too late.
import { wayOf, type Arrangement } from '#machines/chart/arrangements.ts';
import { isCall } from '#machines/graph/explore.ts';
import type { Act } from '#walk/paths/acts.ts';
import { callOf } from './arrange.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf } from '#walk/paths/flows.ts';
import type { Words } from './languages/words.ts';

/** What an act arranges for a later one. */
interface SaidEarlier {
  readonly prepare: readonly string[];
  readonly undo: readonly string[];
}

export interface LostCalls {
  readonly at: ReadonlyMap<Act, SaidEarlier>;
  /** The later answers whose arrangement is at another act. */
  readonly told: ReadonlySet<FlowEdge>;
}

/** The lowest HTTP status of a server failure: the call may or may not have had its effect, as while it runs. */
const FIRST_FAILURE = 500;

/** Finds the acts that send a call whose response is lost, and what to arrange there. */
export function lostCalls(acts: readonly Act[], words: Words): LostCalls {
  const at = new Map<Act, SaidEarlier>();
  const told = new Set<FlowEdge>();
  const steps = acts.flatMap((act) => act.steps.map((step) => ({ act, step })));
  for (const [index, { act, step }] of steps.entries()) {
    const arrangement = arrangeOf(step);
    const way = arrangement === undefined ? undefined : wayOf(arrangement).lost;
    if (way === undefined) continue;
    const { hadEffect, besides } = way;
    const before = steps.slice(0, index);
    const lost = before.findLast((each) => isLost(each.step, step));
    const left =
      lost === undefined
        ? leftBehind(
            before.map((each) => each.step),
            step,
          )
        : null;
    if (lost === undefined && left === null && !hadEffect) continue;
    const said =
      lost !== undefined
        ? words.answerIsLost(callOf(actorOf(lost.step)), hadEffect)
        : left === null
          ? words.elsewhere
          : words.loadedAgain(callOf(left), hadEffect);
    const place = lost?.act ?? act;
    const known = at.get(place) ?? { prepare: [], undo: [] };
    at.set(place, {
      prepare: [
        ...known.prepare,
        said,
        ...(besides === undefined || besides === 'elevenMinutes' ? [] : [words[besides]]),
      ],
      undo: [...known.undo, ...(besides === 'elevenMinutes' ? [words.elevenMinutes] : [])],
    });
    told.add(step);
  }
  return { at, told };
}

function actorOf({ edge: { step } }: FlowEdge): string {
  return step.kind === 'outcome' ? step.actor : '';
}

function arrangeOf({ flow, edge: { step } }: FlowEdge): Arrangement | undefined {
  return step.kind === 'outcome' ? flowOf(flow).outcomes[step.actor]?.[step.outcome]?.arrange : undefined;
}

/**
 * Whether a step is a lost or meaningless answer to a call of the same flow, other than the call that `later` answers.
 */
function isLost({ flow, edge: { step } }: FlowEdge, later: FlowEdge): boolean {
  if (
    flow !== later.flow ||
    step.kind !== 'outcome' ||
    step.actor === actorOf(later) ||
    !isCall(flowOf(flow).machine, step.actor)
  )
    return false;
  if (step.outcome === 'networkError' || step.outcome === 'undocumentedReply' || step.outcome === 'running')
    return true;
  return (flowOf(flow).outcomes[step.actor]?.[step.outcome]?.reply?.status ?? 0) >= FIRST_FAILURE;
}

/** The call that was under way at a reload; null if none was. */
function leftBehind(before: readonly FlowEdge[], { flow }: FlowEdge): string | null {
  const begun = before.findLastIndex((step) => step.flow === flow && step.edge.step.kind === 'start');
  const last = before.slice(0, begun).findLast((step) => step.flow === flow);
  return last?.edge.started.find((id) => isCall(flowOf(flow).machine, id)) ?? null;
}
