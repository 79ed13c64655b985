// A reload: what is stored, and how the flow resumes with it (P-1).
import type { Edge, Graph } from '#machines/graph/explore.ts';
import type { ReloadCell } from '#machines/graph/matrices.ts';
import { createCheckpoints } from '#src/services/checkpoints.ts';
import { isSame } from './compare.ts';
import { rootOf } from './expect.ts';
import { withBeginning } from '#walk/paths/itinerary.ts';
import type { Stage } from './stage.tsx';
import { isLocalRead } from '#walk/paths/cases.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flows, graphOf, unsafeCalls } from '#walk/paths/flows.ts';

/** What a walk provides for a reload. */
interface UnderWay {
  readonly graph: Graph;
  readonly stage: Stage;
  /** Reloads the page and takes the steps that follow. */
  reload(steps: readonly FlowEdge[]): Promise<void>;
}

/** Reloads the page of a walk at the cell's start, and checks whether the promise is kept. */
export async function loadAgain(walk: UnderWay, cell: ReloadCell): Promise<void> {
  const { graph, stage } = walk;
  const [start] = cell.way;
  if (start === undefined) return expectOver(graph, cell, walk);
  if (start.started.some((id) => isLocalRead(graph.cases, id))) return expectRead(graph, cell, walk);
  expectStored(graph, cell);
  const key = keyOf(stage, graph.id);
  await walk.reload(stepsAfter(graph, cell));
  // The outcome of the earlier call is requested by its key.
  if (cell.promise === 'reconcile' && keyOf(stage, graph.id) !== key)
    throw new Error(`${cell.id}: the key was ${key}, after the reload it is ${keyOf(stage, graph.id)}.`);
}

function keyOf(stage: Stage, flow: string): unknown {
  return (stage.watch.last(flow)?.context as { readonly key?: unknown } | undefined)?.key;
}

/** The steps of a reloaded page, by itself and by the answers that it gets. */
function stepsAfter(graph: Graph, { start, lead, way }: ReloadCell): readonly FlowEdge[] {
  const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));
  const own = withBeginning(
    way.map((edge) => ({ flow: graph.id, edge })),
    graphs,
  );
  if (start === null || start.flow === graph.id) return own;
  return [...lead.map((edge) => ({ flow: start.flow, edge })), ...own];
}

/** Expects the cell's checkpoint to be stored for the flow or for its host. */
function expectStored(graph: Graph, { id, checkpoint, start }: ReloadCell): void {
  const stored =
    createCheckpoints(window.sessionStorage, () => Date.now()).load(start?.flow ?? graph.id)?.checkpoint ?? null;
  // The case tables' key takes the place of the one that the app generated for the run.
  const facts = (value: unknown): string =>
    JSON.stringify(value ?? null, (name, part: unknown) => (name === 'key' ? '(id)' : part));
  if (!isSame(JSON.parse(facts(stored)), JSON.parse(facts(checkpoint))))
    throw new Error(`${id}: ${facts(stored)} is stored, the chart promises ${facts(checkpoint)}.`);
}

/** The flow is over: another page has replaced it, and nothing is done again. */
async function expectOver(graph: Graph, cell: ReloadCell, { stage }: UnderWay): Promise<void> {
  await stage.reload();
  await stage.pass(200);
  await stage.settle(() => rootOf(graph.id) === null);
  if (rootOf(graph.id) !== null) throw new Error(`${cell.id}: ${graph.id} is still there.`);
  const sent = stage.network.sentSince().filter(({ operationId }) => unsafeCalls.has(operationId));
  if (sent.length > 0)
    throw new Error(`${cell.id}: the reload sent ${sent.map(({ operationId }) => operationId).join(', ')}.`);
}

/**
 * A flow that begins by reading the browser itself: it reads what the page really left there, so the real storage
 * decides how it continues, not the case tables. It starts over, and if promised returns to its screen.
 */
async function expectRead(graph: Graph, cell: ReloadCell, { stage }: UnderWay): Promise<void> {
  await stage.reload();
  await stage.pass(200);
  await stage.settle(() => stage.watch.last(graph.id) !== undefined);
  const [first] = stage.watch.news(graph.id);
  const now = stage.watch.last(graph.id);
  const begun = graph.nodes.get((cell.way[0] as Edge).to);
  if (first?.event !== 'xstate.init' || begun === undefined)
    throw new Error(`${cell.id}: ${graph.id} did not start over.`);
  const resumed = now !== undefined && JSON.stringify(now.value).includes(cell.to.state.split('.')[0] ?? '');
  if (cell.promise === 'resume' && !resumed)
    throw new Error(`${cell.id}: ${graph.id} is in ${JSON.stringify(now?.value)}, not in ${cell.to.state}.`);
  if (stage.noise.length > 0) throw new Error(`${cell.id}: the console says ${stage.noise.join(' | ')}`);
}
