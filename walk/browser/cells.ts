// The matrices in the browser: a reload, the browser's Back and a double press in every state of every flow.
import { isCall, type Edge, type Graph } from '#machines/graph/explore.ts';
import type { BackCell, Cell, DoublePressCell, ReloadCell } from '#machines/graph/matrices.ts';
import { begin, check, fill, graphs, sentOff, take, walkBrowser, type BrowserWalk } from './driver.ts';
import { heldCalls } from './held.ts';
import { expectStep } from './expect.ts';
import { violated } from './invariants.ts';
import { backInSession, reloadSession, SESSION } from './session.ts';
import { Stage } from './stage.ts';
import { traceOf } from './trace.ts';
import { typed } from './typing.ts';
import { withBeginning } from '#walk/paths/itinerary.ts';
import { expand, type FlowEdge } from '#walk/paths/expand.ts';
import type { CellWalk } from '#walk/paths/report.ts';

type Act = (stage: Stage, steps: readonly FlowEdge[]) => Promise<void>;

/** Walks a cell; returns what is wrong, or null. */
export async function walkBrowserCell(walk: CellWalk, options: BrowserWalk): Promise<string | null> {
  const { graph } = walk;
  switch (walk.matrix) {
    case 'fault':
      return (
        (await walkBrowser({ id: `${graph.id}-00`, edges: [...walk.cell.through, walk.cell.edge] }, options))
          ?.message ?? null
      );
    case 'reload':
      return graph.id === SESSION
        ? atCell(graph, walk.cell, options, (stage) => reloadSession(stage, walk.cell))
        : reloadCell(graph, walk.cell, options);
    case 'back':
      return graph.id === SESSION
        ? atCell(graph, walk.cell, options, (stage) => backInSession(stage, walk.cell))
        : backCell(graph, walk.cell, options);
    case 'double-press':
      return doublePressCell(graph, walk.cell, options);
  }
}

/**
 * Goes to a cell's state and performs the cell's action there; returns what is wrong, or null.
 *
 * @param ahead the steps that are taken there; the calls that they start are held, too
 */
async function atCell(
  graph: Graph,
  cell: Cell,
  options: BrowserWalk,
  act: Act,
  ahead: readonly Edge[] = [],
): Promise<string | null> {
  const steps = withBeginning(expand({ id: `${graph.id}-00`, edges: cell.through }, graphs), graphs);
  const stage = await Stage.open(options.browser, options.club, {
    culture: options.culture,
    held: heldCalls([
      ...steps,
      ...withBeginning(
        ahead.map((edge) => ({ flow: graph.id, edge })),
        graphs,
      ),
    ]),
  });
  const traced = await traceOf(stage, options.trace ?? null);
  let wrong: string | null = null;
  try {
    if (graph.id === SESSION && steps.length === 1) await stage.freeze();
    await begin(stage, steps);
    await check(stage, steps, 0, options);
    for (let index = 1; index < steps.length; index += 1) {
      await take(stage, steps, index);
      await check(stage, steps, index, options);
    }
    await sentOff(stage, graph.nodes.get(cell.through.at(-1)?.to ?? ''));
    // On the way a refused call may have been retried under its key; only what happens from here on counts.
    stage.sent.clear();
    await act(stage, steps);
    const twice = [...stage.sent].filter(([, times]) => times > 1);
    if (twice.length > 0) wrong = `sent twice: ${twice.map(([call]) => call).join(', ')}`;
    else if (stage.noise.length > 0) wrong = `the console said: ${stage.noise.join(' | ')}`;
    else {
      const broken = await violated(stage.club.db);
      wrong = broken.length === 0 ? null : `the database breaks a rule: ${broken.join('; ')}`;
    }
  } catch (error) {
    wrong = `${(error as Error).message} ${await stage.sight()}.${stage.noise.length > 0 ? ` The console said: ${stage.noise.join(' | ')}` : ''}`;
  }
  const untraced = await traced.end(wrong === null ? null : cell.id);
  await stage.close();
  return untraced === null ? wrong : [wrong, untraced].filter((each) => each !== null).join(' ');
}

/** A reload: the promise of the state is kept, and nothing is sent again. */
function reloadCell(graph: Graph, cell: ReloadCell, options: BrowserWalk): Promise<string | null> {
  return atCell(graph, cell, options, async (stage) => {
    stage.drop();
    await stage.page.reload();
    if (cell.way.length === 0) {
      await stage.until(
        async () => (await stage.page.locator(`[data-flow="${graph.id}"]`).count()) === 0,
        `${graph.id} to be left`,
      );
      return;
    }
    // A child flow is opened again through its host.
    const lead = cell.lead.map((edge) => ({ flow: cell.start?.flow ?? graph.id, edge }));
    const way = [...lead, ...cell.way.map((edge) => ({ flow: graph.id, edge }))];
    await check(stage, way, 0, options);
    for (let index = 1; index < way.length; index += 1) {
      await take(stage, way, index);
      await check(stage, way, index, options);
    }
  });
}

/**
 * The browser's Back: one step back if the chart has one; otherwise nothing changes, or the member leaves the flow
 * without an effect.
 */
function backCell(graph: Graph, cell: BackCell, options: BrowserWalk): Promise<string | null> {
  return atCell(graph, cell, options, async (stage) => {
    const before = await stage.log(graph.id);
    await stage.page.goBack({ waitUntil: 'commit' }).catch(() => null);
    if (cell.edge !== null) return expectStep(stage, graph, { flow: graph.id, edge: cell.edge });
    await stage.settle();
    const here = await stage.page.locator(`[data-flow="${graph.id}"]`).count();
    const after = await stage.log(graph.id);
    // A child flow handles Back itself; its own cells test that.
    if (graph.nodes.get(cell.through.at(-1)?.to ?? '')?.running.some((id) => !isCall(graph.cases.machine, id)) === true)
      return;
    if (here > 0 && after.at(-1)?.state !== before.at(-1)?.state)
      throw new Error(`Back led from ${before.at(-1)?.state} to ${after.at(-1)?.state}.`);
  });
}

/** A control is pressed twice at once: the second press has no effect. */
function doublePressCell(graph: Graph, cell: DoublePressCell, options: BrowserWalk): Promise<string | null> {
  return atCell(
    graph,
    cell,
    options,
    async (stage) => {
      const node = graph.nodes.get(cell.first.from ?? '');
      if (node === undefined) return;
      const root = `[data-flow="${graph.id}"]`;
      await fill(stage, graph.id, await typed(graph.cases, cell.first, { stage, node, outcome: null }));
      await stage.waitOut(`${root} [data-event="${cell.event}"]`);
      const before = await stage.log(graph.id);
      await stage.page.locator(`${root} [data-event="${cell.event}"]`).first().dblclick({ delay: 0 });
      // The chart may accept a second press; the screen never lets it through.
      await expectStep(stage, graph, { flow: graph.id, edge: cell.first });
      await stage.settle();
      const taken = (await stage.log(graph.id)).slice(before.length).filter(({ event }) => event === cell.event);
      if (taken.length > 1)
        throw new Error(
          `The double press was taken as ${taken.map(({ event, state }) => `${event} → ${state}`).join(', ')}.`,
        );
      const calls = stage.waiting().filter((call) => cell.unsafeCalls.includes(call));
      if (calls.length > 1) throw new Error(`The double press sent ${calls.join(', ')}.`);
    },
    [cell.first],
  );
}
