// From a configuration to a listening server and back again.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Network } from '#server/domain/chain/chain.ts';
import { confirmationsNeeded } from '#server/domain/chain/confirmations.ts';
import { developmentFolder, type BlocksWanted } from '#server/domain/chain/development/endpoints.ts';
import { startDevelopmentChain, type DevelopmentChain } from '#server/domain/chain/development/launch.ts';
import { payAddress } from '#server/domain/chain/development/pay.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { DevelopmentPayer } from '#server/domain/withdrawals/payouts.ts';
import { backupWarnings } from '#server/entry/backup/nightly.ts';
import { endBackup } from '#server/entry/backup/running.ts';
import { listening } from '#server/entry/http/listening.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { busOn, forCalls, prepareServices } from '#server/entry/opening/open.ts';
import { watchClub } from '#server/entry/meters/club-figures.ts';
import { watchProcess } from '#server/entry/meters/gauges.ts';
import { Meters } from '#server/entry/meters/meters.ts';
import type { Settings } from '#server/entry/opening/settings.ts';
import { openOperatorChannel, requireSocketPath } from '#server/entry/operator/channel.ts';
import { openMetrics, type MetricsServer } from '#server/entry/probes/metrics-server.ts';
import { createReadiness, type Readiness } from '#server/entry/probes/readiness.ts';
import { OUTBOX_PATH } from '#server/entry/web/outbox-pages.ts';
import { registerWeb } from '#server/entry/web/web.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createCommitWatch } from '#server/platform/db/commit-watch.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { migrationsOf } from '#server/platform/db/prepare.ts';
import { damageOfLog, RESTORE, saysDamage } from '#server/platform/db/damage.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { createOneRunner } from '#server/platform/jobs/one-runner.ts';
import { startJobs, type Job, type JobObserver, type RunningJobs } from '#server/platform/jobs/runner.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { postPush } from '#server/platform/push/services.ts';
import { once } from '#server/platform/system/once.ts';
import { OneLineError, reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import type { Output } from '#server/platform/system/output.ts';
import { reached } from '#server/platform/system/start-phases.ts';
import { noTracing, startTracing, type Tracing } from '#server/platform/tracing/tracing.ts';
import { buildApp } from './app.ts';
import { programOf, settingsOfLog, type Program } from './start-line.ts';
import { closeApp, createClosers, stopInOrder, type Closers, type Stop } from './stop.ts';

/** How soon the development chain follows a rule that asks for more confirmations. */
const BLOCKS_ASKED_SECONDS = 10;

/** The first calls come in between: all jobs have run once a second after the start. */
const JOBS_APART_MS = 30;

export interface RunningServer {
  /** Where it listens, for example `http://localhost:8080`. */
  address: string;
  /** Whether the demo club is served here. */
  demo: boolean;
  /** Where the operator reads the mails; null if they are sent, or may not be shown. */
  outbox: string | null;
  /** Where the metrics have a port of their own; null if they have none. */
  metrics: string | null;
  /** Answers what is under way, stops the jobs and closes the database; once; a second call waits for the first. */
  stop(how?: Stop): Promise<void>;
  /** What a stop waits for; null if nothing is being closed. */
  closing(): string | null;
}

/** Somebody asked the server to stop before it was ready. */
export class StartStopped extends OneLineError {
  override readonly name = 'StartStopped';
}

export interface StartOptions {
  log: (line: string) => void;
  /** Where the log goes; by default to standard output as Node has it. */
  output?: Output;
  /** Aborted if the server is to stop before it is ready: it then ends after the step that it is in. */
  signal?: AbortSignal;
}

/**
 * Opens the database, migrates it, fills the demo club where that is allowed, and listens.
 *
 * @throws OneLineError; everything opened before is closed again. StartStopped if the signal was aborted
 */
export async function startServer(config: Settings, options: StartOptions): Promise<RunningServer> {
  requireSocketPath(config.dataDir);
  [...config.warnings, ...backupWarnings(config), ...ownerWarnings(config)].forEach(options.log);
  const closers = createClosers();
  try {
    return await openAll(config, { ...options, closers });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** A server needs the owner's rights for a moment and has the password as long as it runs. */
function ownerWarnings({ migrateDatabaseUrl }: Pick<Config, 'migrateDatabaseUrl'>): string[] {
  if (migrateDatabaseUrl === null) return [];
  return [
    `MIGRATE_DATABASE_URL is set for this server, so whoever takes over its process can change everything as the database's owner; start servers without it, and run \`${operatorCommand('database prepare')}\` with it before each new version`,
  ];
}

type Opening = StartOptions & { closers: Closers };

async function openAll(config: Settings, { log: say, output, signal, closers }: Opening): Promise<RunningServer> {
  const goOn = () => {
    if (signal?.aborted === true) throw new StartStopped('stopped before it was ready');
  };
  const watchers = await openWatchers(config, { closers, say });
  const { meters, readiness } = watchers;
  let development: DevelopmentChain | null = null;
  const developmentUrl = (network: Network) => development?.urlOf(network) ?? null;
  const { database, work } = await openSound(config, { closers, say, goOn, developmentUrl });
  const services = forCalls(work, database);
  const app = await buildApp({
    services,
    ...watchers,
    ...pagesOf(config),
    ...(output === undefined ? {} : { logTo: output }),
  });
  await app.ready();
  reached('routed');
  const observer = observerOf(app, meters);
  const beginJobs = await prepareWork(work, { app, config, database, meters, observer, developmentUrl, closers });
  closers.add('calls', () => closeApp(app, config.operation.stopSeconds));
  await listening(app, { host: config.host, port: config.port, names: { host: 'HOST', port: 'PORT' } });
  reached('listening');
  const program = await programOf(config, database);
  watchAll(meters, { config, database, program, app, services, readiness, lostLines: () => output?.lost() ?? 0 });
  readiness.started({
    pool: database.watchPool,
    migrations: await migrationNames(migrationsOf(config.root)),
    patienceMs: database.engine === 'embedded' ? EMBEDDED_PATIENCE_MS : 0,
    log: (line) => app.log.warn(line),
  });
  // After the server can answer: whoever waits for the first answer does not wait for these as well.
  beginJobs();
  // The chain takes its time.
  development = startDevelopment(config, say);
  const wantBlocks: Job = {
    name: 'want-blocks',
    everySeconds: BLOCKS_ASKED_SECONDS,
    runs: 'in every process',
    run: async (db) => development?.wantBlocks(await blocksWanted({ ...services, db })),
  };
  const blocks = startJobs([wantBlocks], { ...observer, db: work.db, oneRunner: null });
  closers.add('the development chain', async () => development?.stop());
  closers.add('the development chain', () => blocks.stop());
  reached('working');
  const { demoFilledAt } = await readClubState(services.db);
  app.log.info({ ...program, node: process.version, settings: settingsOfLog(config) }, 'started');
  // If any free port was requested, only the socket knows which one it is.
  const address = config.port === 0 ? app.listeningOrigin : config.publicOrigin;
  const { drainSeconds } = config.operation;
  return {
    address,
    demo: config.demo && demoFilledAt !== null,
    outbox: config.outbox ? `${address}${OUTBOX_PATH}` : null,
    metrics: watchers.metrics?.address ?? null,
    // A second call waits for the first.
    stop: once((how = WITHOUT_DRAIN) => stopInOrder(how, { log: app.log, readiness, closers, drainSeconds })),
    closing: closers.present,
  };
}

interface Watchers {
  readonly meters: Meters;
  readonly readiness: Readiness;
  readonly tracing: Tracing;
  readonly metrics: MetricsServer | null;
}

/** What watches the server, before there is anything to watch: a long start can be followed, too. */
async function openWatchers(
  { operation, root, version }: Settings,
  { closers, say }: { closers: Closers; say: (line: string) => void },
): Promise<Watchers> {
  const { metrics: place, metricsToken: token, traces } = operation;
  const [meters, readiness] = [new Meters(), createReadiness()];
  const metrics = place === null ? null : await openMetrics(place, { meters, readiness, token });
  if (metrics !== null) closers.add('the port of the metrics', () => metrics.close());
  const tracing = traces === null ? noTracing : await startTracing({ ...traces, root, version, log: say });
  closers.add('the traces', () => tracing.stop());
  return { meters, readiness, tracing, metrics };
}

/** The database, migrated and with its services; read through first if it was not closed in order. */
async function openSound(
  config: Settings,
  parts: {
    closers: Closers;
    say: (line: string) => void;
    goOn: () => void;
    developmentUrl: (network: Network) => string | null;
  },
): Promise<{ database: Database; work: Services }> {
  const { closers, say, goOn, developmentUrl } = parts;
  const { databaseUrl, dataDir, database: settings } = config;
  const database = await openDatabase({ databaseUrl, dataDir, settings, log: say });
  closers.add('the database', () => database.close());
  reached('opened');
  goOn();
  const unsealed = database.isUnsealed();
  if (unsealed) await requireSoundPages(database, say);
  goOn();
  const commits = createCommitWatch(say);
  const bus = busOn(database, { log: say, commits });
  closers.add('notifications', () => bus.close());
  bus.start();
  const work = await prepareServices(config, { database, bus, commits }, { developmentUrl, log: say });
  if (unsealed) await checkBooksFirst(work, say);
  goOn();
  return { database, work };
}

const WITHOUT_DRAIN: Stop = { why: 'asked to', drain: false };

/** How long the embedded engine may be busy with one thing before callers are sent elsewhere, where there is nobody. */
const EMBEDDED_PATIENCE_MS = 30_000;

/**
 * The embedded engine was not closed, so nobody knows what the last moment did to its files.
 *
 * @throws StartRefused if a page is damaged
 */
async function requireSoundPages(database: Database, say: (line: string) => void): Promise<void> {
  say('the last stop was not a clean one: every page of the database is read');
  const findings = await database.findDamage(createKysely(database.workPool));
  if (findings.length > 0) throw new StartRefused(`the database is damaged (${findings.join('; ')}); ${RESTORE}`);
}

/** If they disagree, money stops before anybody can move any, and the server starts: members see what they have. */
async function checkBooksFirst({ db, clock }: Services, say: (line: string) => void): Promise<void> {
  const found = await checkBooks(db, { now: clock.now(), full: true });
  if (found.kind === 'disagree') say(`THE BOOKS DISAGREE, money is stopped: ${found.violations.join('; ')}`);
}

/** Unreachable systems are logged in one line without a stack, because that repeats. */
function observerOf(app: FastifyInstance, meters: Meters): JobObserver {
  return {
    onError: (job, error) => {
      if (saysDamage(error)) meters.foundDamage();
      if (isUnavailable(error))
        app.log.warn({ job, reason: reasonOf(error) }, 'a job waits: the database is unreachable or busy');
      else app.log.error({ err: error, job, ...damageOfLog(error) }, 'job failed');
    },
    onRun: (job, run) => meters.ranJob(job, run),
  };
}

/** The jobs, which begin when the result is called, and the socket of the operator's command. */
async function prepareWork(
  work: Services,
  parts: {
    app: FastifyInstance;
    config: Settings;
    database: Database;
    meters: Meters;
    observer: JobObserver;
    developmentUrl: (network: Network) => string | null;
    closers: Closers;
  },
): Promise<() => void> {
  const { app, config, database, meters, observer, developmentUrl, closers } = parts;
  const log = (line: string) => app.log.warn(line);
  const payer: DevelopmentPayer = {
    pay: (payment) => payAddress({ bitcoin: developmentUrl('bitcoin'), ethereum: developmentUrl('ethereum') }, payment),
  };
  const jobs = createJobs(work, {
    mailer: createMailer(config),
    post: postPush,
    payments: createPaymentListener(work),
    payer,
    findDamage: (db, isStopping) => database.findDamage(db, isStopping),
    log,
  });
  meters.expect(jobs);
  let running: RunningJobs | null = null;
  closers.add('jobs', async () => running?.stop());
  const closeChannel = await openOperatorChannel(work, {
    dataDir: config.dataDir,
    log,
    onError: (error) => app.log.error({ err: error, ...damageOfLog(error) }, 'operator command failed'),
  });
  // An operator who asked for a backup learns that it ended; a job that makes one ends as well.
  closers.add("an operator's command", async () => {
    await Promise.all([closeChannel(), endBackup(config.dataDir)]);
  });
  return () => {
    running = startJobs(jobs, {
      ...observer,
      db: work.db,
      oneRunner: database.shared === null ? null : createOneRunner({ pool: database.workPool, bus: work.bus }),
      mayRun: () => work.commits.waitSince() === null,
      apartMs: JOBS_APART_MS,
    });
  };
}

/** Adds to the metrics what is read when they are asked for. */
function watchAll(
  meters: Meters,
  parts: {
    config: Settings;
    database: Database;
    program: Program;
    app: FastifyInstance;
    services: Services;
    readiness: Readiness;
    lostLines: () => number;
  },
): void {
  const { config, database, program, app, services, readiness, lostLines } = parts;
  const { pool: calls, workPool: work, watchPool: watch } = database;
  watchProcess(meters.registry, {
    ...program,
    dataDir: config.dataDir,
    pools: calls === work ? { all: calls } : { calls, work, watch },
    chain: services.chain,
    connections: () => app.connections.open(),
    streams: () => services.changes.open(),
    isReady: async () => (await readiness.look()).ready,
    lostLines,
  });
  watchClub(meters.registry, { pool: watch, clock: services.clock, chain: services.chain });
}

/** The development chain, for open networks without a node of their own. */
function startDevelopment({ chain, dataDir }: Settings, log: (line: string) => void): DevelopmentChain | null {
  const blocksOf = (settings: { rpcUrl: string | null; confirmations: number } | null) =>
    settings?.rpcUrl === null ? settings.confirmations : 0;
  const [bitcoinBlocks, ethereumBlocks] = [blocksOf(chain.bitcoin), blocksOf(chain.ethereum)];
  if (bitcoinBlocks + ethereumBlocks === 0) return null;
  return startDevelopmentChain(
    { folder: developmentFolder(dataDir), blockSeconds: chain.developmentBlockSeconds, bitcoinBlocks, ethereumBlocks },
    log,
  );
}

/** As many as a payment needs to be credited, by the settings and the rules of this moment. */
async function blocksWanted({ db, chain, clock }: Services): Promise<BlocksWanted> {
  const rules = await ownRulesAt(db, clock.now());
  return {
    bitcoinBlocks: confirmationsNeeded(chain.networks, rules, 'bitcoin'),
    ethereumBlocks: confirmationsNeeded(chain.networks, rules, 'ethereum'),
  };
}

/** The built client, if there is one; in development Vite serves the pages. */
function pagesOf(config: Config): { registerPages?: (app: FastifyInstance) => Promise<void> } {
  const root = join(config.root, 'dist/client');
  return existsSync(root)
    ? {
        registerPages: (app) =>
          registerWeb(app, {
            root,
            apiOrigins: config.apiOrigins,
            endpoints: config.endpoints,
            supportEmail: config.supportEmail,
          }),
      }
    : {};
}
