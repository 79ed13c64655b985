// Walks a path on the real routes in jsdom: the member's presses and the network are real, the server is the case
// tables.
import type { Graph } from '#machines/graph/explore.ts';
import type { ComponentWalk, Route } from './route.ts';
import { Walk } from './walk.ts';

/** Walks a path. Throws a `WalkFailure` with everything that is not as the chart promises. */
export async function walkComponent(graph: Graph, path: Route, options: ComponentWalk): Promise<void> {
  await walking(graph, path, options, () => Promise.resolve());
}

/** Walks a path and hands the page over at its last step, before it is closed. */
export async function walking(
  graph: Graph,
  path: Route,
  options: ComponentWalk,
  afterwards: (walk: Walk) => Promise<void>,
): Promise<void> {
  const walk = await Walk.open(graph, path, options);
  try {
    await walk.all();
    await afterwards(walk);
  } finally {
    await walk.stage.close();
  }
}
