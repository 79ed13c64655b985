/** Paths in a file, in the chart's own names, so that they stay the same when the plan changes. */
import { writeFileSync } from 'node:fs';
import { stepLabel, type AnyCases, type Edge, type Graph, type Step } from '#machines/graph/explore.ts';
import { entryAt, textOfFile } from '#walk/paths/files.ts';
import { unknown } from './nearest.ts';
import { UsageError } from './usage-error.ts';
import type { Walk } from './report.ts';

/** Identifies the file's format and its version. */
const FORMAT = 'perch-paths-1';

interface SavedStep {
  readonly step: Step;
  /** The state that it leads to. */
  readonly to: string;
}

interface SavedPath {
  readonly id: string;
  readonly flow: string;
  readonly title: string;
  readonly steps: readonly SavedStep[];
}

/** Path ids become names of files and folders. */
const ID = /^[a-z\d][a-z\d-]{0,99}$/i;
/** Names as charts write them: anything else is not a name, and is not printed either. */
const NAME = /^[\w.-]{1,100}$/;
/** The fields of each kind of step. */
const stepParts: Readonly<Record<Step['kind'], readonly string[]>> = {
  start: ['name'],
  event: ['event', 'sample'],
  outcome: ['actor', 'outcome'],
  timer: ['delay'],
};

/** Writes paths into a file; never overwrites one with other contents. */
export function savePaths(file: string, walks: readonly Walk[], titleOf: (walk: Walk) => string): void {
  if (!isFile(file))
    throw new UsageError(
      `--save wants a file whose name ends in .json, not "${file}": by that the command knows it again.`,
    );
  if (walks.length === 0) throw new UsageError('There is no path to save.');
  // A symbolic link may lead anywhere, even to a file that does not exist yet.
  const there = entryAt(file);
  if (there !== undefined && (!there.isFile() || !isSaved(file)))
    throw new UsageError(
      `${file} is there and holds something else than saved paths, so it is left as it is. Choose another name.`,
    );
  const paths = walks.map((walk): SavedPath => {
    const { graph, path } = walk;
    return {
      id: path.id,
      flow: graph.id,
      title: titleOf(walk),
      steps: path.edges.map(({ step, to }) => ({ step, to: graph.nodes.get(to)?.state ?? '' })),
    };
  });
  try {
    writeFileSync(file, `${JSON.stringify({ format: FORMAT, paths }, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`The paths can't be saved in ${file}: ${(error as Error).message}`);
  }
}

/** Whether a name on the command line is a file, and not a flow, path or cell. */
export function isFile(name: string): boolean {
  return name.endsWith('.json');
}

function isSaved(file: string): boolean {
  try {
    return pathsIn(file).length > 0;
  } catch {
    // This command did not write it.
    return false;
  }
}

/**
 * Reads saved paths and finds their steps on the current charts. Throws a readable error if a chart no longer has one.
 * @param taken the ids of other paths, which none of these gets; theirs are added.
 */
export function readPaths(
  file: string,
  flows: readonly AnyCases[],
  graphOf: (cases: AnyCases) => Graph,
  taken: Set<string> = new Set(),
): readonly Walk[] {
  return pathsIn(file).map(({ id, flow, steps }) => {
    const cases = flows.find(({ machine }) => machine.id === flow);
    if (cases === undefined)
      throw new UsageError(
        `${file}: ${
          unknown(
            'flow',
            flow,
            flows.map(({ machine }) => machine.id),
          ).message
        }`,
      );
    const graph = graphOf(cases);
    return {
      graph,
      file,
      path: {
        id: ownId(`${flow}-saved-${id.replace(`${flow}-`, '').replace(/^saved-/, '')}`, taken),
        edges: edgesOf(graph, steps, `${file}, ${id}`),
      },
    };
  });
}

/** Two paths with the same name would overwrite each other's pictures and reports. */
function ownId(id: string, taken: Set<string>): string {
  let own = id;
  for (let count = 2; taken.has(own); count += 1) own = `${id}-${count}`;
  taken.add(own);
  return own;
}

function pathsIn(file: string): readonly SavedPath[] {
  const content = textOfFile(file);
  try {
    const { format, paths } = JSON.parse(content) as {
      readonly format?: unknown;
      readonly paths?: readonly SavedPath[];
    };
    if (format === FORMAT && Array.isArray(paths) && paths.length > 0 && paths.every(isPath)) return paths;
  } catch {
    // Reported below.
  }
  throw new UsageError(`${file} holds no paths as --save writes them.`);
}

function isPath(value: unknown): value is SavedPath {
  const { id, flow, steps } = (value ?? {}) as Partial<SavedPath>;
  return isText(id, ID) && isText(flow, NAME) && Array.isArray(steps) && steps.length > 0 && steps.every(isSavedStep);
}

function isSavedStep(value: unknown): boolean {
  const { step, to } = (value ?? {}) as Partial<SavedStep>;
  return isText(to, NAME) && isStep(step);
}

/** Whether a value has exactly the fields of one kind of step, each of them a name. */
function isStep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, ...parts } = value as Readonly<Record<string, unknown>>;
  const wanted = typeof kind === 'string' && Object.hasOwn(stepParts, kind) ? stepParts[kind as Step['kind']] : null;
  return (
    wanted !== null && Object.keys(parts).length === wanted.length && wanted.every((part) => isText(parts[part], NAME))
  );
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function edgesOf(graph: Graph, steps: readonly SavedStep[], place: string): readonly Edge[] {
  const edges: Edge[] = [];
  for (const [index, { step, to }] of steps.entries()) {
    const from = edges.at(-1)?.to ?? null;
    const offered = graph.edges.filter((edge) => edge.from === from);
    const stateAt = (edge: Edge): string => graph.nodes.get(edge.to)?.state ?? '';
    const next = offered.find((edge) => same(edge.step, step) && stateAt(edge) === to);
    if (next === undefined) {
      const where = from === null ? 'begin like that' : `do that in ${graph.nodes.get(from)?.state ?? ''}`;
      const elsewhere = offered.find((edge) => same(edge.step, step));
      const now =
        elsewhere === undefined
          ? `There are: ${[...new Set(offered.map((edge) => stepLabel(edge.step)))].join(', ') || 'none'}.`
          : `It leads to ${stateAt(elsewhere)} now.`;
      throw new UsageError(
        `${place}: step ${index} (${stepLabel(step)} → ${to}) is no longer in the chart: ${graph.id} can't ${where}. ${now}`,
      );
    }
    edges.push(next);
  }
  return edges;
}

/** Whether two steps are the same, whatever the order in which their parts were written. */
function same(one: Step, other: Step): boolean {
  return (
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(one).every(([key, value]) => (other as unknown as Readonly<Record<string, unknown>>)[key] === value)
  );
}
