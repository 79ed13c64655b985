/**
 * `npm run dev`: the server, restarted when its files change, with Vite and hot replacement in front of it. Both stop
 * together, whichever ends first.
 */
import { spawn } from 'node:child_process';

import { refuseOldNode } from './node-version.mjs';

refuseOldNode();

const { ensureInstalled } = await import('./installed.mjs');
const { explainAndExit, ROOT } = await import('./steps.mjs');

await ensureInstalled().catch(explainAndExit);
process.chdir(ROOT);

let stopping = false;
const pagePort = Number(process.env.PORT ?? 8080);
const apiPort = Number(process.env.API_PORT ?? pagePort + 1);
const publicOrigin = process.env.PUBLIC_ORIGIN ?? `http://localhost:${pagePort}`;

const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/entry/main.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), PUBLIC_ORIGIN: publicOrigin },
  },
);
server.once('exit', (code) => void stop(code ?? 0));
stopOnSignals();

const { createServer } = await import('vite');
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
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
  process.exit(code);
}
