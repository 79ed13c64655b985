import type { Edge, Graph, Node } from '#machines/graph/explore.ts';
import { statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { requirementsAt } from '#machines/graph/document.ts';
import { goalsOf, goalsOfEdge, type Path } from '#machines/graph/plan.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';
import { unknown } from '#walk/paths/nearest.ts';
import type { Stop, WalkGenerator } from './notation.ts';

/** Steps after which a walk that reaches no end is cut off, so that it can be repeated from a start. */
const longest = 200;

/** A seeded random number generator from 0 up to 1: the same seed gives the same walk. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const allGoals = new WeakMap<Graph, ReadonlySet<string>>();
const goalsByEdge = new WeakMap<Edge, readonly string[]>();

function goalsIn(graph: Graph): ReadonlySet<string> {
  const goals = allGoals.get(graph) ?? goalsOf(graph);
  allGoals.set(graph, goals);
  return goals;
}

function goalsAt(graph: Graph, edge: Edge): readonly string[] {
  const goals = goalsByEdge.get(edge) ?? goalsOfEdge(graph, edge);
  goalsByEdge.set(edge, goals);
  return goals;
}

interface Progress {
  readonly goals: Set<string>;
  readonly states: Set<string>;
  readonly requirements: Set<string>;
  readonly edges: Set<string>;
  steps: number;
}

/**
 * The walks of a generator, one after the other, each from a start; ends when the stop condition is met. They are made
 * one by one, so that a time condition includes the walking.
 */
export function* walksOf(
  graph: Graph,
  { name, stop }: WalkGenerator,
  seed: number,
  now: () => number,
): Generator<Path, void, void> {
  expectNames(graph, stop);
  const random = seeded(seed);
  const progress: Progress = {
    goals: new Set(),
    states: new Set(),
    requirements: new Set(),
    edges: new Set(),
    steps: 0,
  };
  const began = now();
  const met = (): boolean => holds(graph, stop, progress, (now() - began) / 1000);
  const next = { random: randomStep, quick_random: quickSteps, shortest: shortestSteps }[name];
  const leaving = leavingOf(graph);
  const starts = graph.edges.filter(({ from }) => from === null);
  for (let number = 1; ; number += 1) {
    const start = name === 'shortest' ? nearestStart(graph, starts, leaving, progress, stop) : pick(starts, random);
    if (start === undefined) return;
    const edges: Edge[] = [];
    let ahead: readonly Edge[] = [start];
    while (ahead.length > 0 && edges.length < longest) {
      const [edge, ...rest] = ahead;
      if (edge === undefined) break;
      edges.push(edge);
      note(graph, progress, edge);
      if (met()) break;
      ahead = rest.length > 0 ? rest : next({ graph, leaving, progress, stop, at: edge.to, random });
    }
    yield { id: `${graph.id}-${name}-${seed}-${number}`, edges };
    if (met()) return;
  }
}

interface Situation {
  readonly graph: Graph;
  readonly leaving: ReadonlyMap<string, readonly Edge[]>;
  readonly progress: Progress;
  readonly stop: Stop;
  readonly at: string;
  readonly random: () => number;
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

function randomStep({ leaving, at, random }: Situation): readonly Edge[] {
  const edge = pick(leaving.get(at) ?? [], random);
  return edge === undefined ? [] : [edge];
}

/** The shortest path to a randomly chosen edge that was not walked yet. */
function quickSteps({ graph, leaving, progress, at, random }: Situation): readonly Edge[] {
  const open = uncovered(graph, progress);
  const fresh = graph.edges.filter((edge) => edge.from !== null && goalsAt(graph, edge).some((goal) => open.has(goal)));
  for (const goal of shuffled(fresh, random)) {
    const way = shortest(at, leaving, (edge) => edge === goal);
    if (way !== null) return way;
  }
  return [];
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The path to what the stop condition names, or else to the nearest edge that was not walked yet. */
function shortestSteps({ graph, leaving, progress, stop, at }: Situation): readonly Edge[] {
  return shortest(at, leaving, wantedBy(graph, progress, stop)) ?? [];
}

function wantedBy(graph: Graph, progress: Progress, stop: Stop): (edge: Edge) => boolean {
  const named = targetsOf(stop);
  if (named.length > 0) return (edge) => named.some((target) => reaches(graph, edge, target));
  const open = uncovered(graph, progress);
  return (edge) => goalsAt(graph, edge).some((goal) => open.has(goal));
}

function nearestStart(
  graph: Graph,
  starts: readonly Edge[],
  leaving: ReadonlyMap<string, readonly Edge[]>,
  progress: Progress,
  stop: Stop,
): Edge | undefined {
  const wanted = wantedBy(graph, progress, stop);
  const far = (start: Edge): number => (wanted(start) ? 0 : (shortest(start.to, leaving, wanted)?.length ?? Infinity));
  const ways = starts.map((start) => ({ start, steps: far(start) })).filter(({ steps }) => steps < Infinity);
  return ways.toSorted((a, b) => a.steps - b.steps)[0]?.start;
}

/** What is still to be walked; everything once all is walked, so that a timed walk continues. */
function uncovered(graph: Graph, { goals }: Progress): ReadonlySet<string> {
  const all = goalsIn(graph);
  const open = new Set([...all].filter((goal) => !goals.has(goal)));
  return open.size > 0 ? open : all;
}

function note(graph: Graph, progress: Progress, edge: Edge): void {
  goalsAt(graph, edge).forEach((goal) => progress.goals.add(goal));
  edgeNames(edge).forEach((name) => progress.edges.add(name));
  const node = graph.nodes.get(edge.to);
  node?.active.forEach((state) => progress.states.add(state));
  passed(edge).forEach((state) => progress.states.add(state));
  if (node !== undefined) requirementsAt(node).forEach((id) => progress.requirements.add(id));
  if (edge.from !== null) progress.steps += 1;
}

/** The states that were passed through without stopping. */
function passed({ fired }: Edge): readonly string[] {
  return fired.map((id) => id.split(' · ')[0] ?? '');
}

function edgeNames({ fired, step }: Edge): readonly string[] {
  return [...fired, ...(step.kind === 'event' ? [step.event] : [])];
}

function holds(graph: Graph, stop: Stop, progress: Progress, seconds: number): boolean {
  switch (stop.kind) {
    case 'and':
      return holds(graph, stop.left, progress, seconds) && holds(graph, stop.right, progress, seconds);
    case 'or':
      return holds(graph, stop.left, progress, seconds) || holds(graph, stop.right, progress, seconds);
    case 'edge_coverage':
      return progress.goals.size * 100 >= goalsIn(graph).size * stop.percent;
    case 'vertex_coverage':
      return progress.states.size * 100 >= statesIn(graph).length * stop.percent;
    case 'requirement_coverage':
      return progress.requirements.size * 100 >= requirementsIn(graph).size * stop.percent;
    case 'reached_vertex':
      return progress.states.has(stop.name);
    case 'reached_edge':
      return progress.edges.has(stop.name);
    case 'length':
      return progress.steps >= stop.steps;
    case 'time':
      return seconds >= stop.seconds;
    case 'never':
      return false;
  }
}

function statesIn(graph: Graph): readonly string[] {
  return statesOf(graph.cases.machine).map((node) => node.path.join('.'));
}

function requirementsIn(graph: Graph): ReadonlySet<string> {
  return new Set([...graph.nodes.values()].flatMap((node: Node) => requirementsAt(node)));
}

type Target = Extract<Stop, { kind: 'reached_vertex' | 'reached_edge' }>;

function targetsOf(stop: Stop): readonly Target[] {
  if (stop.kind === 'and' || stop.kind === 'or') return [...targetsOf(stop.left), ...targetsOf(stop.right)];
  return stop.kind === 'reached_vertex' || stop.kind === 'reached_edge' ? [stop] : [];
}

function reaches(graph: Graph, edge: Edge, { kind, name }: Target): boolean {
  if (kind === 'reached_edge') return edgeNames(edge).includes(name);
  return graph.nodes.get(edge.to)?.active.includes(name) === true || passed(edge).includes(name);
}

/** A name that no state or transition has could never be reached, so it is refused. */
function expectNames(graph: Graph, stop: Stop): void {
  const edges = [...transitionsOf(graph.cases.machine).map(({ id }) => id), ...Object.keys(graph.cases.events)];
  for (const { kind, name } of targetsOf(stop)) {
    const known = kind === 'reached_vertex' ? statesIn(graph) : edges;
    if (!known.includes(name))
      throw unknown(
        kind === 'reached_vertex' ? `state of ${graph.id}` : `transition or event of ${graph.id}`,
        name,
        known,
      );
  }
}
