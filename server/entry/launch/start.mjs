/**
 * `npm start`: installs and builds what is missing, then becomes the server. It runs before anything is installed, so
 * it and its imports may use nothing but Node itself.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { refuseOldNode } from './node-version.mjs';

refuseOldNode();

const { ensureBuilt } = await import('./built.mjs');
const { ensureInstalled } = await import('./installed.mjs');
const { ROOT, explainAndExit } = await import('./steps.mjs');

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  explainAndExit(error);
}

performance.mark('perch:checked');

// The server is this process, not a child of it: signals, the exit code and even a kill reach it directly, and no
// orphan keeps holding the data folder.
process.chdir(ROOT);
await import(pathToFileURL(join(ROOT, 'dist/server/main.mjs')).href);
