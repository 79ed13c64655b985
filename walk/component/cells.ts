// The four matrices on the components: every cell is reached on the real routes, and its promise is checked.
import { isCall, type Graph } from '#machines/graph/explore.ts';
import type { BackCell, DoublePressCell, FaultCell, ReloadCell } from '#machines/graph/matrices.ts';
import { walkComponent, walking } from './driver.ts';
import { loadAgain } from './reload.ts';
import { BEFORE, type Stage } from './stage.tsx';
import type { ComponentWalk } from './route.ts';
import type { CellWalk } from '#walk/paths/report.ts';

/** Walks a cell on the real routes in jsdom. */
export function walkCell(walk: CellWalk, options: ComponentWalk): Promise<void> {
  const { graph } = walk;
  switch (walk.matrix) {
    case 'fault':
      return walkFault(graph, walk.cell, options);
    case 'reload':
      return walkReload(graph, walk.cell, options);
    case 'back':
      return walkBack(graph, walk.cell, options);
    case 'double-press':
      return walkDoublePress(graph, walk.cell, options);
  }
}

/** A call is answered with one of its outcomes: the promised screen, message and controls are there. */
export async function walkFault(graph: Graph, cell: FaultCell, options: ComponentWalk): Promise<void> {
  await walkComponent(graph, { id: cell.id, edges: [...cell.through, cell.edge] }, options);
}

/**
 * A control is pressed twice at once: the second press does what the chart says, and only the chart's calls are sent.
 */
export async function walkDoublePress(graph: Graph, cell: DoublePressCell, options: ComponentWalk): Promise<void> {
  // If the second press takes the same edge as the first, a copy distinguishes them.
  const edges = [...cell.through, cell.first, ...(cell.second === null ? [] : [{ ...cell.second }])];
  await walkComponent(graph, { id: cell.id, edges, twice: cell.first }, options);
}

/**
 * The browser's Back: a step back if the chart has one. Otherwise the flow stays where it is, or the member leaves for
 * the previous page; in both cases nothing is sent and nothing happens to the flow (P-2).
 */
export async function walkBack(graph: Graph, cell: BackCell, options: ComponentWalk): Promise<void> {
  const route = { id: cell.id, lived: true, byBack: cell.edge };
  if (cell.edge !== null) return walkComponent(graph, { ...route, edges: [...cell.through, cell.edge] }, options);
  await walking(graph, { ...route, edges: cell.through }, options, async (walk) => {
    const node = graph.nodes.get(cell.through.at(-1)?.to ?? '');
    // A child flow handles Back itself; its own cells test that.
    if (node?.running.some((id) => !isCall(graph.cases.machine, id)) === true) return;
    const { stage } = walk;
    const isFirst = stage.isAtFirstEntry();
    await walk.back();
    if (!isFirst) return walk.check();
    await stage.settle(() => window.location.pathname === BEFORE);
    expectLeft(graph, cell, stage);
  });
}

/** The member is on the page before the flow, and the flow has not changed. */
function expectLeft(graph: Graph, cell: BackCell, stage: Stage): void {
  const sent = stage.network.sentSince().map(({ operationId }) => operationId);
  if (window.location.pathname !== BEFORE) throw new Error(`${cell.id}: Back led to ${window.location.pathname}.`);
  const taken = stage.watch.news(graph.id);
  if (taken.length > 0) throw new Error(`${cell.id}: Back led to ${taken.map(({ event }) => event).join(', ')}.`);
  if (sent.length > 0) throw new Error(`${cell.id}: Back sent ${sent.join(', ')}.`);
  if (stage.noise.length > 0) throw new Error(`${cell.id}: the console says ${stage.noise.join(' | ')}`);
}

/** A reload: what is stored is what the cell says, and the flow that starts with it keeps the promise. */
export async function walkReload(graph: Graph, cell: ReloadCell, options: ComponentWalk): Promise<void> {
  if (!cell.kept)
    throw new Error(`${cell.id}: "${cell.promise}" is promised, but no start of the case tables keeps it.`);
  await walking(graph, { id: cell.id, edges: cell.through, lived: true }, options, (walk) => loadAgain(walk, cell));
}
