/** Questions of analysts, answered from the charts' data. */
import type { DocumentedCell } from '#machines/graph/document.ts';
import { keyOf, type AtlasIndex, type ChartModel, type ChartSummary, type Texts } from './model.ts';

/** A step with the states that it leads from and to; a start leads from null. */
export interface Leg {
  readonly from: string | null;
  readonly label: string;
  readonly to: string;
}

/** Whether a state is another one or inside it. */
function liesIn(state: string, outer: string): boolean {
  return state === outer || state.startsWith(`${outer}.`);
}

function stateAt({ states, situations }: Walked, place: number): string {
  return states[situations.states[place] ?? -1]?.path ?? '';
}

type Walked = Pick<ChartModel, 'states' | 'situations'>;

function legsOf(chart: Walked, steps: readonly (readonly [number, number, number])[]): readonly Leg[] {
  const legs = steps.map(([from, to, label]): Leg => ({
    from: from === -1 ? null : stateAt(chart, from),
    label: chart.situations.labels[label] ?? '',
    to: stateAt(chart, to),
  }));
  return [...new Map(legs.map((leg) => [JSON.stringify(leg), leg])).values()];
}

/** The steps that lead directly into a state, from outside it. */
export function waysInto(chart: Walked, state: string): readonly Leg[] {
  return legsOf(chart, chart.situations.steps).filter(
    ({ from, to }) => liesIn(to, state) && (from === null || !liesIn(from, state)),
  );
}

/** The steps that lead out of a state. */
export function waysOutOf(chart: Walked, state: string): readonly Leg[] {
  return legsOf(chart, chart.situations.steps).filter(
    ({ from, to }) => from !== null && liesIn(from, state) && !liesIn(to, state),
  );
}

/** All states from which a state can be reached, in the order of the chart. */
export function reachedFrom(chart: Walked, state: string): readonly string[] {
  const { steps } = chart.situations;
  const before = new Map<number, number[]>();
  for (const [from, to] of steps) before.set(to, [...(before.get(to) ?? []), from]);
  const queue = chart.situations.states.flatMap((_, place) => (liesIn(stateAt(chart, place), state) ? [place] : []));
  const seen = new Set(queue);
  for (const place of queue) {
    for (const earlier of before.get(place) ?? []) {
      if (earlier === -1 || seen.has(earlier)) continue;
      seen.add(earlier);
      queue.push(earlier);
    }
  }
  const reached = new Set([...seen].map((place) => stateAt(chart, place)));
  return chart.states.map(({ path }) => path).filter((path) => reached.has(path) && !liesIn(path, state));
}

/**
 * The fewest steps from one state to another, from any situation of the first; with null, from a start of the chart.
 * Null if there is no path.
 */
export function shortestWay(chart: Walked, from: string | null, to: string): readonly Leg[] | null {
  const { steps, states } = chart.situations;
  const leaving = new Map<number, (readonly [number, number, number])[]>();
  for (const step of steps) leaving.set(step[0], [...(leaving.get(step[0]) ?? []), step]);
  const begin =
    from === null ? [-1] : states.flatMap((_, place) => (liesIn(stateAt(chart, place), from) ? [place] : []));
  const reachedBy = new Map<number, readonly [number, number, number] | null>(begin.map((place) => [place, null]));
  const queue = [...begin];
  for (const place of queue) {
    for (const step of leaving.get(place) ?? []) {
      if (reachedBy.has(step[1])) continue;
      reachedBy.set(step[1], step);
      if (liesIn(stateAt(chart, step[1]), to)) return legsOf(chart, trace(step, reachedBy));
      queue.push(step[1]);
    }
  }
  return null;
}

function trace(
  last: readonly [number, number, number],
  reachedBy: ReadonlyMap<number, readonly [number, number, number] | null>,
): readonly (readonly [number, number, number])[] {
  const way = [last];
  for (let step = reachedBy.get(last[0]); step != null; step = reachedBy.get(step[0])) way.push(step);
  return way.reverse();
}

/** The charts that make a call themselves, and those that run a child that does. */
export function usersOf(
  { charts }: AtlasIndex,
  call: string,
): { readonly making: readonly ChartSummary[]; readonly through: readonly ChartSummary[] } {
  const making = charts.filter(({ calls }) => calls.includes(call));
  const ids = new Set(making.map(({ id }) => id));
  return { making, through: charts.filter(({ children }) => children.some((child) => ids.has(child))) };
}

/** The states that can show a message. */
export function statesShowing(
  { charts }: AtlasIndex,
  code: string,
): readonly {
  readonly chart: string;
  readonly state: string;
  readonly title: Texts | null;
  readonly says: string;
}[] {
  return charts.flatMap((chart) =>
    chart.states
      .filter(({ messages }) => messages.includes(code))
      .map(({ path, title, says }) => ({ chart: keyOf(chart), state: path, title, says })),
  );
}

/** Where each answer of a call, or no answer, leads in each state that makes it; failures first. */
export function whenCalled({ matrices }: Pick<ChartModel, 'matrices'>, call: string): readonly DocumentedCell[] {
  const cells = matrices.fault.filter(
    ({ happens }) => happens.startsWith(`✓ ${call} [`) || happens.startsWith(`✗ ${call} [`),
  );
  return cells.toSorted((a, b) => Number(b.happens.startsWith('✗')) - Number(a.happens.startsWith('✗')));
}

/** All calls that any chart makes. */
export function callsIn({ charts }: AtlasIndex): readonly string[] {
  return [...new Set(charts.flatMap(({ calls }) => calls))].toSorted();
}

/** A search result. */
export interface Found {
  readonly chart: string;
  readonly state: string | null;
  readonly kind: 'flow' | 'lifecycle' | 'call' | 'state';
  /** The name of the call or the state; that of the chart otherwise. */
  readonly name: string;
  /** What it is, in parts: a title or a purpose, and the messages that can appear. */
  readonly texts: readonly Texts[];
  /** What a status means, where there is no text. */
  readonly says: string;
}

const MOST = 40;

/** Charts, states, calls and messages whose words contain everything that was typed. */
export function find({ charts, messages }: AtlasIndex, typed: string): readonly Found[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = charts.flatMap((chart): Found[] => {
    const key = keyOf(chart);
    return [
      ...(holds(`${key} ${chart.purpose.join(' ')} ${chart.requirements.join(' ')} ${chart.routes.join(' ')}`)
        ? [{ chart: key, state: null, kind: chart.kind, name: key, texts: [chart.purpose], says: '' }]
        : []),
      ...chart.calls
        .filter(holds)
        .map((call) => ({ chart: key, state: null, kind: 'call', name: call, texts: [], says: '' }) as const),
      ...chart.states
        .filter((state) =>
          holds(
            [
              `${key} ${state.path} ${state.says}`,
              ...(state.title ?? []),
              ...state.messages.flatMap((code) => [code, ...(messages[code] ?? [])]),
            ].join(' '),
          ),
        )
        .map(
          (state) =>
            ({
              chart: key,
              state: state.path,
              kind: 'state',
              name: state.path,
              texts: [state.title, ...state.messages.map((code) => messages[code])].filter((each) => each != null),
              says: state.says,
            }) as const,
        ),
    ];
  });
  return found.slice(0, MOST);
}

/** A search result inside a chart. */
export interface FoundInside {
  readonly kind: 'state' | 'transition' | 'field' | 'rule' | 'requirement';
  /** Its name. */
  readonly name: string;
  /** The title of a state; null for what has none. */
  readonly title: Texts | null;
  readonly says: string;
  /** The state or transition to show. */
  readonly state: string | null;
  readonly transition: string | null;
}

/** States, transitions, rules and fields of the contract whose words contain everything that was typed. */
export function findInside(chart: ChartModel, typed: string): readonly FoundInside[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const states = chart.states
    .filter(({ path, route, titleText, calls, says, messages, requirements }) =>
      holds(
        [
          path,
          route,
          ...(titleText ?? []),
          says,
          ...calls,
          ...requirements,
          ...messages.flatMap(({ code, title }) => [code, ...(title ?? [])]),
        ].join(' '),
      ),
    )
    .map(({ path, titleText, says }): FoundInside => ({
      kind: 'state',
      name: path,
      title: titleText,
      says,
      state: path,
      transition: null,
    }));
  const transitions = chart.transitions
    .filter(({ id, says }) => holds(`${id} ${says}`))
    .map(({ id, says }): FoundInside => ({
      kind: 'transition',
      name: id,
      title: null,
      says,
      state: null,
      transition: id,
    }));
  const rules = chart.transitions.flatMap(({ id, rule }) =>
    rule !== null && holds(`${rule.name} ${rule.says}`)
      ? [{ kind: 'rule', name: rule.name, title: null, says: rule.says, state: null, transition: id } as const]
      : [],
  );
  return [...states, ...transitions, ...rules, ...fieldsFound(chart, holds)].slice(0, MOST);
}

/** A field is listed under the state that makes the call. */
function fieldsFound({ calls, states }: ChartModel, holds: (text: string) => boolean): readonly FoundInside[] {
  return calls.flatMap((call) => {
    const state = states.find((each) => each.calls.includes(call.id))?.path ?? null;
    const fields = [...call.asks, ...call.answers.flatMap((answer) => answer.fields)];
    return [...new Map(fields.map((field) => [field.name, field])).values()]
      .filter(({ name, says }) => holds(`${name} ${says}`))
      .map(
        ({ name, says }) =>
          ({ kind: 'field', name: `${call.id}: ${name}`, title: null, says, state, transition: null }) as const,
      );
  });
}
