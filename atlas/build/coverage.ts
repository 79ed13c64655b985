/** Coverage of recorded sessions and of walks run by hand, as the atlas draws it. */
import { basename, join } from 'node:path';
import { reportsIn, runsOf, type Runs } from './walked.ts';

/** Where `npm run walk -- --coverage` should write its reports for the atlas. */
export const COVERAGE = join('.atlas', 'coverage');

/** The reports of walks run by hand, by chart; unreadable ones are reported through `refused`. */
export function walkCoverage(root: string, refused: (text: string) => void = () => {}): Runs {
  return reportsIn(
    join(root, COVERAGE),
    (level) => `${level} (by hand)`,
    ({ message }) => refused(`${COVERAGE}: ${message}, so it is not shown.`),
  );
}

/** What a session visited, from its log. Throws a `UsageError` if the log can't have come from these flows. */
export async function sessionCoverage(file: string, at: string): Promise<Runs> {
  const [{ coverageOf }, { flows, graphOf }, { pathsOfLog, readLog }] = await Promise.all([
    import('#walk/paths/coverage.ts'),
    import('#walk/paths/flows.ts'),
    import('#walk/paths/replay.ts'),
  ]);
  const walks = pathsOfLog(readLog(file), flows, graphOf);
  return runsOf(
    `session ${basename(file)}`,
    coverageOf(
      walks.map(({ graph, path }) => ({ graph, edges: path.edges })),
      at,
    ),
  );
}
