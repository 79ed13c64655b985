// Few paths that reach every screen: chosen by what they show, not by what they do.
import type { AnyCases } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import { expand } from './expand.ts';
import { flows, graphOf, pathsOf } from './flows.ts';
import { sharedScreens } from './shared-screens.ts';
import { walksInTurns, type Turn } from './turns.ts';

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
 * by the long list (tests/browser/walks).
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
    chosen.push({ path: shortestTo(cases, screens), screens });
    best.screens.forEach((screen) => missing.delete(screen));
  }
  return chosen;
}

const alike = new Set(sharedScreens.flatMap((shared) => shared.alike));

/**
 * Whether the short list looks at a screen on the paths of a flow: at one of another flow, a child or a host, it looks
 * on the paths of that flow, and of those that one component draws, it looks at one.
 */
function isOnShortList(name: string, { machine }: AnyCases): boolean {
  const [flow = '', screen = ''] = name.split(' ');
  return flow === machine.id && !alike.has(screen);
}

/**
 * The paths on which the short list looks at the screens of a flow in a browser, each in the language whose turn it is
 * among all of them. The good case is walked to its end, the others up to the last screen that is looked at.
 */
export function viewsOnShortList(cases: AnyCases): readonly Turn<Views>[] {
  return walksInTurns(pathsToEveryScreen(cases)).flatMap((turn, index) => {
    const { path, screens: all } = turn.walk;
    const screens = new Set([...all].filter((name) => isOnShortList(name, cases)));
    if (index === 0) return [{ ...turn, walk: { path, screens } }];
    return screens.size === 0 ? [] : [{ ...turn, walk: { path: shortestTo(cases, screens), screens } }];
  });
}

/** The paths with the screens at which the short list does not look, in the same languages. */
export function viewsLeftOut(cases: AnyCases): readonly Turn<Views>[] {
  return walksInTurns(pathsToEveryScreen(cases)).flatMap((turn) => {
    const screens = new Set([...turn.walk.screens].filter((name) => !isOnShortList(name, cases)));
    return screens.size === 0 ? [] : [{ ...turn, walk: { path: shortestTo(cases, screens), screens } }];
  });
}

/** The shortest beginning of any path of a flow that reaches all of these screens. */
function shortestTo(cases: AnyCases, screens: ReadonlySet<string>): Path {
  const beginnings = pathsOf(cases).flatMap((path) => {
    const reached = path.edges.findIndex((_, index) => reaches(beginningOf(path, index), screens));
    return reached < 0 ? [] : [beginningOf(path, reached)];
  });
  return beginnings.reduce((first, next) => (next.edges.length < first.edges.length ? next : first));
}

function beginningOf(path: Path, last: number): Path {
  return { ...path, edges: path.edges.slice(0, last + 1) };
}

function reaches(path: Path, screens: ReadonlySet<string>): boolean {
  const reached = screensOf(path);
  return [...screens].every((screen) => reached.has(screen));
}

/** A screen with entries, and the shortest way to it. */
export interface FormView {
  readonly screen: string;
  readonly path: Path;
}

/**
 * The screens of a flow on which something is entered and sent, each with the shortest beginning of a planned path that
 * ends there while nothing is under way and nothing was refused.
 */
export function formsOf(cases: AnyCases): readonly FormView[] {
  const graph = graphOf(cases);
  const isForm = (id: string): boolean =>
    graph.edges.some(
      ({ from, step }) =>
        from === id && step.kind === 'event' && Object.keys(cases.controls[step.event]?.fields ?? {}).length > 0,
    );
  const found = new Map<string, Path>();
  for (const path of pathsOf(cases))
    for (const [index, { to }] of path.edges.entries()) {
      const node = graph.nodes.get(to);
      const screen = node?.meta?.screen;
      if (node === undefined || screen === undefined || !isForm(to)) continue;
      if (node.tags.includes('waiting') || node.tags.includes('error')) continue;
      const before = found.get(screen);
      if (before === undefined || index + 1 < before.edges.length) found.set(screen, beginningOf(path, index));
    }
  return [...found].map(([screen, path]) => ({ screen, path }));
}
