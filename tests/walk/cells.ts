/** The cells of the matrices as things to walk: which there are, how they are called on the command line, where they can be walked. */
import { stepLabel, type AnyCases } from '#machines/graph/explore.ts';
import { graphOf, matricesFor } from './flows.ts';
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

/** The flow behind all pages: a browser has no page of its own to load again or to go back on. */
const PAGELESS = 'session';

/** Whether a cell can be walked at a level. What the world does can't be pressed twice in a browser. */
export function canWalk(level: Level, { graph, matrix, cell }: CellWalk): boolean {
  if (level !== 'browser' || matrix === 'fault') return true;
  return graph.id !== PAGELESS && (matrix !== 'double-press' || !graph.cases.world.includes(cell.event));
}

/** A cell in a line: what happens there and where it leads. */
export function cellLine(walk: CellWalk): string {
  return `${walk.cell.id}: ${happens(walk)} → ${walk.cell.to.state}`;
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
