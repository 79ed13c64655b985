// From a configuration to a listening server and back again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPasswordHasher } from './accounts/passwords.ts';
import { buildApp } from './app.ts';
import { readClubState } from './club/state.ts';
import { closedChain } from './chain/closed.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { deriveKeys } from './crypto/keys.ts';
import { createKysely } from './db/kysely.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { fillDemoClub } from './demo/fill.ts';
import { createJobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/runner.ts';
import { createMailer } from './mail/transport.ts';
import { systemRandom } from './random.ts';
import { createRateChanges } from './rates/changes.ts';
import { checkSecret, loadSecret } from './secret.ts';
import type { Services } from './services.ts';
import { OUTBOX_PATH } from './web/outbox-pages.ts';
import { registerWeb } from './web/web.ts';

export interface RunningServer {
  /** Where it listens, for example `http://localhost:8080`. */
  address: string;
  /** Whether the demo club is served here. */
  demo: boolean;
  /** Where the operator reads the mails; null where they are sent, or may not be shown. */
  outbox: string | null;
  /** Finishes what is under way, stops the jobs and closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database, migrates it, fills the demo club where that is allowed, and listens.
 *
 * @throws Error with one clear line; everything opened before is closed again
 */
export async function startServer(config: Config, options: { log: (line: string) => void }): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    for (const close of closers.reverse()) await close();
  });
  try {
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log: options.log });
    closers.push(() => database.close());
    const services = await prepare(config, database.pool);
    const app = await buildApp({ services, ...pagesOf(config) });
    await app.ready();
    const jobs = startJobs(createJobs(services, createMailer(config)), {
      onError: (job, error) => app.log.error({ err: error, job }, 'job failed'),
    });
    closers.push(() => jobs.stop());
    closers.push(() => app.close());
    await listen(app, config);
    const { demoFilledAt } = await readClubState(services.db);
    // Where any free port was asked for, only the socket knows which one it is.
    const address = config.port === 0 ? app.listeningOrigin : config.publicOrigin;
    const outbox = config.outbox ? `${address}${OUTBOX_PATH}` : null;
    return { address, demo: config.demo && demoFilledAt !== null, outbox, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepare(config: Config, pool: Parameters<typeof createKysely>[0]): Promise<Services> {
  const clock = systemClock;
  await migrate(pool, { folder: join(config.root, 'server/db/migrations'), now: clock.now() });
  const db = createKysely(pool);
  const keys = deriveKeys(await loadSecret(config, systemRandom));
  await checkSecret(db, keys);
  const services: Services = { config, db, clock, random: systemRandom, keys, passwords: createPasswordHasher(), chain: closedChain, rateChanges: createRateChanges({ db, clock }) };
  if (config.demo) await fillDemoClub(services);
  else await refuseDemoClub(services);
  return services;
}

/** A demo club's sign-ins are published, so it is never served where others could reach it. */
async function refuseDemoClub(services: Services): Promise<void> {
  const { demoFilledAt } = await readClubState(services.db);
  if (demoFilledAt !== null) {
    throw new Error(
      'this database holds the demo club, whose sign-ins are published; it is served on this machine only, so use another DATA_DIR',
    );
  }
}

/** The built client, where there is one; in development Vite serves the pages. */
function pagesOf(config: Config): { registerPages?: (app: FastifyInstance) => Promise<void> } {
  const root = join(config.root, 'dist/client');
  return existsSync(root) ? { registerPages: (app) => registerWeb(app, { root, apiOrigins: config.apiOrigins }) } : {};
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new Error(`port ${config.port} is taken; stop the other program or set PORT`);
    if (code === 'EACCES') throw new Error(`port ${config.port} may not be opened by this user; set PORT to 1024 or more`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST "${config.host}" is not an address of this machine`);
    throw error;
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= act());
}
