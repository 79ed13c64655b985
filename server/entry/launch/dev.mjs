/**
 * `npm run dev`: the server, restarted when its files change, with Vite and hot replacement in front of it. Both stop
 * together.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { refuseOldNode } from './node-version.mjs';

refuseOldNode();

const { ensureInstalled } = await import('./installed.mjs');
const { explainAndExit, ROOT } = await import('./steps.mjs');

await ensureInstalled().catch(explainAndExit);
process.chdir(ROOT);

const pagePort = Number(process.env.PORT ?? 8080);
const apiPort = Number(process.env.API_PORT ?? pagePort + 1);
const publicOrigin = process.env.PUBLIC_ORIGIN ?? `http://localhost:${pagePort}`;

let stopping = false;
let server = null;
/** Restarts wait for one another: the next server may open the data folder once the one before has closed it. */
let restarts = Promise.resolve();
// As deep below the checkout as the build, for what is found from there; another one on other ports is not disturbed.
const folder = join('dist', `development-${pagePort}`);
stopOnSignals();

// Bundled again at each change, which takes less time than to translate its thousand files at each start.
rmSync(folder, { recursive: true, force: true });
const [{ context }, { createServer }, { SERVER }] = await Promise.all([
  import('esbuild'),
  import('vite'),
  import('./build.mjs'),
]);
const bundling = await context({
  ...SERVER,
  outdir: folder,
  // They don't change, and are read as they are.
  packages: 'external',
  plugins: [{ name: 'perch:restart', setup: (build) => build.onEnd(({ errors }) => restartUnless(errors)) }],
});
const watching = bundling.watch();

const pages = await createServer({
  server: {
    port: pagePort,
    strictPort: true,
    proxy: { '/api': `http://localhost:${apiPort}`, '/outbox': `http://localhost:${apiPort}` },
  },
});
// Vite has registered its own exit handler, which would not wait for the server to close its database.
stopOnSignals();
await pages.listen().catch(async (error) => {
  console.error(error.message);
  await stop(1);
});
pages.printUrls();
await watching;

/** What esbuild has complained of, it has said; the server that runs goes on. */
function restartUnless(errors) {
  if (errors.length > 0) return;
  restarts = restarts.then(restart);
}

async function restart() {
  await endServer();
  if (stopping) return;
  const started = spawn(process.execPath, [join(folder, 'main.mjs')], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), PUBLIC_ORIGIN: publicOrigin },
  });
  server = started;
  started.once('exit', (code, signal) => {
    if (server !== started || stopping) return;
    server = null;
    console.error(`The server ended with ${code ?? signal}; it is started again after the next change.`);
  });
}

async function endServer() {
  const running = server;
  server = null;
  if (running === null || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
}

function stopOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.removeAllListeners(signal);
    process.once(signal, () => void stop(0));
  }
}

/** Vite stops at once; the server is given time to close its database. */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  await restarts;
  await endServer();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
