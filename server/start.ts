// From a configuration to a listening server and back again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPasswordHasher } from './accounts/passwords.ts';
import { buildApp } from './app.ts';
import type { Network } from './chain/chain.ts';
import { createChain } from './chain/create-chain.ts';
import { developmentFolder } from './chain/development/endpoints.ts';
import { startDevelopmentChain, type DevelopmentChain } from './chain/development/launch.ts';
import { payAddress } from './chain/development/pay.ts';
import { readClubState } from './club/state.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { deriveKeys } from './crypto/keys.ts';
import { installContents } from './contents/install.ts';
import { createKysely } from './db/kysely.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { fillDemoClub } from './demo/fill.ts';
import { createPaymentListener } from './deposits/payments.ts';
import { createJobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/runner.ts';
import { createMailer } from './mail/transport.ts';
import { openOperatorChannel } from './operator/channel.ts';
import { systemRandom } from './random.ts';
import { createRateChanges } from './rates/changes.ts';
import { releaseClaims } from './requests/requests.ts';
import { checkSecret, loadSecret } from './secret.ts';
import type { Services } from './services.ts';
import { OUTBOX_PATH } from './web/outbox-pages.ts';
import { registerWeb } from './web/web.ts';
import type { DevelopmentPayer } from './withdrawals/payouts.ts';

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
    let development: DevelopmentChain | null = null;
    const developmentUrl = (network: Network) => development?.urlOf(network) ?? null;
    const services = await prepare(config, database.pool, developmentUrl);
    const app = await buildApp({ services, ...pagesOf(config) });
    await app.ready();
    const log = (line: string) => app.log.warn(line);
    const payer: DevelopmentPayer = { pay: (payment) => payAddress({ bitcoin: developmentUrl('bitcoin'), ethereum: developmentUrl('ethereum') }, payment) };
    const jobs = startJobs(createJobs(services, { mailer: createMailer(config), payments: createPaymentListener(services), payer, log }), {
      onError: (job, error) => app.log.error({ err: error, job }, 'job failed'),
    });
    closers.push(() => jobs.stop());
    closers.push(await openOperatorChannel(services, { dataDir: config.dataDir, onError: (error) => app.log.error({ err: error }, 'operator command failed') }));
    closers.push(() => app.close());
    await listen(app, config);
    // After the first answer is possible: the chain takes its time and nobody waits for it.
    development = startDevelopment(config, options.log);
    closers.push(async () => development?.stop());
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

/** What a command of the operator works with where no server runs: the database, migrated, and no chain of this machine. */
export async function openServices(config: Config): Promise<{ services: Services; close: () => Promise<void> }> {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });
  try {
    return { services: await prepare(config, database.pool, () => null), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The chain of this machine, for the networks that are open and have no node of their own. */
function startDevelopment({ chain, dataDir }: Config, log: (line: string) => void): DevelopmentChain | null {
  const blocksOf = (settings: { rpcUrl: string | null; confirmations: number } | null) => (settings?.rpcUrl === null ? settings.confirmations : 0);
  const [bitcoinBlocks, ethereumBlocks] = [blocksOf(chain.bitcoin), blocksOf(chain.ethereum)];
  if (bitcoinBlocks + ethereumBlocks === 0) return null;
  return startDevelopmentChain({ folder: developmentFolder(dataDir), blockSeconds: chain.developmentBlockSeconds, bitcoinBlocks, ethereumBlocks }, log);
}

async function prepare(config: Config, pool: Parameters<typeof createKysely>[0], developmentUrl: (network: Network) => string | null): Promise<Services> {
  const clock = systemClock;
  await migrate(pool, { folder: join(config.root, 'server/db/migrations'), now: clock.now() });
  const db = createKysely(pool);
  const keys = deriveKeys(await loadSecret(config, systemRandom));
  await checkSecret(db, keys);
  // Its folder is locked: no other process runs anything on it.
  if (config.databaseUrl === null) await releaseClaims(db);
  const chain = createChain({ settings: config.chain, db, clock, random: systemRandom, developmentUrl });
  const services: Services = { config, db, clock, random: systemRandom, keys, passwords: createPasswordHasher(), chain, rateChanges: createRateChanges({ db, clock }) };
  await installContents(services);
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
