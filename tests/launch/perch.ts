import { createServer } from 'node:net';
import { readSettings } from '#server/entry/opening/settings.ts';
import { startServer } from '#server/entry/start.ts';
import { start, type Process } from './processes.ts';

/** `npm start` as a process of its own, on the port given or on a free one. */
export async function perch(env: Record<string, string>): Promise<Process & { port: number }> {
  const port = Number(env.PORT ?? (await freePort()));
  return { ...start(['server/entry/launch/start.mjs'], { PORT: String(port), ...env }), port };
}

/** The server alone, out of its sources: for what needs neither the launcher nor the pages. */
export async function perchServer(
  env: Record<string, string>,
  { options = [], before = [] }: { options?: string[]; before?: string[] } = {},
): Promise<Process & { port: number }> {
  const port = await freePort();
  return {
    ...start(['--import', 'tsx', ...options, 'server/entry/main.ts'], { PORT: String(port), ...env }, before),
    port,
  };
}

/** Starts a server once, as a club needs it before anything else may open its database. */
export async function startOnce(env: Record<string, string>): Promise<void> {
  const server = await startServer(
    readSettings({ ...env, PORT: '0', DEV_CHAIN: 'off', LOG_LEVEL: 'silent' }, process.cwd()),
    { log: () => undefined },
  );
  await server.stop();
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
