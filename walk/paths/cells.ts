/**
 * The cells of the matrices as walks: which there are, their names on the command line, at which levels they can be
 * walked.
 */
import { stepLabel, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import type { Cell } from '#machines/graph/matrices.ts';
import { cellTitles } from '#machines/graph/titles.ts';
import { flows, graphOf, matricesFor } from './flows.ts';
import { matrixNames, type CellWalk, type Level, type MatrixName } from './report.ts';

/** The cells of a flow's matrices. */
export function cellsOf(cases: AnyCases, wanted: readonly MatrixName[] = matrixNames): readonly CellWalk[] {
  const graph = graphOf(cases);
  const { fault, reload, back, doublePress } = matricesFor(cases);
  const all: readonly CellWalk[] = [
    ...fault.map((cell) => ({ graph, matrix: 'fault', cell }) as const),
    ...reload.map((cell) => ({ graph, matrix: 'reload', cell }) as const),
    ...back.map((cell) => ({ graph, matrix: 'back', cell }) as const),
    ...doublePress.map((cell) => ({ graph, matrix: 'double-press', cell }) as const),
  ];
  return all.filter(({ matrix }) => wanted.includes(matrix));
}

/** How many steps the walk of a cell has. */
export function stepsOfCell({ cell }: CellWalk): number {
  return cell.through.length;
}

/** Whether a cell can be walked at a level. An external event can't be pressed twice in a browser. */
export function canWalk(level: Level, { graph, matrix, cell }: CellWalk): boolean {
  return level !== 'browser' || matrix !== 'double-press' || graph.cases.world?.includes(cell.event) !== true;
}

/**
 * One of each group of lookalike cells, the one with the shortest path. Cells that differ only in the context are
 * separate ones for the machine level, which walks them all, and for the components on the long list (decisions 0019
 * and 0036).
 */
export function withoutLookalikes(walks: readonly CellWalk[]): readonly CellWalk[] {
  return lookalikes(walks).flatMap((alike) => alike.slice(0, 1));
}

/** Groups of lookalike cells, the one with the shortest path first. */
export function lookalikes(walks: readonly CellWalk[]): readonly (readonly CellWalk[])[] {
  const alike = new Map<string, CellWalk[]>();
  for (const walk of walks) {
    const likeness = likenessOf(walk);
    alike.set(likeness, [...(alike.get(likeness) ?? []), walk]);
  }
  return [...alike.values()].map((each) => each.toSorted((one, other) => stepsOfCell(one) - stepsOfCell(other)));
}

/** What a browser can distinguish of a cell: state, what happens there, and where that leads. */
function likenessOf({ graph, matrix, cell }: CellWalk): string {
  const happens =
    matrix === 'fault'
      ? `${cell.actor}=${cell.outcome}`
      : matrix === 'reload'
        ? cell.promise
        : matrix === 'back'
          ? String(cell.edge === null)
          : cell.event;
  // If Back changes nothing, the screen ignores it, whatever the context.
  if (matrix === 'back' && cell.edge === null)
    return [graph.id, matrix, screenOf(graph, cell), waits(graph, cell)].join(' ');
  // The screen that blocks a second press is the same wherever the press leads to the same step, and so is the one
  // after a reload, whatever message it showed before.
  const place = matrix === 'double-press' || matrix === 'reload' ? screenOf(graph, cell) : placeOf(graph, cell);
  return [graph.id, matrix, place, happens, cell.to.state].join(' ');
}

/** The screen of the control. */
function screenOf(graph: Graph, { through }: Cell): string {
  return graph.nodes.get(through.at(-1)?.to ?? '')?.meta?.screen ?? '';
}

/** Whether an answer is awaited there: then Back must not abort the call. */
function waits(graph: Graph, { through }: Cell): boolean {
  return graph.nodes.get(through.at(-1)?.to ?? '')?.tags.includes('waiting') ?? false;
}

/** The state; a form with any message is the same form, whose messages the paths cover one by one. */
function placeOf(graph: Graph, { state, through }: Cell): string {
  const tags = graph.nodes.get(through.at(-1)?.to ?? '')?.tags ?? [];
  return tags.includes('form') && tags.includes('error')
    ? `${state.split('.').slice(0, -1).join('.')}.(message)`
    : state;
}

const titles = new Map<AnyCases, ReadonlyMap<string, string>>();

/**
 * What distinguishes a cell from others of the same state: how it is reached. Empty if there is no other, or if `id` is
 * not a cell's.
 */
export function apart(id: string): string {
  const cases = flows.find(({ machine }) => id.startsWith(`${machine.id}/`));
  if (cases === undefined) return '';
  const known =
    titles.get(cases) ??
    cellTitles(
      graphOf(cases),
      cellsOf(cases).map(({ cell }) => cell),
    );
  titles.set(cases, known);
  return known.get(id) ?? '';
}

/** A cell in a line: what happens there, where it leads, and, if several are alike, how it is reached. */
export function cellLine(walk: CellWalk): string {
  const way = apart(walk.cell.id);
  return `${walk.cell.id}: ${happens(walk)} → ${walk.cell.to.state}${way === '' ? '' : ` (by way of: ${way})`}`;
}

function happens(walk: CellWalk): string {
  switch (walk.matrix) {
    case 'fault':
      return stepLabel(walk.cell.edge.step);
    case 'reload':
      return `reload, promised is ${walk.cell.promise}`;
    case 'back':
      return walk.cell.edge === null ? 'Back changes nothing' : 'Back';
    case 'double-press':
      return `${stepLabel(walk.cell.first.step)} twice`;
  }
}
