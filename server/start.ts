// From a configuration to a listening server and back again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createPasswordHasher } from './accounts/passwords.ts';
import { buildApp } from './app.ts';
import type { Network } from './chain/chain.ts';
import { confirmationsNeeded } from './chain/confirmations.ts';
import { createChain } from './chain/create-chain.ts';
import { developmentFolder, type BlocksWanted } from './chain/development/endpoints.ts';
import { startDevelopmentChain, type DevelopmentChain } from './chain/development/launch.ts';
import { payAddress } from './chain/development/pay.ts';
import { requirePlace, settlePlace } from './club/place.ts';
import { readClubState } from './club/state.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { installContents } from './contents/install.ts';
import { deriveKeys } from './crypto/keys.ts';
import { createKysely, type Db } from './db/kysely.ts';
import { openDatabase } from './db/open.ts';
import { prepareSchema, requireSchema } from './db/prepare.ts';
import { isUnavailable } from './db/unavailable.ts';
import { fillDemoClub } from './demo/fill.ts';
import { createPaymentListener } from './deposits/payments.ts';
import { createJobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/runner.ts';
import { createMailer } from './mail/transport.ts';
import { reasonOf, StartRefused } from './one-line-error.ts';
import { openOperatorChannel, requireSocketPath } from './operator/channel.ts';
import { systemRandom } from './random.ts';
import { createRateChanges } from './rates/changes.ts';
import { releaseClaims } from './requests/requests.ts';
import { ownRulesAt } from './rules/rules.ts';
import { isSealedAnew, loadKeys, readKeys } from './secret.ts';
import type { Services } from './services.ts';
import { OUTBOX_PATH } from './web/outbox-pages.ts';
import { registerWeb } from './web/web.ts';
import type { DevelopmentPayer } from './withdrawals/payouts.ts';

/** How soon the development chain follows a rule that asks for more confirmations. */
const BLOCKS_ASKED_SECONDS = 10;

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
 * @throws OneLineError; everything opened before is closed again
 */
export async function startServer(config: Config, options: { log: (line: string) => void }): Promise<RunningServer> {
  requireSocketPath(config.dataDir);
  config.warnings.forEach(options.log);
  const closers: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    for (const close of closers.reverse()) await close();
  });
  try {
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, settings: config.database, log: options.log });
    closers.push(() => database.close());
    let development: DevelopmentChain | null = null;
    const developmentUrl = (network: Network) => development?.urlOf(network) ?? null;
    const work = await prepare(config, database.workPool, { developmentUrl, log: options.log });
    // Members' calls have connections of their own, with limits of their own.
    const services = withDatabase(work, createKysely(database.pool));
    const app = await buildApp({ services, ...pagesOf(config) });
    await app.ready();
    const log = (line: string) => app.log.warn(line);
    const payer: DevelopmentPayer = { pay: (payment) => payAddress({ bitcoin: developmentUrl('bitcoin'), ethereum: developmentUrl('ethereum') }, payment) };
    const jobs = startJobs(createJobs(work, { mailer: createMailer(config), payments: createPaymentListener(work), payer, log }), {
      // What is away is told in a line, without a stack; it comes again and again.
      onError: (job, error) => (isUnavailable(error) ? app.log.warn({ job, reason: reasonOf(error) }, 'a job waits, the database is away or busy') : app.log.error({ err: error, job }, 'job failed')),
    });
    closers.push(() => jobs.stop());
    closers.push(await openOperatorChannel(work, { dataDir: config.dataDir, log, onError: (error) => app.log.error({ err: error }, 'operator command failed') }));
    closers.push(() => app.close());
    await listen(app, config);
    // After the first answer is possible: the chain takes its time and nobody waits for it.
    development = startDevelopment(config, options.log);
    const blocks = startJobs([{ name: 'want-blocks', everySeconds: BLOCKS_ASKED_SECONDS, run: async () => development?.wantBlocks(await blocksWanted(services)) }], { onError: (job, error) => app.log.error({ err: error, job }, 'job failed') });
    closers.push(async () => development?.stop());
    closers.push(() => blocks.stop());
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

/**
 * What a command of the operator works with where no server runs: the club's database as its server has left it, and no chain of this
 * machine. Opening writes nothing: a shell often lacks the server's settings, and what is made by default would be made for good.
 *
 * @throws OneLineError where there is no such club, where its server has to start first, or where the settings are another club's
 */
export async function openForCommand(config: Config): Promise<OpenedServices> {
  return withOpened(config, async (pool) => {
    await requireSchema(pool, config);
    const db = createKysely(pool);
    await requirePlace(db, config);
    const services = servicesOn({ config, db, keys: await readKeys(config, db) }, () => null);
    if (!config.demo) await refuseDemoClub(services);
    return services;
  });
}

/**
 * What `database prepare` works with: a database that need not hold anything yet, migrated by opening it. Nothing else is made there, and
 * nothing sealed is opened, so the secret isn't compared.
 *
 * @throws OneLineError where owner and application aren't two roles of PostgreSQL
 */
export async function openPrepared(config: Config): Promise<OpenedServices> {
  const { databaseUrl, migrateDatabaseUrl } = config;
  if (databaseUrl === null || migrateDatabaseUrl === null) throw new StartRefused('set DATABASE_URL to the role that Perch serves with, and MIGRATE_DATABASE_URL to the owner of the database');
  return withOpened(config, async (pool) => {
    await prepareSchema(pool, { config, now: systemClock.now(), log: () => undefined });
    return servicesOn({ config, db: createKysely(pool), keys: deriveKeys(config.secret ?? '') }, () => null);
  });
}

interface OpenedServices {
  services: Services;
  close: () => Promise<void>;
}

async function withOpened(config: Config, open: (pool: Pool) => Promise<Services>): Promise<OpenedServices> {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, settings: config.database });
  try {
    return { services: await open(database.workPool), close: () => database.close() };
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

/** As many as a payment needs to be credited, by the settings and the rules of this moment. */
async function blocksWanted({ db, chain, clock }: Services): Promise<BlocksWanted> {
  const rules = await ownRulesAt(db, clock.now());
  return { bitcoinBlocks: confirmationsNeeded(chain.networks, rules, 'bitcoin'), ethereumBlocks: confirmationsNeeded(chain.networks, rules, 'ethereum') };
}

interface Surroundings {
  /** Where the development chain's nodes are; null while they don't run. */
  developmentUrl: (network: Network) => string | null;
  log: (line: string) => void;
}

/** The database as a server needs it: migrated, with its secret, its place and its texts, and filled with the demo club where that is allowed. */
async function prepare(config: Config, pool: Pool, { developmentUrl, log }: Surroundings): Promise<Services> {
  await prepareSchema(pool, { config, now: systemClock.now(), log });
  const db = createKysely(pool);
  const keys = await loadKeys(config, systemRandom, db);
  if (!(await isSealedAnew(db, keys))) log('the secret is being replaced: run `npm run operator -- secret rotate`');
  // Its folder is locked: no other process runs anything on it.
  if (config.databaseUrl === null) await releaseClaims(db);
  const services = servicesOn({ config, db, keys }, developmentUrl);
  if (!config.demo) await refuseDemoClub(services);
  await settlePlace(db, config, log);
  await installContents(services);
  if (config.demo) await fillDemoClub(services);
  return services;
}

function servicesOn(parts: Pick<Services, 'config' | 'db' | 'keys'>, developmentUrl: Surroundings['developmentUrl']): Services {
  const { config, db } = parts;
  const [clock, random] = [systemClock, systemRandom];
  const chain = createChain({ settings: config.chain, db, clock, random, rulesAt: ownRulesAt, developmentUrl });
  return { ...parts, clock, random, passwords: createPasswordHasher(), chain, rateChanges: createRateChanges({ db, clock }) };
}

/** The same services on other connections. */
function withDatabase(services: Services, db: Db): Services {
  return { ...services, db, rateChanges: createRateChanges({ db, clock: services.clock }) };
}

/** A demo club's sign-ins are published, so it is never served where others could reach it. */
async function refuseDemoClub(services: Services): Promise<void> {
  const { demoFilledAt } = await readClubState(services.db);
  if (demoFilledAt !== null) {
    throw new StartRefused(
      'this database holds the demo club, whose sign-ins are published; it is served on this machine only (HOST and PUBLIC_ORIGIN loopback, no TRUST_PROXY, not in production), so use another DATA_DIR',
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
    if (code === 'EADDRINUSE') throw new StartRefused(`port ${config.port} is taken; stop the other program or set PORT`);
    if (code === 'EACCES') throw new StartRefused(`port ${config.port} may not be opened by this user; set PORT to 1024 or more`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartRefused(`HOST "${config.host}" is not an address of this machine`);
    throw error;
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= act());
}
