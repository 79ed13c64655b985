/**
 * `npm run flows` writes the pages under docs/flows/ from the charts; with `--check` it only tells which are stale, and
 * exits 1 when one is.
 */
import { staleFiles, writeFiles } from './documents.ts';

const [option, ...others] = process.argv.slice(2);
if (others.length > 0 || (option !== undefined && option !== '--check')) {
  console.error('usage: npm run flows            writes docs/flows/ from the charts\n       npm run flows -- --check tells which of them are stale');
  process.exit(2);
}
if (option === '--check') {
  const stale = staleFiles();
  for (const name of stale) console.error(`docs/flows/${name} is not what the charts give.`);
  if (stale.length > 0) console.error('Run npm run flows, look at the difference, and commit it.');
  process.exit(stale.length === 0 ? 0 : 1);
}
const written = writeFiles();
for (const name of written) console.log(`docs/flows/${name}`);
console.log(written.length === 0 ? 'Everything was up to date.' : `${written.length} written.`);
