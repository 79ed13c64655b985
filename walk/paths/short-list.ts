// What the short list walks of a flow on the components: every path, with the cells that it passes, and the other cells
// alone.
import { isCall, stepLabel, stepsFrom, type AnyCases, type Edge } from '#machines/graph/explore.ts';
import type { BackCell, DoublePressCell, ReloadCell } from '#machines/graph/matrices.ts';
import { goalsOfEdge, type Path } from '#machines/graph/plan.ts';
import { storedAlong } from '#machines/graph/ways.ts';
import { cellsOf, lookalikes, stepsOfCell } from './cells.ts';
import { isLocalRead } from './cases.ts';
import type { Rides } from './rides.ts';
import { graphOf, pathsOf, unsafeCalls } from './flows.ts';
import type { CellWalk } from './report.ts';

export interface ShortList {
  readonly paths: readonly { readonly path: Path; readonly rides: Rides }[];
  /** Of the cells that no path passes, one for each rule. */
  readonly alone: readonly CellWalk[];
  /** The cells that ride and those that are walked alone. */
  readonly cells: ReadonlySet<CellWalk['cell']>;
}

/** Computed once per run. */
const lists = new Map<AnyCases, ShortList>();

/**
 * The short list of a flow. A cell rides on the first path that reaches its place and could continue as if nothing had
 * happened; of lookalike cells one is walked, preferably one that can ride.
 */
export function shortListOf(cases: AnyCases): ShortList {
  const known = lists.get(cases);
  if (known !== undefined) return known;
  const paths = withoutTails(cases).map((path) => ({
    path,
    rides: { twice: new Set<number>(), back: new Set<number>(), reload: new Map<number, ReloadCell>() },
  }));
  const cells = new Set<CellWalk['cell']>();
  const alone: CellWalk[] = [];
  const takeSeat = (walk: CellWalk): boolean =>
    paths.some(({ path, rides }) => {
      const index = seatsOn(path, walk, cases).find((each) => walk.matrix !== 'reload' || !rides.reload.has(each));
      if (index === undefined) return false;
      if (walk.matrix === 'reload') rides.reload.set(index, walk.cell);
      else rides[walk.matrix === 'back' ? 'back' : 'twice'].add(index);
      return true;
    });
  for (const [shortest, ...others] of lookalikes(cellsOf(cases, ['reload', 'back', 'double-press']))) {
    if (shortest === undefined) continue;
    const rider = [shortest, ...others].find(takeSeat);
    if (rider === undefined) alone.push(shortest);
    else cells.add(rider.cell);
  }
  const walked = onePerRule(alone, cases);
  for (const { cell } of walked) cells.add(cell);
  const list = { paths, alone: walked, cells };
  lists.set(cases, list);
  return list;
}

/**
 * The paths, each up to its last step that no other path takes: from there they end in the same ways. The good case,
 * which is the first, is walked to its end; the long list walks each of them to its end.
 */
function withoutTails(cases: AnyCases): readonly Path[] {
  const graph = graphOf(cases);
  const paths = pathsOf(cases);
  const counts = new Map<string, number>();
  const goalsOf = (edge: Edge | undefined): readonly string[] => (edge === undefined ? [] : goalsOfEdge(graph, edge));
  for (const goal of paths.flatMap(({ edges }) => edges.flatMap(goalsOf)))
    counts.set(goal, (counts.get(goal) ?? 0) + 1);
  const isTakenElsewhere = (tail: readonly Edge[]): boolean => {
    const own = tail.flatMap(goalsOf);
    return own.every((goal) => (counts.get(goal) ?? 0) > own.filter((each) => each === goal).length);
  };
  return paths
    .toReversed()
    .map((path) => {
      if (path === paths[0]) return path;
      const { edges } = path;
      const end = edges.findIndex(
        (_, index) => isAtRest(edges, index, cases) && isTakenElsewhere(edges.slice(index + 1)),
      );
      const tail = edges.slice(end + 1);
      for (const goal of tail.flatMap(goalsOf)) counts.set(goal, (counts.get(goal) ?? 0) - 1);
      return { ...path, edges: edges.slice(0, end + 1) };
    })
    .toReversed();
}

/**
 * Of the cells of the browser's Back that one rule of a flow decides, the one with the shortest path. The others are
 * walked on the chart, and by the long list.
 */
function onePerRule(walks: readonly CellWalk[], cases: AnyCases): readonly CellWalk[] {
  const first = new Map<string, CellWalk>();
  for (const walk of walks.toSorted((one, other) => stepsOfCell(one) - stepsOfCell(other))) {
    const rule = walk.matrix === 'back' ? ruleOfBack(walk.cell, cases) : walk.cell.id;
    if (rule !== null && !first.has(rule)) first.set(rule, walk);
  }
  const chosen = new Set(first.values());
  return walks.filter((walk) => chosen.has(walk));
}

/**
 * What decides where the browser's Back leads: the same transitions from the same screen, whatever message is on it; or
 * that the flow has no earlier step, so that the member leaves it, while nothing, a read or a change is under way. Null
 * if a child flow decides, whose own cells show it.
 */
function ruleOfBack({ id, edge, through, to }: BackCell, cases: AnyCases): string | null {
  const node = graphOf(cases).nodes.get(through.at(-1)?.to ?? '');
  if (edge !== null) return `${node?.meta?.screen ?? ''} ${edge.fired.join(' ')} ${to.state}`;
  const running = node?.running ?? [];
  if (running.some((actor) => !isCall(cases.machine, actor))) return null;
  if (staysInside(through, through.length - 1, cases)) return id;
  if (running.some((actor) => unsafeCalls.has(actor))) return 'leaves during a change';
  return running.length > 0 ? 'leaves during a read' : 'leaves';
}

/** The steps of a path on which a cell can ride; the context need not be the same if the cell says the same. */
function seatsOn({ edges }: Path, walk: CellWalk, cases: AnyCases): readonly number[] {
  const isSeat = (edge: Edge, index: number): boolean => {
    if (walk.matrix === 'double-press') return walk.cell.second === null && isSamePress(edge, walk.cell, cases);
    if (!isAtRest(edges, index, cases)) return false;
    if (walk.matrix === 'reload')
      return edge.to === walk.cell.through.at(-1)?.to && comesBack(edges, index, walk.cell, cases);
    return (
      walk.matrix === 'back' &&
      walk.cell.edge === null &&
      ignoresBack(edge.to, walk.cell, cases) &&
      staysInside(edges, index, cases)
    );
  };
  return edges.flatMap((edge, index) => (isSeat(edge, index) ? [index] : []));
}

/** Whether a step is the press of a cell, and a second press after it would have no effect. */
function isSamePress(edge: Edge, { first, state, to }: DoublePressCell, cases: AnyCases): boolean {
  if (edge === first) return true;
  const { nodes } = graphOf(cases);
  const [before, after] = [nodes.get(edge.from ?? ''), nodes.get(edge.to)];
  const label = stepLabel(first.step);
  return (
    before?.state === state &&
    after?.state === to.state &&
    stepLabel(edge.step) === label &&
    !stepsFrom(after.snapshot, cases).some(([step]) => stepLabel(step) === label)
  );
}

/** Whether a situation is in a cell's state, and has no step back either. */
function ignoresBack(key: string, { state, through }: BackCell, cases: AnyCases): boolean {
  if (through.at(-1)?.to === key) return true;
  const node = graphOf(cases).nodes.get(key);
  return (
    node?.state === state &&
    node.status === 'active' &&
    !stepsFrom(node.snapshot, cases).some(([step]) => step.kind === 'event' && step.event === 'BACK')
  );
}

/**
 * Whether a reload after a step returns to exactly where the page was, by what the path itself stored: what a start
 * puts into the storage would not show whether the app stores it.
 */
function comesBack(
  edges: readonly Edge[],
  index: number,
  { checkpoint, way, start }: ReloadCell,
  cases: AnyCases,
): boolean {
  const graph = graphOf(cases);
  if (way.at(-1)?.to !== edges[index]?.to || way[0]?.started.some((id) => isLocalRead(cases, id)) === true)
    return false;
  // A child flow's storage belongs to its host, which is walked with it.
  if (start?.flow !== graph.id) return true;
  const stored = storedAlong(graph, edges)[index];
  return stored?.isOwn === true && JSON.stringify(stored.checkpoint) === JSON.stringify(checkpoint);
}

/** Whether the page is at rest after a step: what follows does not happen by itself. */
function isAtRest(edges: readonly Edge[], index: number, cases: AnyCases): boolean {
  const next = edges[index + 1]?.step;
  return (
    next === undefined ||
    next.kind !== 'outcome' ||
    (isCall(cases.machine, next.actor) && !isLocalRead(cases, next.actor))
  );
}

/** Whether Back leads to an earlier step of the flow, and not out of it. If this is wrong, the walk fails. */
function staysInside(edges: readonly Edge[], index: number, cases: AnyCases): boolean {
  const { nodes } = graphOf(cases);
  const entries: string[] = [];
  // A Back in a state without a URL is not corrected: each such step may have used up an entry.
  let unbound = 0;
  for (const { to } of edges.slice(0, index + 1)) {
    const route = nodes.get(to)?.meta?.route ?? '*';
    unbound = route === '*' ? unbound + 1 : 0;
    if (route === '*' || route === entries.at(-1)) continue;
    // A step to the previous URL is a step back in the browser's history.
    if (entries.at(-2) === route) entries.pop();
    else entries.push(route);
  }
  return entries.length - Math.max(unbound - 1, 0) > 1;
}
