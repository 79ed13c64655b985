// Few paths that reach every screen: chosen by what they show, not by what they do.
import type { AnyCases } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import { expand } from './expand.ts';
import { flows, graphOf, pathsOf } from './flows.ts';

const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));

/** The screens that a path reaches, including its child flows': `flow screen`. */
export function screensOf(path: Path): ReadonlySet<string> {
  const nodes = expand(path, graphs).map(({ flow, edge }) => ({ flow, node: graphs.get(flow)?.nodes.get(edge.to) }));
  return new Set(
    nodes.flatMap(({ flow, node }) => (node?.meta?.screen === undefined ? [] : [`${flow} ${node.meta.screen}`])),
  );
}

/** A path, and the screens that are checked on it: each screen of a flow on exactly one path. */
export interface Views {
  readonly path: Path;
  readonly screens: ReadonlySet<string>;
}

/**
 * Of a flow's planned paths, the good case to its end, and the fewest others (chosen greedily, the shorter of two) that
 * reach the screens that it misses, each up to the last of them. The rest is walked on the components, and in a browser
 * by the long list.
 */
export function pathsToEveryScreen(cases: AnyCases): readonly Views[] {
  const [good, ...others] = pathsOf(cases).map((path) => ({ path, screens: screensOf(path) }));
  if (good === undefined) return [];
  const missing = new Set(others.flatMap(({ screens }) => [...screens]).filter((screen) => !good.screens.has(screen)));
  const chosen: Views[] = [good];
  while (missing.size > 0) {
    const gain = ({ screens }: typeof good): number => [...screens].filter((screen) => missing.has(screen)).length;
    const best = others.reduce((first, next) =>
      gain(next) > gain(first) || (gain(next) === gain(first) && next.path.edges.length < first.path.edges.length)
        ? next
        : first,
    );
    const screens = new Set([...best.screens].filter((screen) => missing.has(screen)));
    chosen.push({ path: upTo(best.path, screens), screens });
    best.screens.forEach((screen) => missing.delete(screen));
  }
  return chosen;
}

/** The prefix of a path that reaches all of these screens. */
function upTo(path: Path, screens: ReadonlySet<string>): Path {
  const beginnings = path.edges.map((_, index) => ({ ...path, edges: path.edges.slice(0, index + 1) }));
  return beginnings.find((beginning) => [...screens].every((screen) => screensOf(beginning).has(screen))) ?? path;
}
