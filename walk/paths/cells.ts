/**
 * The cells of the matrices as things to walk: which there are, how they are called on the command line, where they can
 * be walked.
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

/** Whether a cell can be walked at a level. What the world does can't be pressed twice in a browser. */
export function canWalk(level: Level, { graph, matrix, cell }: CellWalk): boolean {
  return level !== 'browser' || matrix !== 'double-press' || graph.cases.world?.includes(cell.event) !== true;
}

/**
 * One of the cells that look alike, the one with the shortest way: what is remembered beside the state makes a cell of
 * its own for the machine, which walks them all, and for the components on the long list (decisions 0019 and 0036).
 */
export function withoutLookalikes(walks: readonly CellWalk[]): readonly CellWalk[] {
  return lookalikes(walks).flatMap((alike) => alike.slice(0, 1));
}

/** The cells that look alike together, the one with the shortest way first. */
export function lookalikes(walks: readonly CellWalk[]): readonly (readonly CellWalk[])[] {
  const alike = new Map<string, CellWalk[]>();
  for (const walk of walks) {
    const likeness = likenessOf(walk);
    alike.set(likeness, [...(alike.get(likeness) ?? []), walk]);
  }
  return [...alike.values()].map((each) => each.toSorted((one, other) => stepsOfCell(one) - stepsOfCell(other)));
}

/** What a browser can tell of a cell: state, what happens there, and where that leads. */
function likenessOf({ graph, matrix, cell }: CellWalk): string {
  const happens =
    matrix === 'fault'
      ? `${cell.actor}=${cell.outcome}`
      : matrix === 'reload'
        ? cell.promise
        : matrix === 'back'
          ? String(cell.edge === null)
          : cell.event;
  // Where Back changes nothing it is the screen that doesn't hear it, whatever is remembered behind it.
  if (matrix === 'back' && cell.edge === null)
    return [graph.id, matrix, screenOf(graph, cell), waits(graph, cell)].join(' ');
  // The screen that lets no second press through is the same wherever the press leads to the same step, and so is the
  // one that comes back after a reload, whatever message stood on it before.
  const place = matrix === 'double-press' || matrix === 'reload' ? screenOf(graph, cell) : placeOf(graph, cell);
  return [graph.id, matrix, place, happens, cell.to.state].join(' ');
}

/** The screen that the control stands on. */
function screenOf(graph: Graph, { through }: Cell): string {
  return graph.nodes.get(through.at(-1)?.to ?? '')?.meta?.screen ?? '';
}

/** Whether an answer is awaited there: then Back must not take the call along. */
function waits(graph: Graph, { through }: Cell): boolean {
  return graph.nodes.get(through.at(-1)?.to ?? '')?.tags.includes('waiting') ?? false;
}

/** The state; a form with one message or another is the same form, whose messages the paths go through one by one. */
function placeOf(graph: Graph, { state, through }: Cell): string {
  const tags = graph.nodes.get(through.at(-1)?.to ?? '')?.tags ?? [];
  return tags.includes('form') && tags.includes('error')
    ? `${state.split('.').slice(0, -1).join('.')}.(message)`
    : state;
}

const titles = new Map<AnyCases, ReadonlyMap<string, string>>();

/**
 * What tells a cell apart from others of the same state: how one comes there. Empty if there is no other, and for what
 * is not a cell.
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

/** A cell in a line: what happens there, where it leads, and how one comes there where several are alike. */
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
