/** Coverage: which states and transitions a run has visited, as a report for readers of the charts. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeWritten } from '#walk/paths/files.ts';
import { UsageError } from './usage-error.ts';
import type { Edge, Graph } from '#machines/graph/explore.ts';
import type { Level, LevelReport, Walk } from './report.ts';

/** How often each state and transition of a flow was visited, by their ids. */
export interface FlowVisits {
  readonly states: Readonly<Record<string, number>>;
  readonly transitions: Readonly<Record<string, number>>;
}

export interface CoverageReport {
  /** When the run ended, RFC 3339. */
  readonly at: string;
  readonly flows: Readonly<Record<string, FlowVisits>>;
}

/** Edges that were taken in a flow. */
export interface Taken {
  readonly graph: Graph;
  readonly edges: readonly Edge[];
}

/** What the taken edges visited. */
export function coverageOf(taken: readonly Taken[], at: string): CoverageReport {
  const flows = new Map<string, { states: Record<string, number>; transitions: Record<string, number> }>();
  for (const { graph, edges } of taken) {
    const visits = flows.get(graph.id) ?? { states: {}, transitions: {} };
    flows.set(graph.id, visits);
    for (const { to, fired } of edges) {
      for (const state of graph.nodes.get(to)?.active ?? []) visits.states[state] = (visits.states[state] ?? 0) + 1;
      for (const id of fired) {
        visits.transitions[id] = (visits.transitions[id] ?? 0) + 1;
        // A state that is left within the same step was still passed.
        const source = id.split(' · ')[0] ?? '';
        if (id.includes(' · always')) visits.states[source] = (visits.states[source] ?? 0) + 1;
      }
    }
  }
  return { at, flows: Object.fromEntries(flows) };
}

/** Throws if a report would overwrite anything other than an earlier one. Checked before the walks, which take time. */
export function expectOwnCoverage(folder: string, levels: readonly Level[]): void {
  const foreign = levels
    .map((level) => coverageFile(folder, level))
    .find((file) => !mayBeWritten(file, (beginning) => beginning.startsWith('{"at":"')));
  if (foreign !== undefined)
    throw new UsageError(
      `${foreign} is there and is no coverage of this command, so it is left as it is. Choose another folder.`,
    );
}

/** Writes a report per level into a folder, named after the level; it counts each path up to its first failure. */
export function writeCoverage(
  folder: string,
  walks: readonly Walk[],
  reports: readonly LevelReport[],
  at: string,
): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return reports.map(({ level, walked }) => {
    const file = coverageFile(folder, level);
    const reached = new Map(walked.map(({ id, failure }) => [id, failure?.at ?? Infinity]));
    const taken = walks.map(({ graph, path }) => ({ graph, edges: path.edges.slice(0, reached.get(path.id) ?? 0) }));
    // Whoever reads it meanwhile finds the former report or the new one, and never half of one.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, `${JSON.stringify(coverageOf(taken, at))}\n`);
    renameSync(unfinished, file);
    return file;
  });
}

function coverageFile(folder: string, level: Level): string {
  return join(folder, `${level}.json`);
}
