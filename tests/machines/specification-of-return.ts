import { nodeOf, stepsFrom, type AnyCases, type Node } from '#machines/graph/explore.ts';
import { probe } from '#machines/graph/internals.ts';
import { resumeOf, situationsOf } from '#machines/graph/ways.ts';
import { unsafeCalls } from '#walk/paths/flows.ts';
import { ends, moneyFlows, type Explored, type Sentence } from './specification.ts';

/** Flows whose host is returned to, not they. */
const HOSTED = ['challenge', 'confirmation'];
/** The session renews itself; a confirmation mails its code, gets what a device signs, and confirms what needs none. */
const BY_ITSELF = ['session', 'confirmation'];

/** What is there while a call may have run is never gone afterwards: the server forgets no stake. */
const NEVER_GONE = ['restake: stakeGone'];

/**
 * What happens first when a member returns to a flow: after a reload, from another page, or in another tab. Each is
 * tried with every checkpoint that the flow can have stored.
 */
export const sentencesOfReturn: readonly Sentence[] = [
  {
    source: 'P-3, P-1',
    says: 'a flow that is returned to while a call may have run asks for its outcome first',
    against: (flow) =>
      HOSTED.includes(flow.graph.id)
        ? []
        : [...storedDuringCalls(flow)].flatMap(([stored, state]) =>
            stored === null
              ? [`${state} stores nothing`]
              : untilAsked(flow, JSON.parse(stored)).map((place) => `${state}, returned to: ${place}`),
          ),
  },
  {
    source: 'P-3, F-10',
    says: 'a confirmation begins by asking for the outcome of its draft',
    flows: ['confirmation'],
    against: (flow) =>
      flow.graph.edges
        .filter(({ from }) => from === null)
        .map((edge) => flow.to(edge))
        .filter((node) =>
          flow.leaving(node).some(({ step }) => !(step.kind === 'outcome' && step.actor === 'getDraft')),
        )
        .map(({ state }) => state),
  },
  {
    source: 'P-1, P-3',
    says: 'a flow that begins or is returned to sends nothing that has an effect until the member presses',
    against: (flow) =>
      BY_ITSELF.includes(flow.graph.id)
        ? []
        : checkpointsOf(flow).flatMap((checkpoint) =>
            followed(flow.graph.cases, checkpoint, 'no press').flatMap(({ state, running }) =>
              running.some((call) => unsafeCalls.has(call)) ? [state] : [],
            ),
          ),
  },
];

/** By which calls the outcome of another is asked for. */
function inquiriesOf({ graph }: Explored): readonly string[] {
  if (moneyFlows.includes(graph.id)) return ['confirmation'];
  if (graph.id === 'deposit') return ['getDeposit'];
  // The proof that the session has shows what a code was right for.
  return graph.id === 'sign-up' ? ['getRequestOutcome', 'isEmailExists'] : ['getRequestOutcome'];
}

/** Whether a call runs, or has run, that changes something and may not simply be repeated. */
function mayHaveRun({ state, running, meta }: Node): boolean {
  const isUnknown = /([oO]utcomeUnknown|[rR]econciling)$/.test(state);
  const isRunning = running.some((call) => unsafeCalls.has(call)) && meta?.lostAnswer === undefined;
  return isUnknown || isRunning || running.includes('confirmation');
}

/** Each checkpoint that can be stored while a call may have run, as text, and a state in which it is. */
function storedDuringCalls(flow: Explored): ReadonlyMap<string | null, string> {
  return new Map(
    situationsOf(flow.graph)
      .filter(({ node }) => mayHaveRun(node))
      .map(({ node, checkpoint }) => [checkpoint === null ? null : JSON.stringify(checkpoint), node.state]),
  );
}

/** One checkpoint of each step that a flow can have stored, and none. */
function checkpointsOf(flow: Explored): readonly unknown[] {
  const steps = situationsOf(flow.graph).map(({ checkpoint }) => [stepIn(checkpoint), checkpoint] as const);
  return [null, ...new Map(steps).values()];
}

function stepIn(checkpoint: unknown): unknown {
  return (checkpoint as { readonly step?: unknown } | null)?.step ?? null;
}

/** What is wrong with the way from a checkpoint to the question for the outcome. */
function untilAsked(flow: Explored, checkpoint: unknown): readonly string[] {
  const isAsking = ({ running }: Node) => inquiriesOf(flow).some((call) => running.includes(call));
  const { cases } = flow.graph;
  return followed(cases, checkpoint, 'RETRY', isAsking).flatMap((node) => {
    const { state, running, snapshot } = node;
    if (ends(node) || isAsking(node)) return [];
    if (running.some((call) => unsafeCalls.has(call))) return [`${state} sends it again`];
    const offered = stepsFrom(snapshot, cases).flatMap(([step]) => (step.kind === 'event' ? [step.event] : []));
    // Where nothing but to leave is offered, the member is told something else for good.
    const isClosed = running.length === 0 && !offered.includes('RETRY');
    if (isClosed && !NEVER_GONE.includes(`${cases.machine.id}: ${state}`)) return [`${state} does not ask`];
    return offered.flatMap((event) => (['RETRY', 'LEAVE'].includes(event) ? [] : [`${state} offers ${event}`]));
  });
}

/** Every situation that follows a return without a press, or by asking again alone; none beyond `isEnough`. */
function followed(
  cases: AnyCases,
  checkpoint: unknown,
  pressed: 'no press' | 'RETRY',
  isEnough: (node: Node) => boolean = () => false,
): readonly Node[] {
  const { start, step } = probe(cases.machine);
  const inputs = Object.values(cases.starts).map(({ input }) => input);
  const like = inputs.find((input) => stepIn(resumeOf(input)) === stepIn(checkpoint)) ?? inputs[0];
  const input = typeof like === 'object' ? { ...like, resume: checkpoint } : like;
  const found = new Map<string, Node>();
  const queue = [nodeOf(start(input).snapshot)];
  for (const node of queue) {
    if (found.has(node.key)) continue;
    found.set(node.key, node);
    if (isEnough(node)) continue;
    for (const [each, event] of stepsFrom(node.snapshot, cases))
      if (each.kind !== 'event' || each.event === pressed) queue.push(nodeOf(step(node.snapshot, event).snapshot));
  }
  return [...found.values()];
}
