import { readFileSync, writeFileSync } from 'node:fs';
import { STANDARD_OUTPUT, writeAll } from '#server/platform/system/output.ts';

import { arrowsIn, PAGE, pageNow } from './architecture.ts';

/** `npm run architecture`: draws docs/architecture.md again, or lists the arrows between folders. */

const HELP = `npm run architecture                    draws the picture of ${PAGE} from the imports
npm run architecture -- --check         fails where the picture is not what the imports give
npm run architecture -- --arrows        lists who imports whom among the folders at the top
npm run architecture -- --arrows src    the same inside a folder; ↑ marks what runs up`;

/** Writes the list in one piece: its reader may be `head`, which goes before the end. */
function listArrows(folder: string | null): void {
  const arrows = arrowsIn(folder);
  const lines = arrows.flatMap(({ from, to, imports, runsUp }) => [
    `${runsUp ? '↑' : ' '} ${from} → ${to}  ${imports.length}`,
    ...(runsUp ? imports.map((each) => `      ${each.from} → ${each.to}`) : []),
  ]);
  const total = `${arrows.length} arrows, ${arrows.filter(({ runsUp }) => runsUp).length} of them up`;
  writeAll(STANDARD_OUTPUT, `${[...lines, total].join('\n')}\n`);
}

function run(parameters: readonly string[]): number {
  const [option, folder = null] = parameters;
  if (option === '--arrows' && parameters.length <= 2) {
    listArrows(folder);
    return 0;
  }
  if (parameters.length > 1 || (option !== undefined && option !== '--check')) {
    console.log(HELP);
    return option === '--help' ? 0 : 2;
  }
  const page = readFileSync(PAGE, 'utf8');
  const now = pageNow(page);
  if (option === '--check' && page !== now)
    console.log(`${PAGE} shows other imports than there are; run npm run architecture and commit it`);
  if (option === undefined) writeFileSync(PAGE, now);
  return option === '--check' && page !== now ? 1 : 0;
}

process.exitCode = run(process.argv.slice(2));
