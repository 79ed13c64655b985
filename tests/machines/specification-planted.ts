// The flows as a sentence of the specification sees them, unchanged and with one mistake.
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { reach, rebuilt, replaced, type Part } from '#machines/graph/mutants.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import type { Mistake } from './specification-mistakes.ts';
import type { Sentence } from './specification.ts';

/** The explored flow as a sentence sees it. */
export function graphFor(sentence: Sentence, cases: AnyCases): Graph {
  return graphOf(casesFor(sentence, cases));
}

const withNewKeys = new Map<AnyCases, AnyCases>();

/**
 * The case tables; for a sentence about keys, an answer with a key has a different key from the one that the flow began
 * with.
 */
function casesFor({ isAboutKeys = false }: Sentence, cases: AnyCases): AnyCases {
  if (!isAboutKeys || !JSON.stringify(cases.outcomes).includes('"key":')) return cases;
  const known = withNewKeys.get(cases) ?? {
    ...cases,
    outcomes: JSON.parse(JSON.stringify(cases.outcomes), (name, value: unknown) =>
      name === 'key' ? 'key-of-the-next-call' : value,
    ) as AnyCases['outcomes'],
  };
  withNewKeys.set(cases, known);
  return known;
}

/** The explored graph of a flow with one mistake. */
export function mistaken(sentence: Sentence, { flow, state, on, leadsTo, ...actions }: Mistake) {
  const cases = casesFor(sentence, flowOf(flow));
  const keys = state.split('.').flatMap((name) => ['states', name]);
  const config = cases.machine.config;
  const part = reach(config, keys);
  if (part === undefined) throw new Error(`The flow ${flow} has no state ${state}.`);
  const isMisled = actions.loses === undefined && actions.adds === undefined;
  const changed = isMisled
    ? misled(part as Part, on, leadsTo === null ? undefined : `#${flow}.${leadsTo}`)
    : withActions(part as Part, on, actions);
  return explore({ ...cases, machine: rebuilt(cases.machine, replaced(config, keys, changed)) });
}

/** A state whose transition leads to `target`; a new transition if it has none for the event. */
function misled(part: Part, on: string, target: string | undefined): Part {
  if (on === 'entry' || on === 'exit') return { ...part, [on]: undefined };
  // The first of the branches that are taken at once, of a state that decides where a flow begins.
  if (on === 'always') {
    const [first, ...others] = (part['always'] ?? []) as readonly Part[];
    return { ...part, always: [{ ...first, target }, ...others] };
  }
  if (target === undefined && (part['on'] as Part | undefined)?.[on] !== undefined)
    return { ...part, on: { ...(part['on'] as Part), [on]: undefined } };
  const {
    after,
    invoke,
    on: events,
  } = part as {
    readonly after?: Part;
    readonly invoke?: Part & { readonly onDone?: readonly Part[] };
    readonly on?: Part;
  };
  if (after?.[on] !== undefined) return { ...part, after: { ...after, [on]: target } };
  if (invoke?.onDone?.some(isAnswer(on)) === true)
    return {
      ...part,
      invoke: {
        ...invoke,
        onDone: invoke.onDone.map((branch) => (isAnswer(on)(branch) ? { ...branch, target } : branch)),
      },
    };
  if (target === undefined || !/^[A-Z_]+$/.test(on)) throw new Error(`The chart has no transition on ${on}.`);
  return { ...part, on: { ...events, [on]: target } };
}

function isAnswer(kind: string): (branch: Part) => boolean {
  return (branch) =>
    (branch['guard'] as { readonly params?: { readonly kind?: string } } | undefined)?.params?.kind === kind;
}

/** A state whose transition has one action less, or one more. */
function withActions(part: Part, on: string, { loses, adds }: Pick<Mistake, 'loses' | 'adds'>): Part {
  const nameOf = (action: unknown): unknown =>
    typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
  const changed = (branch: Part): Part => ({
    ...branch,
    actions: [
      ...[branch['actions'] ?? []].flat().filter((action) => nameOf(action) !== loses),
      ...(adds === undefined ? [] : [adds]),
    ],
  });
  const { invoke, on: events } = part as {
    readonly invoke?: Part & { readonly onDone?: readonly Part[] };
    readonly on?: Part;
  };
  if (events?.[on] !== undefined) return { ...part, on: { ...events, [on]: [events[on] as Part].flat().map(changed) } };
  if (invoke?.onDone?.some(isAnswer(on)) !== true) throw new Error(`The chart has no transition on ${on}.`);
  return {
    ...part,
    invoke: { ...invoke, onDone: invoke.onDone.map((branch) => (isAnswer(on)(branch) ? changed(branch) : branch)) },
  };
}
