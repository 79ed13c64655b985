// The fewest paths that come to every screen: what is looked at, not what is done, decides there.
import type { AnyCases } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import { expand } from './expand.ts';
import { flows, graphOf, pathsOf } from './flows.ts';

const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));

/** The screens that a path comes to, its child flows' among them: `flow screen`. */
export function screensOf(path: Path): ReadonlySet<string> {
  const nodes = expand(path, graphs).map(({ flow, edge }) => ({ flow, node: graphs.get(flow)?.nodes.get(edge.to) }));
  return new Set(nodes.flatMap(({ flow, node }) => (node?.meta?.screen === undefined ? [] : [`${flow} ${node.meta.screen}`])));
}

/** Of a flow's planned paths, the fewest (by a greedy choice, the shorter of two) that come to all of its screens. */
export function pathsToEveryScreen(cases: AnyCases): readonly Path[] {
  const left = pathsOf(cases).map((path) => ({ path, screens: screensOf(path) }));
  const missing = new Set(left.flatMap(({ screens }) => [...screens]));
  const chosen: Path[] = [];
  while (missing.size > 0) {
    const gain = ({ screens }: (typeof left)[number]): number => [...screens].filter((screen) => missing.has(screen)).length;
    const best = left.reduce((first, next) => (gain(next) > gain(first) || (gain(next) === gain(first) && next.path.edges.length < first.path.edges.length) ? next : first));
    chosen.push(best.path);
    best.screens.forEach((screen) => missing.delete(screen));
  }
  return chosen;
}
