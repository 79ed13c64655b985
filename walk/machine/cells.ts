import { nodeOf, stepLabel, type Graph, type Node } from '#machines/graph/explore.ts';
import { timersOf } from '#machines/graph/internals.ts';
import {
  messageOf,
  type BackCell,
  type Cell,
  type DoublePressCell,
  type FaultCell,
  type MatrixPlace,
  type ReloadCell,
} from '#machines/graph/matrices.ts';
import { situationsOf } from '#machines/graph/ways.ts';
import { hostGraphOf, unsafeCalls } from '#walk/paths/flows.ts';
import { eventOf, expectNode, WalkFailure, walkEdges, type Rig } from './driver.ts';
import type { CellWalk } from '#walk/paths/report.ts';

/** Walks a cell on the real machine. Throws if it does not lead where it promises. */
export function walkCell(walk: CellWalk): Promise<void> {
  const { graph } = walk;
  switch (walk.matrix) {
    case 'fault':
      return walkFault(graph, walk.cell);
    case 'reload':
      return walkReload(graph, walk.cell, hostGraphOf(graph.cases));
    case 'back':
      return walkBack(graph, walk.cell);
    case 'double-press':
      return walkDoublePress(graph, walk.cell, unsafeCalls);
  }
}

/** A call is answered with one of its outcomes: the promised screen, message and controls are there. */
export async function walkFault(graph: Graph, cell: FaultCell): Promise<void> {
  await ending(await walkEdges(graph, [...cell.through, cell.edge], cell.id), (rig) => expectPlace(graph, rig, cell));
}

/** A reload: what was stored is what the cell says, and the flow that starts with it keeps the promise. */
export async function walkReload(graph: Graph, cell: ReloadCell, host: Graph | null): Promise<void> {
  if (!cell.kept)
    throw new WalkFailure(
      `${cell.id}: "${cell.promise}" is promised, but no start of the case tables keeps it.`,
      cell.through.length,
    );
  if (host === null) await ending(await walkEdges(graph, cell.through, cell.id), (rig) => expectStored(rig, cell));
  else await walkHost(graph, host, cell);
  // If the flow is over, nothing begins again.
  if (cell.way.length === 0) return;
  await ending(await walkEdges(graph, cell.way, `${cell.id}, after the reload`), (rig) =>
    expectPlace(graph, rig, cell),
  );
}

/** The host stores the checkpoint when it reaches the child flow, and resumes there. */
async function walkHost(graph: Graph, host: Graph, cell: ReloadCell): Promise<void> {
  const child = graph.cases.machine.id;
  const met = situationsOf(host).find(({ node }) => node.running.includes(child));
  if (met === undefined || cell.lead.length === 0) throw new Error(`${host.id} never comes to ${child}.`);
  await ending(await walkEdges(host, met.through, `${cell.id}, in ${host.id}`), (rig) => expectStored(rig, cell));
  await ending(await walkEdges(host, cell.lead, `${cell.id}, after the reload in ${host.id}`), (rig) => {
    if (!rig.started.includes(child))
      throw new WalkFailure(`${cell.id}: ${host.id} does not come back to ${child}.`, 0);
  });
}

/** Back is pressed: `BACK` is taken if the chart has it; otherwise nothing changes or starts. */
export async function walkBack(graph: Graph, cell: BackCell): Promise<void> {
  await ending(await walkEdges(graph, cell.through, cell.id), (rig) => {
    const calls = rig.started.length;
    rig.actor.send({ type: 'BACK' });
    expectNode(graph, rig, cell.edge ?? { to: cell.through.at(-1)?.to ?? '' }, cell.id, cell.through.length);
    expectPlace(graph, rig, cell);
    if (cell.edge === null && rig.started.length !== calls)
      throw new WalkFailure(`${cell.id}: Back started ${rig.started.at(-1)}.`, cell.through.length);
  });
}

/** A control is pressed twice before anything is rendered again: at most one unsafe call starts. */
export async function walkDoublePress(graph: Graph, cell: DoublePressCell, unsafe: ReadonlySet<string>): Promise<void> {
  await ending(await walkEdges(graph, cell.through, cell.id), (rig) => {
    const calls = rig.started.length;
    const event = eventOf(graph.cases, cell.event, cell.sample);
    rig.actor.send(event);
    // An ended flow accepts no more events; xstate would only warn.
    if (rig.actor.getSnapshot().status === 'active') rig.actor.send(event);
    expectNode(graph, rig, cell.second ?? cell.first, cell.id, cell.through.length);
    expectPlace(graph, rig, cell);
    const begun = rig.started.slice(calls).filter((id) => unsafe.has(id));
    if (begun.length > 1 || begun.join() !== cell.unsafeCalls.join()) {
      throw new WalkFailure(
        `${cell.id}: the two presses started ${begun.join(', ') || 'no call'}.`,
        cell.through.length,
      );
    }
  });
}

async function ending(rig: Rig, look: (rig: Rig) => void): Promise<void> {
  try {
    look(rig);
  } finally {
    rig.actor.stop();
  }
}

function expectStored(rig: Rig, { id, checkpoint, through }: ReloadCell): void {
  const [seen, promised] = [JSON.stringify(rig.stored ?? null), JSON.stringify(checkpoint ?? null)];
  if (seen !== promised)
    throw new WalkFailure(`${id}: ${seen} is stored, the chart promises ${promised}.`, through.length);
}

function expectPlace(graph: Graph, { actor }: Rig, { id, to, through }: Cell): void {
  const [seen, promised] = [JSON.stringify(seenPlace(graph, nodeOf(actor.getSnapshot()))), JSON.stringify(sorted(to))];
  if (seen !== promised)
    throw new WalkFailure(`${id}: the member is at ${seen}, the cell promises ${promised}.`, through.length);
}

/** The place of a real actor, read from the actor itself: which events it accepts, which timers run. */
function seenPlace(graph: Graph, node: Node): MatrixPlace {
  const { snapshot } = node;
  const events = Object.entries(graph.cases.events).flatMap(([event, samples]) =>
    Object.keys(samples).map((sample) => ({ event, sample })),
  );
  const taken =
    node.status === 'active'
      ? events.filter(({ event, sample }) => snapshot.can(eventOf(graph.cases, event, sample)))
      : [];
  const controls = taken.map(({ event, sample }) => stepLabel({ kind: 'event', event, sample }));
  const timers =
    node.status === 'active' ? timersOf(snapshot).map(({ delay }) => stepLabel({ kind: 'timer', delay })) : [];
  return sorted({
    state: node.state,
    screen: node.meta?.screen ?? null,
    route: node.meta?.route ?? null,
    output: (snapshot.output as { readonly kind?: string } | undefined)?.kind ?? null,
    message: messageOf(node),
    waysOut: [...controls, ...timers],
  });
}

function sorted(place: MatrixPlace): MatrixPlace {
  return { ...place, waysOut: [...new Set(place.waysOut)].toSorted() };
}
