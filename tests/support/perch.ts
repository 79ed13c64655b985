import type { Services } from '#server/domain/services/services.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { startServer } from '#server/entry/start.ts';
import { freePort } from '#tests/provision/free-port.mjs';
import { start, type Process } from './processes.ts';

/** `npm start` as a separate process, on the given port or on a free one. */
export async function perch(env: Record<string, string>): Promise<Process & { port: number }> {
  const port = Number(env.PORT ?? (await freePort()));
  return { ...start(['server/entry/launch/start.mjs'], { PORT: String(port), ...env }), port };
}

/** Only the server, from its sources: for tests that need neither the launcher nor the pages. */
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

/**
 * The built server, which starts in a fifth of the time. The caller makes sure that the build is current.
 */
export async function builtServer(
  env: Record<string, string>,
  { options = [], before = [] }: { options?: readonly string[]; before?: string[] } = {},
): Promise<Process & { port: number }> {
  return server('dist/server/main.mjs', env, { options, before });
}

/** A server as the bundle in a file. */
export async function server(
  file: string,
  env: Record<string, string>,
  { options = [], before = [] }: { options?: readonly string[]; before?: string[] } = {},
): Promise<Process & { port: number }> {
  const port = Number(env.PORT ?? (await freePort()));
  return { ...start([...options, file], { ...env, PORT: String(port) }, before), port };
}

/** Does something with the database of a club: an embedded one that no server has open, or any on PostgreSQL. */
export async function onClub<T>(env: Record<string, string>, act: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openForCommand(readSettings(env, process.cwd()));
  try {
    return await act(services);
  } finally {
    await close();
  }
}

/** Starts a server once, as a club needs it before anything else may open its database. */
export async function startOnce(env: Record<string, string>): Promise<void> {
  const server = await startServer(
    readSettings({ ...env, PORT: '0', DEV_CHAIN: 'off', LOG_LEVEL: 'silent' }, process.cwd()),
    { log: () => undefined },
  );
  await server.stop();
}
