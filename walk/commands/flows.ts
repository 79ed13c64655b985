/**
 * `npm run flows` writes the pages under docs/flows/ from the charts; with `--check` it only lists stale pages, and
 * exits 1 if there are any; with `--diff REV` it prints what has changed in the flows since a revision.
 */
import { staleFiles, writeFiles } from '#walk/documents/documents.ts';
import { differencesSince } from '#walk/documents/flow-differences.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

const USAGE = `usage: npm run flows               writes docs/flows/ from the charts
       npm run flows -- --check    tells which of them are stale
       npm run flows -- --diff REV tells what has changed in the written-down flows since a revision`;

// An exit code is set, and never exited with: what is still on its way into a pipe would be lost.
const [option, revision, ...others] = process.argv.slice(2);
if (others.length > 0) process.exitCode = misused();
else if (option === '--diff' && revision !== undefined) process.exitCode = tellDifferences(revision);
else if (revision !== undefined) process.exitCode = misused();
else if (option === '--check') process.exitCode = tellStale();
else if (option === undefined) write();
else process.exitCode = misused();

function misused(): number {
  console.error(USAGE);
  return 2;
}

function tellStale(): number {
  const stale = staleFiles();
  for (const name of stale) console.error(`docs/flows/${name} is not what the charts give.`);
  if (stale.length > 0) console.error('Run npm run flows, look at the difference, and commit it.');
  return stale.length === 0 ? 0 : 1;
}

function write(): void {
  const written = writeFiles();
  for (const name of written) console.log(`docs/flows/${name}`);
  console.log(written.length === 0 ? 'Everything was up to date.' : `${written.length} written.`);
}

function tellDifferences(since: string): number {
  try {
    console.log(differencesSince(since));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}
