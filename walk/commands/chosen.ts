// What was chosen on the command line: flows, paths and cells by their names, or the paths in a file.
import type { AnyCases } from '#machines/graph/explore.ts';
import { shortTitle } from '#machines/graph/titles.ts';
import { apart, cellsOf } from '#walk/paths/cells.ts';
import { found, isWanted } from '#walk/paths/find.ts';
import { flows, graphOf, pathsOf, titleOfPath } from '#walk/paths/flows.ts';
import { unknown } from '#walk/paths/nearest.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { Options } from './options.ts';
import type { CellWalk, Culture, Walk } from '#walk/paths/report.ts';
import { isFile, readPaths } from '#walk/paths/saved.ts';
import { isByHand } from '#walk/script/script.ts';
import { titleFor } from '#walk/script/titles.ts';

/** What the names on the command line mean. */
export interface Chosen {
  /** The flows that they belong to. */
  readonly flows: readonly AnyCases[];
  /** The flows that were named as a whole, whose matrices may be walked too. */
  readonly whole: readonly AnyCases[];
  readonly walks: readonly Walk[];
  /** The cells that were named one by one. */
  readonly cells: readonly CellWalk[];
}

/**
 * What was named, each path once and under its own id; every flow if nothing was. Throws a `UsageError` for unknown
 * names.
 */
export function choose(names: readonly string[]): Chosen {
  const all = names.length === 0 ? flows.map(({ machine }) => machine.id) : [...new Set(names)];
  const taken = new Set<string>();
  const found = all.map((name) => find(name, taken));
  return {
    flows: [...new Set(found.flatMap((chosen) => chosen.flows))],
    whole: found.flatMap((chosen) => chosen.whole),
    walks: found.flatMap((chosen) => chosen.walks),
    cells: found.flatMap((chosen) => chosen.cells),
  };
}

/** Throws a `UsageError` that names the filters if they leave nothing to walk. */
export function expectPaths({ walks, cells, flows: left }: Chosen, { wanted, byHand }: Options): void {
  if (walks.length + cells.length > 0) return;
  const filters = [
    ...Object.entries(wanted).flatMap(([kind, name]) => (name === null ? [] : [`--${kind} ${name}`])),
    ...(byHand ? ['--by-hand'] : []),
  ];
  const where = left.map(({ machine }) => machine.id).join(', ');
  throw new UsageError(
    filters.length > 0
      ? `No path is like that, so there is nothing to walk: ${filters.join(' ')}.`
      : `There is nothing to walk${where === '' ? '' : ` in ${where}`}.`,
  );
}

/** Filters what was chosen to the paths that pass what is wanted and, if requested, that a person can walk. */
export function narrowed(chosen: Chosen, { wanted, byHand }: Options): Chosen {
  if (!isWanted(wanted) && !byHand) return chosen;
  const walks = found(chosen.walks, wanted).filter(({ path }) => !byHand || isByHand(path));
  return {
    flows: chosen.flows.filter((cases) => walks.some(({ graph }) => graph.cases === cases)),
    whole: [],
    walks,
    cells: chosen.cells,
  };
}

/** The title of a planned path, or of one from a person or a log, in a language. */
export function titleOf({ graph, path }: Walk, culture: Culture = 'en-US'): string {
  const planned = titleOfPath(graph.cases, path.id);
  return titleFor(graph, path.edges, culture, planned === '' ? shortTitle(graph, path) : planned);
}

/** What a name means, without the paths that are taken; adds its own to them. */
function find(name: string, taken: Set<string>): Chosen {
  const nothing: Chosen = { flows: [], whole: [], walks: [], cells: [] };
  if (isFile(name)) {
    const walks = readPaths(name, flows, graphOf, taken);
    return { ...nothing, flows: [...new Set(walks.map(({ graph }) => graph.cases))], walks };
  }
  const flow = flows.find(({ machine }) => machine.id === name);
  if (flow !== undefined) return { ...nothing, flows: [flow], whole: [flow], walks: newOf(walksIn(flow), taken) };
  for (const cases of flows) {
    const walks = walksIn(cases).filter(({ path }) => path.id === name);
    const cells = name.includes('/') ? cellsOf(cases).filter(({ cell }) => cell.id === name) : [];
    if (walks.length + cells.length > 0) return { ...nothing, flows: [cases], walks: newOf(walks, taken), cells };
  }
  if (name.includes('/'))
    throw unknown(
      'cell',
      name,
      flows.flatMap((cases) => cellsOf(cases).map(({ cell }) => cell.id)),
    );
  const near = flows.find(({ machine }) => new RegExp(`^${machine.id}-\\d+$`).test(name));
  if (near !== undefined)
    throw unknown(
      'path',
      name,
      pathsOf(near).map(({ id }) => id),
    );
  throw unknown(
    'flow or path',
    name,
    flows.flatMap((cases) => [cases.machine.id, ...pathsOf(cases).map(({ id }) => id)]),
  );
}

function walksIn(cases: AnyCases): readonly Walk[] {
  return pathsOf(cases).map((path) => ({ graph: graphOf(cases), path }));
}

function newOf(walks: readonly Walk[], taken: Set<string>): readonly Walk[] {
  const fresh = walks.filter(({ path }) => !taken.has(path.id));
  for (const { path } of fresh) taken.add(path.id);
  return fresh;
}

/** The file of saved paths that a walk is from, by its id; null if it is from none. */
export function fileOfWalk({ walks }: Chosen, id: string): string | null {
  return walks.find(({ path }) => path.id === id)?.file ?? null;
}

/** What a walk is, by its id. */
export function saidOf({ walks }: Chosen, id: string): string {
  const walk = walks.find(({ path }) => path.id === id);
  return walk === undefined ? apart(id) : titleOf(walk);
}

/** The flow of a path that was walked, or of a cell. */
export function flowOfWalk({ walks }: Chosen, id: string): string {
  return walks.find(({ path }) => path.id === id)?.graph.id ?? id.split('/')[0] ?? id;
}
