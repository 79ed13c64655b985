/** The differences between two versions of a flow, as documented. */
import { goldenSteps, type DocumentedState, type FlowDocument } from './document.ts';
import type { Transition } from './internals.ts';

/** A path and the transitions that it takes. */
export interface ComparedPath {
  readonly id: string;
  readonly steps: readonly string[];
  readonly fired: readonly string[];
}

/** Sentences by a stable name: a catalogue key with its language, or the name of a rule. */
export type Sentences = Readonly<Record<string, string>>;

/** The parts of a flow's version that are compared. */
export interface FlowVersion {
  readonly states: readonly DocumentedState[];
  readonly transitions: readonly Transition[];
  readonly paths: readonly ComparedPath[];
  readonly texts: Sentences;
  readonly rules: Sentences;
}

export interface Fact {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** One thing that changed. */
export interface ChartChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly id: string;
  /** The earlier id, if it was different: a transition that now leads elsewhere. */
  readonly was?: string;
  readonly facts: readonly Fact[];
}

export interface FlowDifference {
  readonly states: readonly ChartChange[];
  readonly transitions: readonly ChartChange[];
  readonly texts: readonly ChartChange[];
  readonly rules: readonly ChartChange[];
  /** Ids of the later version's paths that pass something new or changed. */
  readonly walkAgain: readonly string[];
}

/** An empty version, to compare a new flow with. */
export const noVersion: FlowVersion = { states: [], transitions: [], paths: [], texts: {}, rules: {} };

/** A documented flow with its texts and rules, ready to compare. */
export function versionOf(
  document: Pick<FlowDocument, 'states' | 'transitions' | 'paths' | 'golden'>,
  texts: Sentences = {},
  rules: Sentences = {},
): FlowVersion {
  const firedBy = new Map(
    goldenSteps(document.golden).map(({ in: from, step, to, fired }) => [`${from}|${step} → ${to}`, fired]),
  );
  const paths = document.paths.map(({ id, steps }) => {
    const fired = steps.flatMap(
      (step, index) => firedBy.get(`${index === 0 ? '' : endOf(steps[index - 1])}|${step}`) ?? [],
    );
    return { id, steps, fired: [...new Set(fired)] };
  });
  return { states: document.states, transitions: document.transitions, paths, texts, rules };
}

/** Where a step of a documented path leads. */
export function endOf(step: string | undefined): string {
  return step?.split(' → ').at(-1) ?? '';
}

/** How `after` differs from `before`. */
export function compare(before: FlowVersion, after: FlowVersion): FlowDifference {
  const states = changesOf(
    byId(before.states, ({ path }) => path),
    byId(after.states, ({ path }) => path),
    stateFacts,
  );
  const transitions = withMoved(
    changesOf(
      byId(before.transitions, ({ id }) => id),
      byId(after.transitions, ({ id }) => id),
      transitionFacts,
    ),
    before,
    after,
  );
  return {
    states,
    transitions,
    texts: changesOf(new Map(Object.entries(before.texts)), new Map(Object.entries(after.texts)), textFacts),
    rules: changesOf(new Map(Object.entries(before.rules)), new Map(Object.entries(after.rules)), textFacts),
    walkAgain: walkAgain(before, after, new Set([...states, ...transitions].map(({ id }) => id))),
  };
}

/** Whether two versions are the same. */
export function isSame({ states, transitions, texts, rules, walkAgain: again }: FlowDifference): boolean {
  return [states, transitions, texts, rules, again].every(({ length }) => length === 0);
}

function byId<T>(things: readonly T[], idOf: (thing: T) => string): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [idOf(thing), thing]));
}

function changesOf<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  factsOf: (thing: T) => Readonly<Record<string, string>>,
): readonly ChartChange[] {
  const removed = [...before]
    .filter(([id]) => !after.has(id))
    .map(([id, thing]): ChartChange => ({ kind: 'removed', id, facts: facts(factsOf(thing), {}) }));
  const others = [...after].flatMap(([id, thing]): ChartChange[] => {
    const earlier = before.get(id);
    if (earlier === undefined) return [{ kind: 'added', id, facts: facts({}, factsOf(thing)) }];
    const different = facts(factsOf(earlier), factsOf(thing));
    return different.length === 0 ? [] : [{ kind: 'changed', id, facts: different }];
  });
  return [...others, ...removed];
}

function facts(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): readonly Fact[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all
    .map((what) => ({ what, before: before[what] ?? '', after: after[what] ?? '' }))
    .filter((fact) => fact.before !== fact.after);
}

/** An older file may lack a field that is written today. */
function listed(values: readonly string[] | undefined): string {
  return (values ?? []).join(', ');
}

function stateFacts(state: DocumentedState): Readonly<Record<string, string>> {
  return {
    kind: state.kind,
    tags: listed(state.tags),
    route: state.route ?? '',
    screen: state.screen ?? '',
    title: state.title ?? '',
    calls: listed(state.calls),
    'on reload': state.onReload ?? '',
    'lost answer': state.lostAnswer ?? '',
    requirements: listed(state.requirements),
    entry: listed(state.entry),
    exit: listed(state.exit),
  };
}

function transitionFacts({ targets, actions }: Transition): Readonly<Record<string, string>> {
  return { 'leads to': listed(targets), actions: listed(actions) };
}

function textFacts(text: string): Readonly<Record<string, string>> {
  return { text };
}

/** A transition that leads elsewhere has another id; it counts as changed, not as one removed and one added. */
function withMoved(changes: readonly ChartChange[], before: FlowVersion, after: FlowVersion): readonly ChartChange[] {
  const cause = ({ source, trigger, guard }: Transition): string => `${source} · ${trigger} [${guard ?? ''}]`;
  const removed = byId(
    before.transitions.filter(({ id }) => changes.some((change) => change.kind === 'removed' && change.id === id)),
    cause,
  );
  const added = byId(
    after.transitions.filter(({ id }) => changes.some((change) => change.kind === 'added' && change.id === id)),
    cause,
  );
  const moved = new Map(
    [...added].flatMap(([name, now]) => {
      const was = removed.get(name);
      return was === undefined ? [] : [[now.id, was] as const];
    }),
  );
  const gone = new Set([...moved.values()].map(({ id }) => id));
  return changes.flatMap((change): ChartChange[] => {
    if (change.kind === 'removed' && gone.has(change.id)) return [];
    const was = change.kind === 'added' ? moved.get(change.id) : undefined;
    const now = after.transitions.find(({ id }) => id === change.id);
    return was === undefined || now === undefined
      ? [change]
      : [{ kind: 'changed', id: change.id, was: was.id, facts: facts(transitionFacts(was), transitionFacts(now)) }];
  });
}

function walkAgain(before: FlowVersion, after: FlowVersion, touched: ReadonlySet<string>): readonly string[] {
  const walked = new Set(before.paths.map(({ steps }) => steps.join('\n')));
  return after.paths
    .filter(
      ({ steps, fired }) =>
        !walked.has(steps.join('\n')) ||
        fired.some((id) => touched.has(id)) ||
        steps.some((step) => within(endOf(step)).some((state) => touched.has(state))),
    )
    .map(({ id }) => id);
}

/** A state and the states around it. */
function within(state: string): readonly string[] {
  const parts = state.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

const signs = { added: '+', removed: '-', changed: '~' } as const;

/** A difference as lines for a terminal or a review; none if nothing has changed. */
export function differenceLines({
  states,
  transitions,
  texts,
  rules,
  walkAgain: again,
}: FlowDifference): readonly string[] {
  const section = (title: string, changes: readonly ChartChange[]): readonly string[] =>
    changes.length === 0 ? [] : [`  ${title}`, ...changes.flatMap(changeLines)];
  return [
    ...section('states', states),
    ...section('transitions', transitions),
    ...section('texts', texts),
    ...section('rules', rules),
    ...(again.length === 0 ? [] : [`  paths to walk again: ${again.join(', ')}`]),
  ];
}

function changeLines({ kind, id, facts: different }: ChartChange): readonly string[] {
  const head = `    ${signs[kind]} ${id}`;
  if (kind !== 'changed') return [head];
  return [
    head,
    ...different.map(({ what, before, after }) => `        ${what}: ${oneLine(before)} → ${oneLine(after)}`),
  ];
}

function oneLine(text: string): string {
  return text === '' ? '(none)' : text.replaceAll(/\s+/g, ' ');
}
