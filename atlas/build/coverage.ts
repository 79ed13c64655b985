/** What walks and sessions have visited, as the atlas draws it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CoverageRun } from '#atlas/model/model.ts';
import { coverageOf, type CoverageReport } from '#tests/walk/coverage.ts';
import { flows, graphOf } from '#tests/walk/flows.ts';
import { pathsOfLog, readLog } from '#tests/walk/replay.ts';

/** Where `npm run walk -- --coverage` is told to leave its reports for the atlas. */
export const COVERAGE = join('.atlas', 'coverage');

type Runs = readonly (readonly [chart: string, run: CoverageRun])[];

/** The reports of the last walks, by chart. */
export function walkCoverage(root: string): Runs {
  const folder = join(root, COVERAGE);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')).toSorted() : [];
  return files.flatMap((file) => runsOf(basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8')) as CoverageReport));
}

/** What a session has visited, out of its log. Throws a `UsageError` where the log can't have come from these flows. */
export function sessionCoverage(file: string, at: string): Runs {
  const walks = pathsOfLog(readLog(file), flows, graphOf);
  return runsOf(`session ${basename(file)}`, coverageOf(walks.map(({ graph, path }) => ({ graph, edges: path.edges })), at));
}

function runsOf(name: string, { at, flows: visited }: CoverageReport): Runs {
  return Object.entries(visited).map(([chart, visits]) => [chart, { name, at, ...visits }] as const);
}
