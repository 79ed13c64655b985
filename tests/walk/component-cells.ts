// The four matrices on the components: every cell is gone to on the real routes, and what it promises is looked at.
import { isCall, type Edge, type Graph } from '#machines/graph/explore.ts';
import type { BackCell, DoublePressCell, FaultCell, ReloadCell } from '#machines/graph/matrices.ts';
import { createCheckpoints } from '#src/session/checkpoints.ts';
import { isSame } from './component-compare.ts';
import { walkComponent, walking } from './component-driver.ts';
import { rootOf } from './component-expect.ts';
import { BEFORE, type Stage } from './component-stage.tsx';
import type { ComponentWalk, Walk } from './component-walk.ts';
import { isLocalRead } from './component-world.ts';
import type { FlowEdge } from './expand.ts';
import { withBeginning } from './component-itinerary.ts';
import { flows, graphOf, unsafeCalls } from './flows.ts';
import type { CellWalk } from './report.ts';

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

/** A call is answered in one of its ways: the promised screen, message and ways on are there. */
export async function walkFault(graph: Graph, cell: FaultCell, options: ComponentWalk): Promise<void> {
  await walkComponent(graph, { id: cell.id, edges: [...cell.through, cell.edge] }, options);
}

/** A control is pressed twice at once: the second press does what the chart says, and no more is sent than it calls. */
export async function walkDoublePress(graph: Graph, cell: DoublePressCell, options: ComponentWalk): Promise<void> {
  // Where the second press leads the way of the first it is the same edge: a copy tells them apart.
  const edges = [...cell.through, cell.first, ...(cell.second === null ? [] : [{ ...cell.second }])];
  await walkComponent(graph, { id: cell.id, edges, twice: cell.first }, options);
}

/**
 * The browser's Back: a step back where the chart has one. Elsewhere the flow stays where it is, or the member leaves for
 * the page before it; either way nothing is sent and nothing happens to the flow (P-2).
 */
export async function walkBack(graph: Graph, cell: BackCell, options: ComponentWalk): Promise<void> {
  const route = { id: cell.id, lived: true, byBack: cell.edge };
  if (cell.edge !== null) return walkComponent(graph, { ...route, edges: [...cell.through, cell.edge] }, options);
  await walking(graph, { ...route, edges: cell.through }, options, async (walk) => {
    const node = graph.nodes.get(cell.through.at(-1)?.to ?? '');
    // A child flow has a way back of its own, which its own cells look at.
    if (node?.running.some((id) => !isCall(graph.cases.machine, id)) === true) return;
    const { stage } = walk;
    const isFirst = stage.isAtFirstEntry();
    await walk.back();
    if (!isFirst) return walk.check();
    await stage.settle(() => window.location.pathname === BEFORE);
    expectLeft(graph, cell, stage);
  });
}

/** The member is on the page before the flow, and the flow took no notice. */
function expectLeft(graph: Graph, cell: BackCell, stage: Stage): void {
  const sent = stage.network.sentSince().map(({ operationId }) => operationId);
  if (window.location.pathname !== BEFORE) throw new Error(`${cell.id}: Back led to ${window.location.pathname}.`);
  const taken = stage.watch.news(graph.id);
  if (taken.length > 0) throw new Error(`${cell.id}: Back led to ${taken.map(({ event }) => event).join(', ')}.`);
  if (sent.length > 0) throw new Error(`${cell.id}: Back sent ${sent.join(', ')}.`);
  if (stage.noise.length > 0) throw new Error(`${cell.id}: the console says ${stage.noise.join(' | ')}`);
}

/** The page is loaded again: what is stored is what the cell says, and the flow that begins with it keeps the promise. */
export async function walkReload(graph: Graph, cell: ReloadCell, options: ComponentWalk): Promise<void> {
  if (!cell.kept) throw new Error(`${cell.id}: "${cell.promise}" is promised, but no start of the case tables keeps it.`);
  await walking(graph, { id: cell.id, edges: cell.through, lived: true }, options, async (walk) => {
    const { stage } = walk;
    const [start] = cell.way;
    if (start === undefined) return expectOver(graph, cell, walk);
    if (start.started.some((id) => isLocalRead(graph.cases, id))) return expectRead(graph, cell, walk);
    expectStored(graph, cell);
    const key = keyOf(stage, graph.id);
    await walk.reload(stepsAfter(graph, cell));
    // The call that was made before is asked for by the key that it carried.
    if (cell.promise === 'reconcile' && keyOf(stage, graph.id) !== key) throw new Error(`${cell.id}: the key was ${key}, after the reload it is ${keyOf(stage, graph.id)}.`);
  });
}

function keyOf(stage: Stage, flow: string): unknown {
  return (stage.watch.last(flow)?.context as { readonly key?: unknown } | undefined)?.key;
}

/** What a page that is loaded again goes through, by itself and by the answers that it gets. */
function stepsAfter(graph: Graph, { start, lead, way }: ReloadCell): readonly FlowEdge[] {
  const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));
  const own = withBeginning(way.map((edge) => ({ flow: graph.id, edge })), graphs);
  if (start === null || start.flow === graph.id) return own;
  return [...lead.map((edge) => ({ flow: start.flow, edge })), ...own];
}

/** What is stored for the flow, or for its host, is the checkpoint of the cell. */
function expectStored(graph: Graph, { id, checkpoint, start }: ReloadCell): void {
  const stored = createCheckpoints(window.sessionStorage, () => Date.now()).load(start?.flow ?? graph.id)?.checkpoint ?? null;
  // The key that the case tables name is the one that the app has made up for the run.
  const facts = (value: unknown): string => JSON.stringify(value ?? null, (name, part: unknown) => (name === 'key' ? '(id)' : part));
  if (!isSame(JSON.parse(facts(stored)), JSON.parse(facts(checkpoint)))) throw new Error(`${id}: ${facts(stored)} is stored, the chart promises ${facts(checkpoint)}.`);
}

/** The flow is over: another page stands in its place, and nothing of it is done again. */
async function expectOver(graph: Graph, cell: ReloadCell, { stage }: Walk): Promise<void> {
  await stage.reload();
  await stage.pass(200);
  await stage.settle(() => rootOf(graph.id) === null);
  if (rootOf(graph.id) !== null) throw new Error(`${cell.id}: ${graph.id} is still there.`);
  const sent = stage.network.sentSince().filter(({ operationId }) => unsafeCalls.has(operationId));
  if (sent.length > 0) throw new Error(`${cell.id}: the reload sent ${sent.map(({ operationId }) => operationId).join(', ')}.`);
}

/**
 * A flow that begins by reading the browser itself: what it reads is what the page really left there, so how it goes on
 * is the real storage's word and not the case tables'. It begins anew, and where that is promised comes back to its screen.
 */
async function expectRead(graph: Graph, cell: ReloadCell, { stage }: Walk): Promise<void> {
  await stage.reload();
  await stage.pass(200);
  await stage.settle(() => stage.watch.last(graph.id) !== undefined);
  const [first] = stage.watch.news(graph.id);
  const now = stage.watch.last(graph.id);
  const begun = graph.nodes.get((cell.way[0] as Edge).to);
  if (first?.event !== 'xstate.init' || begun === undefined) throw new Error(`${cell.id}: ${graph.id} did not begin anew.`);
  const resumed = now !== undefined && JSON.stringify(now.value).includes(cell.to.state.split('.')[0] ?? '');
  if (cell.promise === 'resume' && !resumed) throw new Error(`${cell.id}: ${graph.id} is in ${JSON.stringify(now?.value)}, not in ${cell.to.state}.`);
  if (stage.noise.length > 0) throw new Error(`${cell.id}: the console says ${stage.noise.join(' | ')}`);
}
