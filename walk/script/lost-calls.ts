// A call whose response is lost, and a later one that returns its outcome: the later answer is arranged at the act that
// sends the first call. When the second one is sent, it is too late.
import { isCall } from '#machines/graph/explore.ts';
import type { Act } from '#walk/paths/acts.ts';
import { callOf } from './arrange.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf } from '#walk/paths/flows.ts';

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

const SENTENCE =
  /^Cut the connection (only after|before) the (?:request|confirmation) (?:has reached the server|is sent)(?:, with (?<needed>[^,]+)|, and wait (?<wait>.+) before you connect again|, and connect again now)?\.$/;
/** The lowest HTTP status of a server failure: the call may or may not have had its effect, as while it runs. */
const FIRST_FAILURE = 500;

/** Finds the acts that send a call whose response is lost, and what to arrange there. */
export function lostCalls(acts: readonly Act[]): LostCalls {
  const at = new Map<Act, SaidEarlier>();
  const told = new Set<FlowEdge>();
  const steps = acts.flatMap((act) => act.steps.map((step) => ({ act, step })));
  for (const [index, { act, step }] of steps.entries()) {
    const sentence = SENTENCE.exec(arrangeOf(step) ?? '');
    if (sentence === null) continue;
    const hadEffect = sentence[1] === 'only after';
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
    const { needed, wait } = sentence.groups ?? {};
    const said =
      lost !== undefined
        ? lostAnswer(callOf(actorOf(lost.step)), hadEffect)
        : left === null
          ? ELSEWHERE
          : loadedAgain(callOf(left), hadEffect);
    const place = lost?.act ?? act;
    const known = at.get(place) ?? { prepare: [], undo: [] };
    at.set(place, {
      prepare: [...known.prepare, said, ...(needed === undefined ? [] : [`Have ${needed}.`])],
      undo: [...known.undo, ...(wait === undefined ? [] : [`Wait ${wait} before you go on.`])],
    });
    told.add(step);
  }
  return { at, told };
}

/** If no call of this page can have had the effect. */
const ELSEWHERE = 'Do the same in another tab, up to its end.';

function lostAnswer(call: string, hadEffect: boolean): string {
  return hadEffect
    ? `See that ${call} reaches the server nevertheless: only its answer is lost.`
    : `See that ${call} does not reach the server.`;
}

function loadedAgain(call: string, hadEffect: boolean): string {
  return hadEffect
    ? `See that ${call} has reached the server before the page is loaded again.`
    : `See that ${call} has not reached the server when the page is loaded again.`;
}

function actorOf({ edge: { step } }: FlowEdge): string {
  return step.kind === 'outcome' ? step.actor : '';
}

function arrangeOf({ flow, edge: { step } }: FlowEdge): string | undefined {
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
