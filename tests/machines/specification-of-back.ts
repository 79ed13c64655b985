import { isCall, type Edge, type Node } from '#machines/graph/explore.ts';
import { resumeOf } from '#machines/graph/ways.ts';
import { answers, ends, isEvent, isMessage, type Explored, type Sentence } from './specification.ts';

/**
 * Back goes one step back within the flow (P-2). Which step that is, is derived from the presses that lead forward,
 * never from the transitions of Back; so a chart whose Back leads elsewhere contradicts itself.
 */
export const sentencesOfBack: readonly Sentence[] = [
  {
    source: 'P-2',
    says: 'Back, even out of a nested flow, leads to the step from which a press leads to the current one',
    against: (flow) => {
      const pressed = pressesBefore(flow);
      const isStepBefore = (from: Node, to: Node): boolean =>
        flow.nodes.some(
          (node) => screenOf(node) === screenOf(from) && pressed.get(node.key)?.has(screenOf(to)) === true,
        );
      return flow.where(
        (edge, from, to) =>
          leadsBack(flow, edge) &&
          !endOfWithin(to) &&
          !(screenOf(to) !== screenOf(from) && settled(flow, to).every((node) => isStepBefore(from, node))),
      );
    },
  },
  {
    source: 'P-1, P-2',
    says: 'a step that a press leads to, with a URL of its own or in a nested flow, has a Back',
    against: (flow) => {
      const pressed = pressesBefore(flow);
      const routes = new Map(flow.nodes.map((node) => [screenOf(node), node.meta?.route]));
      const firsts = new Set(
        flow.graph.edges
          .filter(({ step }) => step.kind === 'start' && resumeOf(flow.graph.cases.starts[step.name]?.input) === null)
          .flatMap((edge) => settled(flow, flow.to(edge)).map(screenOf)),
      );
      const isLater = (node: Node): boolean =>
        !firsts.has(screenOf(node)) &&
        [...(pressed.get(node.key) ?? [])].some(
          (screen) => screen !== screenOf(node) && routes.get(screen) !== node.meta?.route,
        );
      const isWithin = flow.graph.cases.host !== undefined;
      return flow.nodes
        .filter(
          (node) =>
            (isWithin ? node.tags.includes('form') : isStep(flow, node) && isLater(node)) &&
            !flow.leaving(node).some((edge) => isEvent(edge, 'BACK')),
        )
        .map(({ state }) => state);
    },
  },
  {
    source: 'P-2, P-4',
    says: 'Back never leads to a message: nothing was refused, and earlier messages no longer apply',
    against: (flow) => flow.where((edge, _from, to) => isEvent(edge, 'BACK') && isMessage(to)),
  },
  {
    source: 'P-2',
    says: 'keeping what one was asked about leads back to the step that asked',
    against: (flow) => {
      const pressed = pressesBefore(flow);
      return flow.where(
        (edge, from, to) =>
          isEvent(edge, 'KEEP_REQUEST') &&
          !settled(flow, to).every((node) => pressed.get(from.key)?.has(screenOf(node)) === true),
      );
    },
  },
  {
    source: 'P-2, P-4',
    says: 'going back keeps what was typed',
    against: (flow) =>
      flow.where(
        (edge, from, to) =>
          leadsBack(flow, edge) &&
          !ends(to) &&
          typedFields.some((field) => !isChosenAgain(field, to) && valueOf(from, field) !== valueOf(to, field)),
      ),
  },
];

/** What is typed or chosen on a form and restored in it. */
const typedFields = ['typed', 'draft', 'account', 'email', 'username', 'amountUsd', 'option'];
/** The amount of a custom plan belongs to its stage; on the list of stages, it is chosen again. */
const isChosenAgain = (field: string, to: Node): boolean => field === 'amountUsd' && screenOf(to) === 'purchase-stages';
/** Steps that Back skips: a code works once, and its screen has nothing to offer after that (D-16, decision 0013). */
const passedOver: readonly string[] = ['sign-up-code'];
/** Steps with a different continuation: a used link opens no earlier step, and a new one is requested. */
const withoutWayBack: readonly string[] = ['email-change-invalid'];
/** Presses that lead nowhere forward. */
const notOn = ['BACK', 'CANCEL', 'LEAVE', 'KEEP_REQUEST'];

const screenOf = ({ meta }: Node): string => meta?.screen ?? '';
const valueOf = ({ snapshot }: Node, field: string): string =>
  JSON.stringify((snapshot.context as Readonly<Record<string, unknown>>)[field] ?? null);
const endOfWithin = ({ snapshot }: Node): boolean =>
  (snapshot.output as { readonly kind?: unknown } | undefined)?.kind === 'abandoned';
/** A message that has replaced a step. */
const isDisplaced = (node: Node): boolean => isMessage(node) && !node.tags.includes('form');

/**
 * Whether a member is at a step that can be left by Back: not the last one, and not a call whose outcome is being asked
 * for (P-3).
 */
function isStep(flow: Explored, node: Node): boolean {
  const next = flow.leaving(node).map((edge) => flow.to(edge));
  const isLast = next.length > 0 && next.every(ends);
  return (
    node.meta !== null &&
    !ends(node) &&
    node.running.length === 0 &&
    node.meta.route !== '*' &&
    !withoutWayBack.includes(screenOf(node)) &&
    !isLast &&
    node.meta.onReload !== 'reconcile'
  );
}

/** Whether an edge is Back, or a flow within this one that ended by it. */
function leadsBack({ graph }: Explored, edge: Edge): boolean {
  return (
    isEvent(edge, 'BACK') ||
    (edge.step.kind === 'outcome' && !isCall(graph.cases.machine, edge.step.actor) && answers(edge, 'abandoned'))
  );
}

/** Where a path leads once its calls are answered; an end or a message determines itself what is next. */
function settled(flow: Explored, node: Node, seen = new Set<string>()): readonly Node[] {
  if (seen.has(node.key)) return [];
  seen.add(node.key);
  if (!node.tags.includes('waiting')) return [node];
  const next = flow.leaving(node).flatMap((edge) => (edge.step.kind === 'outcome' ? [flow.to(edge)] : []));
  return next.filter((to) => !ends(to) && !isMessage(to)).flatMap((to) => settled(flow, to, seen));
}

/** For each situation the screens from which a press leads to it; in between, only answers arrive and time passes. */
function pressesBefore(flow: Explored): ReadonlyMap<string, ReadonlySet<string>> {
  const pressed = new Map(flow.nodes.map(({ key }) => [key, new Set<string>()]));
  const queue: Node[] = [];
  const add = (node: Node, screens: Iterable<string>): void => {
    const known = pressed.get(node.key) ?? new Set();
    const before = known.size;
    for (const screen of screens) known.add(screen);
    if (known.size > before) queue.push(node);
  };
  for (const edge of flow.graph.edges) {
    const from = flow.from(edge);
    if (
      from !== null &&
      edge.step.kind === 'event' &&
      !isEvent(edge, ...notOn, ...flow.graph.cases.world) &&
      !isDisplaced(from) &&
      !passedOver.includes(screenOf(from))
    )
      add(flow.to(edge), [screenOf(from)]);
  }
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const edge of flow.leaving(node)) {
      const to = flow.to(edge);
      // A form with the message of an answer is the one that was sent, not the next step.
      const goesOn =
        edge.step.kind === 'event'
          ? passedOver.includes(screenOf(node)) && !isEvent(edge, ...notOn)
          : !(isMessage(to) && to.tags.includes('form'));
      if (goesOn) add(to, pressed.get(node.key) ?? []);
    }
  }
  return pressed;
}
