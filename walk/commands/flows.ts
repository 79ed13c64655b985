/**
 * `npm run flows` writes the pages under docs/flows/ from the charts; with `--check` it only lists stale pages, and
 * exits 1 if there are any; with `--diff REV` it prints what has changed in the flows since a revision.
 */
import { staleFiles, writeFiles } from '#walk/documents/documents.ts';
import { differencesSince } from '#walk/documents/flow-differences.ts';
import { UsageError } from '#walk/paths/nearest.ts';

const [option, revision, ...others] = process.argv.slice(2);
const isDiff = option === '--diff' && revision !== undefined;
if (
  others.length > 0 ||
  (!isDiff && revision !== undefined) ||
  (option !== undefined && option !== '--check' && !isDiff)
) {
  console.error(
    'usage: npm run flows               writes docs/flows/ from the charts\n       npm run flows -- --check    tells which of them are stale\n       npm run flows -- --diff REV tells what has changed in the written-down flows since a revision',
  );
  process.exit(2);
}
if (isDiff) process.exit(tellDifferences(revision));
if (option === '--check') {
  const stale = staleFiles();
  for (const name of stale) console.error(`docs/flows/${name} is not what the charts give.`);
  if (stale.length > 0) console.error('Run npm run flows, look at the difference, and commit it.');
  process.exit(stale.length === 0 ? 0 : 1);
}
const written = writeFiles();
for (const name of written) console.log(`docs/flows/${name}`);
console.log(written.length === 0 ? 'Everything was up to date.' : `${written.length} written.`);

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
