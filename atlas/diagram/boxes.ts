/** What is drawn of a chart: boxes with their contents, and bundles of transitions between them. */
import type { DocumentedState } from '#machines/graph/document.ts';
import type { Transition } from '#machines/graph/internals.ts';
import type { BoxKind, Line, Segment } from './drawing.ts';
import { transitionKind, type TransitionKind } from './kinds.ts';
import { cut, lettersOf, textOfLine } from './metrics.ts';
import { KEEPS_ADDRESS } from './routes.ts';

export interface Box {
  readonly id: string;
  readonly kind: BoxKind;
  readonly state: string | null;
  readonly name: string;
  readonly tags: readonly string[];
  readonly facts: readonly string[];
  readonly rows: readonly Line[];
  readonly children: readonly Box[];
}

/** Transitions of one kind between the same two boxes. */
export interface Bundle {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: TransitionKind;
  readonly lines: readonly Line[];
}

export interface Boxes {
  readonly boxes: readonly Box[];
  readonly bundles: readonly Bundle[];
}

/** What is drawn, and how. */
export interface Sketch {
  readonly states: readonly DocumentedState[];
  readonly transitions: readonly Transition[];
  /** Paths of collapsed states. */
  readonly collapsed?: ReadonlySet<string>;
  /** The title of a state, as text. */
  readonly titleOf?: (state: DocumentedState) => string | null;
  /** What a collapsed box says of the states inside it, by their number. */
  readonly insideOf?: (count: number) => string;
}

export const BEGIN = '(begin)';
export const ANYWHERE = '(any)';
/** The words of a drawing that are not names of the chart; a view may show them in another language. */
export const NAME_OF_ANYWHERE = 'in any state';
export const OTHERWISE = '(otherwise)';

interface Plan {
  readonly sketch: Sketch;
  /** The box in which each state is shown. */
  readonly boxOf: (path: string) => string;
  readonly shown: readonly DocumentedState[];
  /**
   * Ends that are reached from many boxes: a line in each of those boxes replaces the edges, which would cover the
   * rest.
   */
  readonly farEnds: ReadonlySet<string>;
  /**
   * Ids of the transitions of states that choose among many boxes, as after a reload: shown as rows of those states,
   * since the edges would span the whole chart.
   */
  readonly farChoices: ReadonlySet<string>;
}

/** From this many boxes on, an end is shown in each of them, and a choice in the state that makes it. */
const MANY = 3;

/** Whether `inner` is in `outer` or equal to it. */
export function lies(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}

function childrenOf(states: readonly DocumentedState[], path: string): readonly DocumentedState[] {
  return states.filter(
    (state) =>
      state.path.startsWith(path === '' ? '' : `${path}.`) &&
      state.path !== path &&
      !state.path.slice(path === '' ? 0 : path.length + 1).includes('.'),
  );
}

/**
 * Whether a state's inner states are shown as rows of its box: they differ only in the message, and no transition
 * leaves one of them.
 */
export function isRows({ states, transitions }: Sketch, path: string): boolean {
  const inner = states.filter((state) => state.path !== path && lies(state.path, path));
  return (
    inner.length > 0 &&
    inner.every(
      (state) =>
        state.kind !== 'compound' &&
        state.kind !== 'parallel' &&
        !transitions.some(({ source }) => source === state.path),
    )
  );
}

/** The boxes and bundles of a chart. */
export function boxesOf(sketch: Sketch): Boxes {
  const { states, collapsed = new Set<string>() } = sketch;
  const closed = states.filter(({ path }) => collapsed.has(path) || isRows(sketch, path)).map(({ path }) => path);
  const boxOf = (path: string): string =>
    closed.filter((outer) => lies(path, outer)).toSorted((a, b) => a.length - b.length)[0] ?? path;
  const plan: Plan = {
    sketch,
    boxOf,
    shown: states.filter(({ path }) => boxOf(path) === path),
    farEnds: farEndsOf(sketch, boxOf),
    farChoices: farChoicesOf(sketch, boxOf),
  };
  const initial = states.find(({ path, initial: first }) => first && !path.includes('.'));
  const anywhere = sketch.transitions.some(({ source }) => source === ANYWHERE);
  const boxes = [
    ...(initial === undefined ? [] : [mark(BEGIN, 'begin')]),
    ...(anywhere ? [mark(ANYWHERE, 'anywhere', NAME_OF_ANYWHERE)] : []),
    ...childrenOf(plan.shown, '').map((state) => boxOfState(plan, state)),
  ];
  const begin: readonly Bundle[] =
    initial === undefined ? [] : [{ id: BEGIN, from: BEGIN, to: boxOf(initial.path), kind: 'always', lines: [] }];
  return { boxes, bundles: [...begin, ...bundlesOf(plan)] };
}

function farEndsOf({ states, transitions }: Sketch, boxOf: Plan['boxOf']): ReadonlySet<string> {
  const sources = (end: string): ReadonlySet<string> =>
    new Set(
      transitions
        .filter(({ targets }) => targets.includes(end))
        .map(({ source }) => (source === ANYWHERE ? source : boxOf(source))),
    );
  return new Set(
    states
      .filter(({ path, kind }) => kind === 'final' && !path.includes('.') && sources(path).size >= MANY)
      .map(({ path }) => path),
  );
}

/**
 * The guarded choices of such states. The unguarded one stays an edge, as the default path. So does a choice that is
 * the only one leading to its target.
 */
function farChoicesOf({ states, transitions }: Sketch, boxOf: Plan['boxOf']): ReadonlySet<string> {
  const guarded = transitions.filter(({ trigger, guard }) => trigger === 'always' && guard !== null);
  const targets = (source: string): ReadonlySet<string> =>
    new Set(guarded.filter((choice) => choice.source === source).flatMap((choice) => choice.targets.map(boxOf)));
  const choices = new Set(guarded.filter(({ source }) => targets(source).size >= MANY));
  const initial = states.flatMap(({ path, initial: first }) => (first && !path.includes('.') ? [path] : []));
  for (const choice of choices) {
    const reached = reachedFrom(
      [...initial, ANYWHERE],
      transitions.filter((each) => !choices.has(each)),
      boxOf,
    );
    if (choice.targets.some((target) => !reached.has(boxOf(target)))) choices.delete(choice);
  }
  return new Set([...choices].map(({ id }) => id));
}

/** The boxes that `transitions` lead to from some states; inside a group everything is in reach. */
function reachedFrom(
  from: readonly string[],
  transitions: readonly Transition[],
  boxOf: Plan['boxOf'],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const due = [...from];
  for (let path = due.pop(); path !== undefined; path = due.pop()) {
    const box = path === ANYWHERE ? path : boxOf(path);
    if (reached.has(box)) continue;
    reached.add(box);
    for (const { source, targets } of transitions)
      if (source === ANYWHERE || lies(source, box) || lies(box, source)) due.push(...targets);
  }
  return reached;
}

function mark(id: string, kind: BoxKind, name = ''): Box {
  return { id, kind, state: null, name, tags: [], facts: [], rows: [], children: [] };
}

function boxOfState(plan: Plan, state: DocumentedState): Box {
  const { sketch, shown } = plan;
  const children = childrenOf(shown, state.path).map((child) => boxOfState(plan, child));
  const title = sketch.titleOf?.(state) ?? null;
  const name = state.path.split('.').at(-1) ?? state.path;
  return {
    id: state.path,
    kind: state.kind === 'final' ? 'end' : children.length > 0 ? 'group' : 'state',
    state: state.path,
    name: state.initial && state.path.includes('.') ? `▸ ${name}` : name,
    tags: state.tags,
    facts: [
      ...(title === null ? [] : [`“${cut(title, 34)}”`]),
      ...(state.route === null || state.route === KEEPS_ADDRESS ? [] : [cut(state.route)]),
      ...state.calls.map((call) => cut(`⇄ ${call}`)),
    ],
    rows: [...messageRows(plan, state), ...insideRows(plan, state)],
    children,
  };
}

function segment(text: string, transition: string | null = null, state: string | null = null): Segment {
  return { text, transition, state };
}

/** The inner states of a box of rows, or how many are not shown. */
function messageRows({ sketch }: Plan, state: DocumentedState): readonly Line[] {
  const inner = sketch.states.filter(({ path }) => path !== state.path && lies(path, state.path));
  if (inner.length === 0) return [];
  if (isRows(sketch, state.path))
    return inner.map(({ path, initial, tags }) => [
      segment(
        `${initial ? '▸' : tags.includes('error') ? '!' : '·'} ${cut(path.split('.').at(-1) ?? path)}`,
        null,
        path,
      ),
    ]);
  return sketch.collapsed?.has(state.path) === true
    ? [[segment(sketch.insideOf?.(inner.length) ?? `+ ${inner.length}`, null, state.path)]]
    : [];
}

/** Rows for what happens without leaving the box, and for what leads into it from a state around it. */
function insideRows(plan: Plan, state: DocumentedState): readonly Line[] {
  return plan.sketch.transitions.flatMap((transition): Line[] => {
    const place = insidePlace(plan, transition);
    if (place !== state.path) return [];
    const [to] = transition.targets;
    const target = to === undefined || to === transition.source ? '' : ` → ${to.split('.').at(-1)}`;
    const sign = to !== undefined && plan.farEnds.has(to) ? '⇥ ' : plan.farChoices.has(transition.id) ? '' : '↻ ';
    return [[segment(cut(`${sign}${labelOf(transition)}${target}`, 46), transition.id)]];
  });
}

/** The box in which a transition is a row; null if it is an edge. */
function insidePlace({ boxOf, farEnds, farChoices }: Plan, { id, source, targets }: Transition): string | null {
  if (source === ANYWHERE) return null;
  const from = boxOf(source);
  const [to = source] = targets.map(boxOf);
  if (farEnds.has(to) || farChoices.has(id)) return from;
  if (from === to) return from;
  if (lies(to, from)) return to;
  return lies(from, to) ? from : null;
}

function labelOf({ trigger, guard }: Transition): string {
  return `${signed(trigger)}${guard === null ? '' : ` [${guard}]`}`;
}

/** Each kind of cause starts with its own sign; what a member does has none. */
function signed(trigger: string): string {
  if (trigger.startsWith('after ')) return `◷ ${trigger}`;
  return trigger === 'always' ? '⇢' : trigger;
}

function bundlesOf(plan: Plan): readonly Bundle[] {
  const { sketch, boxOf } = plan;
  const isError = (path: string): boolean =>
    sketch.states.find((state) => state.path === path)?.tags.includes('error') === true;
  const bundles = new Map<string, { from: string; to: string; kind: TransitionKind; of: Transition[] }>();
  for (const transition of sketch.transitions) {
    if (insidePlace(plan, transition) !== null) continue;
    const from = transition.source === ANYWHERE ? ANYWHERE : boxOf(transition.source);
    const to = boxOf(transition.targets[0] ?? transition.source);
    // A transition of the root without a target leads nowhere.
    if (from === to || to === ANYWHERE) continue;
    const kind = transitionKind(transition, isError);
    const id = `${from} ${kind} ${to}`;
    const bundle = bundles.get(id) ?? { from, to, kind, of: [] };
    bundle.of.push(transition);
    bundles.set(id, bundle);
  }
  return [...bundles].map(([id, { of, ...rest }]) => ({ id, ...rest, lines: linesOf(of) }));
}

const WIDEST_LABEL = 30;

/** The lines of a bundle: a trigger alone, or a trigger with all its guards, as many per line as fit. */
export function linesOf(transitions: readonly Transition[]): readonly Line[] {
  const byTrigger = new Map<string, Transition[]>();
  for (const transition of transitions)
    byTrigger.set(transition.trigger, [...(byTrigger.get(transition.trigger) ?? []), transition]);
  return [...byTrigger].flatMap(([trigger, same]): Line[] => {
    const [only] = same;
    if (same.length === 1 && only !== undefined) return twoLines(only);
    const lines: Segment[][] = [[segment(signed(trigger))], []];
    for (const { guard, id } of same) {
      const piece = segment(cut(guard ?? OTHERWISE, WIDEST_LABEL), id);
      const last = lines.at(-1) ?? [];
      if (last.length > 0 && lettersOf(textOfLine(last)) + lettersOf(piece.text) + 3 > WIDEST_LABEL)
        lines.push([segment('  '), piece]);
      else last.push(segment(last.length === 0 ? '  ' : ' · '), piece);
    }
    return lines;
  });
}

/** A long guard has a line of its own. */
function twoLines(transition: Transition): Line[] {
  const { trigger, guard, id } = transition;
  const whole = labelOf(transition);
  if (guard === null || lettersOf(whole) <= WIDEST_LABEL) return [[segment(cut(whole), id)]];
  return [[segment(cut(signed(trigger)), id)], [segment(cut(`  [${guard}]`), id)]];
}
