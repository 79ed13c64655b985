// Walks a path on the real routes in jsdom: presses and requests are real, the case tables play the server.
import type { Graph } from '#machines/graph/explore.ts';
import type { ComponentWalk, Route } from './route.ts';
import { Walk } from './walk.ts';

/** Walks a path. Throws a `WalkFailure` with everything that differs from the chart's promises. */
export async function walkComponent(graph: Graph, path: Route, options: ComponentWalk): Promise<void> {
  await walking(graph, path, options, () => Promise.resolve());
}

/** Walks a path and passes the page to a callback at its last step, before it is closed. */
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
