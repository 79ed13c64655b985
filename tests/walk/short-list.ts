// What the short list walks of a flow on the components: every path, with the cells that lie on its way, and the other cells alone.
import { isCall, type AnyCases, type Edge } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import { cellsOf, withoutLookalikes } from './cells.ts';
import { isLocalRead } from './component-world.ts';
import { graphOf, pathsOf } from './flows.ts';
import type { CellWalk } from './report.ts';

/** What a path does besides its own steps, by the index of a step: nothing of it changes where the path goes on. */
export interface Rides {
  /** Steps whose control is pressed twice. */
  readonly twice: ReadonlySet<number>;
  /** Steps after which the browser's Back is pressed. */
  readonly back: ReadonlySet<number>;
}

export interface ShortList {
  readonly paths: readonly { readonly path: Path; readonly rides: Rides }[];
  /** The cells that no path comes by. */
  readonly alone: readonly CellWalk[];
}

/** Worked out once per run. */
const lists = new Map<AnyCases, ShortList>();

/** The short list of a flow. A cell rides on the first path that comes to its place and could go on as if nothing had happened. */
export function shortListOf(cases: AnyCases): ShortList {
  const known = lists.get(cases);
  if (known !== undefined) return known;
  const paths = pathsOf(cases).map((path) => ({ path, rides: { twice: new Set<number>(), back: new Set<number>() } }));
  const alone = withoutLookalikes(cellsOf(cases, ['reload', 'back', 'double-press'])).filter((walk) => {
    const seat = paths.flatMap(({ path, rides }) => seatsOn(path, walk, cases).map((index) => ({ index, rides })))[0];
    if (seat === undefined) return true;
    seat.rides[walk.matrix === 'back' ? 'back' : 'twice'].add(seat.index);
    return false;
  });
  const list = { paths, alone };
  lists.set(cases, list);
  return list;
}

/** The steps of a path on which a cell can ride. */
function seatsOn({ edges }: Path, walk: CellWalk, cases: AnyCases): readonly number[] {
  if (walk.matrix === 'double-press' && walk.cell.second === null) return edges.flatMap((edge, index) => (edge === walk.cell.first ? [index] : []));
  if (walk.matrix !== 'back' || walk.cell.edge !== null) return [];
  const place = walk.cell.through.at(-1)?.to;
  return edges.flatMap((edge, index) => (edge.to === place && isAtRest(edges, index, cases) && staysInside(edges, index, cases) ? [index] : []));
}

/** Whether the page rests after a step: what follows does not happen by itself. */
function isAtRest(edges: readonly Edge[], index: number, cases: AnyCases): boolean {
  const next = edges[index + 1]?.step;
  return next === undefined || next.kind !== 'outcome' || (isCall(cases.machine, next.actor) && !isLocalRead(cases, next.actor));
}

/** Whether Back leads to an earlier step of the flow, and not out of it. The walk says so too, should this be wrong. */
function staysInside(edges: readonly Edge[], index: number, cases: AnyCases): boolean {
  const { nodes } = graphOf(cases);
  const entries: string[] = [];
  for (const { to } of edges.slice(0, index + 1)) {
    const route = nodes.get(to)?.meta?.route ?? '*';
    if (route === '*' || route === entries.at(-1)) continue;
    // A step to the address before is a step back in the browser's history.
    if (entries.at(-2) === route) entries.pop();
    else entries.push(route);
  }
  return entries.length > 1;
}
