// From a configuration to a listening server and back again.
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
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { DevelopmentPayer } from '#server/domain/withdrawals/payouts.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { prepareServices, withDatabase } from '#server/entry/opening/open.ts';
import type { Settings } from '#server/entry/opening/settings.ts';
import { openOperatorChannel, requireSocketPath } from '#server/entry/operator/channel.ts';
import { OUTBOX_PATH } from '#server/entry/web/outbox-pages.ts';
import { registerWeb } from '#server/entry/web/web.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import { buildApp } from './app.ts';

/** How soon the development chain follows a rule that asks for more confirmations. */
const BLOCKS_ASKED_SECONDS = 10;

export interface RunningServer {
  /** Where it listens, for example `http://localhost:8080`. */
  address: string;
  /** Whether the demo club is served here. */
  demo: boolean;
  /** Where the operator reads the mails; null if they are sent, or may not be shown. */
  outbox: string | null;
  /** Finishes what is under way, stops the jobs and closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database, migrates it, fills the demo club where that is allowed, and listens.
 *
 * @throws OneLineError; everything opened before is closed again
 */
export async function startServer(config: Settings, options: { log: (line: string) => void }): Promise<RunningServer> {
  requireSocketPath(config.dataDir);
  config.warnings.forEach(options.log);
  const closers: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    for (const close of closers.reverse()) await close();
  });
  try {
    const database = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      settings: config.database,
      log: options.log,
    });
    closers.push(() => database.close());
    let development: DevelopmentChain | null = null;
    const developmentUrl = (network: Network) => development?.urlOf(network) ?? null;
    const work = await prepareServices(config, database.workPool, { developmentUrl, log: options.log });
    // Members' calls have connections of their own, with limits of their own.
    const services = withDatabase(work, createKysely(database.pool));
    const app = await buildApp({ services, ...pagesOf(config) });
    await app.ready();
    const log = (line: string) => app.log.warn(line);
    const payer: DevelopmentPayer = {
      pay: (payment) =>
        payAddress({ bitcoin: developmentUrl('bitcoin'), ethereum: developmentUrl('ethereum') }, payment),
    };
    const jobs = startJobs(
      createJobs(work, { mailer: createMailer(config), payments: createPaymentListener(work), payer, log }),
      {
        // Unreachable systems are logged in one line without a stack, because that repeats.
        onError: (job, error) =>
          isUnavailable(error)
            ? app.log.warn({ job, reason: reasonOf(error) }, 'a job waits: the database is unreachable or busy')
            : app.log.error({ err: error, job }, 'job failed'),
      },
    );
    closers.push(() => jobs.stop());
    closers.push(
      await openOperatorChannel(work, {
        dataDir: config.dataDir,
        log,
        onError: (error) => app.log.error({ err: error }, 'operator command failed'),
      }),
    );
    closers.push(() => app.close());
    await listen(app, config);
    // After the server can answer: the chain takes its time and nobody waits for it.
    development = startDevelopment(config, options.log);
    const blocks = startJobs(
      [
        {
          name: 'want-blocks',
          everySeconds: BLOCKS_ASKED_SECONDS,
          run: async () => development?.wantBlocks(await blocksWanted(services)),
        },
      ],
      { onError: (job, error) => app.log.error({ err: error, job }, 'job failed') },
    );
    closers.push(async () => development?.stop());
    closers.push(() => blocks.stop());
    const { demoFilledAt } = await readClubState(services.db);
    // If any free port was requested, only the socket knows which one it is.
    const address = config.port === 0 ? app.listeningOrigin : config.publicOrigin;
    const outbox = config.outbox ? `${address}${OUTBOX_PATH}` : null;
    return { address, demo: config.demo && demoFilledAt !== null, outbox, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
  return existsSync(root) ? { registerPages: (app) => registerWeb(app, { root, apiOrigins: config.apiOrigins }) } : {};
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartRefused(`port ${config.port} is taken; stop the other program or set PORT`);
    if (code === 'EACCES')
      throw new StartRefused(`port ${config.port} may not be opened by this user; set PORT to 1024 or more`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`HOST "${config.host}" is not an address of this machine`);
    throw error;
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= act());
}
