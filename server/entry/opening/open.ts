// Opens the club's database for a server or for a command, with the services that both need.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createPasswordHasher } from '#server/platform/crypto/passwords.ts';
import { createLocalBus, type Bus } from '#server/platform/bus/bus.ts';
import { createPostgresBus } from '#server/platform/bus/postgres-bus.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { requirePlace, settlePlace } from '#server/domain/club/place.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { systemClock } from '#server/platform/system/clock.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { readPushKeys } from '#server/domain/notices/push-keys.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { NO_STANDBY, type CommitWatch } from '#server/platform/db/commit-watch.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import type { Database } from '#server/platform/db/database.ts';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareSchema, requireSchema } from '#server/platform/db/prepare.ts';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { isThere } from '#server/platform/system/files.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { reached } from '#server/platform/system/start-phases.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { createChanges } from '#server/domain/streams/changes.ts';
import { releaseClaims } from '#server/domain/requests/requests.ts';
import { compareWithSeen, continueRestore } from '#server/domain/restores/newest-seen.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { isAllReencrypted, loadKeys, readKeys } from '#server/platform/secret/secret.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Settings } from './settings.ts';

/**
 * What an operator's command works with if no server runs: the club's database as its server left it, and no
 * development chain. Opening writes nothing: a shell often lacks the server's settings, and anything created by default
 * would be permanent.
 *
 * @throws OneLineError if there is no such club, if its server has to start first, or if the settings belong to another
 * club
 */
export async function openForCommand(config: Settings): Promise<OpenedServices> {
  return withOpened(config, async ({ database, bus }) => {
    await requireSchema(database.workPool, config);
    const db = createKysely(database.workPool, bus);
    await requirePlace(db, config);
    const keys = await readKeys(config, db);
    const services = servicesOn({ config, database, bus, commits: NO_STANDBY, db, keys }, () => null);
    if (!config.demo) await refuseDemoClub(services);
    await refuseSecondClub(services);
    return services;
  });
}

/**
 * What `database prepare` works with: a database that may still be empty, migrated by opening it. Nothing else is
 * created, and nothing encrypted is opened, so the secret is not checked.
 *
 * @throws OneLineError if owner and application are not two roles of PostgreSQL
 */
export async function openPrepared(config: Settings): Promise<OpenedServices> {
  const { databaseUrl, migrateDatabaseUrl } = config;
  if (databaseUrl === null || migrateDatabaseUrl === null)
    throw new StartRefused(
      'set DATABASE_URL to the role that Perch serves with, and MIGRATE_DATABASE_URL to the owner of the database',
    );
  return withOpened(config, async ({ database, bus }) => {
    await prepareSchema(database.workPool, { config, now: systemClock.now(), log: () => undefined });
    const [db, keys] = [createKysely(database.workPool, bus), deriveKeys(config.secret ?? '')];
    return servicesOn({ config, database, bus, commits: NO_STANDBY, db, keys }, () => null);
  });
}

interface OpenedServices {
  services: Services;
  close: () => Promise<void>;
}

async function withOpened(
  config: Settings,
  open: (on: Pick<Ground, 'database' | 'bus'>) => Promise<Services>,
): Promise<OpenedServices> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    settings: config.database,
  });
  const bus = busOn(database, { log: () => undefined, commits: NO_STANDBY });
  const close = async () => {
    await bus.close();
    await database.close();
  };
  try {
    return { services: await open({ database, bus }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the services of a process need. */
interface Ground {
  database: Database;
  bus: Bus;
  commits: CommitWatch;
}

/**
 * The bus of a process on a database. Over PostgreSQL it connects once there is something to send, and checks whether
 * commits wait.
 */
export function busOn(
  { shared }: Database,
  { log, commits }: { log: (line: string) => void; commits: CommitWatch },
): Bus {
  return shared === null
    ? createLocalBus()
    : createPostgresBus({ connect: shared.connect, log, onBeat: (client) => commits.look(client) });
}

interface Surroundings {
  /** The URLs of the development chain's nodes; null while they are not running. */
  developmentUrl: (network: Network) => string | null;
  log: (line: string) => void;
}

/**
 * The database as a server needs it: migrated, with its secret, its place and its texts, and with the demo club where
 * that is allowed.
 */
export async function prepareServices(
  config: Settings,
  { database, bus, commits }: Ground,
  { developmentUrl, log }: Surroundings,
): Promise<Services> {
  await prepareSchema(database.workPool, { config, now: systemClock.now(), log });
  reached('migrated');
  const db = createKysely(database.workPool, bus);
  await refuseSecondClub({ config, db });
  const keys = await loadKeys(config, systemRandom, db);
  if (!(await isAllReencrypted(db, keys)))
    log(`the secret is being replaced: run \`${operatorCommand('secret rotate')}\``);
  // Its folder is locked: no other process runs anything on it.
  if (config.databaseUrl === null) await releaseClaims(db);
  const services = servicesOn({ config, database, bus, commits, db, keys }, developmentUrl);
  if (!config.demo) await refuseDemoClub(services);
  await settlePlace(db, config, log);
  // The embedded database is put back by `restore` alone, which says so in it.
  if (config.databaseUrl !== null) await compareWithSeen(services, log);
  await continueRestore(services, log);
  await installContents(services);
  if (config.webPush) await readPushKeys(services);
  if (config.demo) await fillDemoClub(services);
  reached('prepared');
  return services;
}

function servicesOn(
  parts: Pick<Services, 'db' | 'keys' | 'bus' | 'commits'> & { config: Settings; database: Database },
  developmentUrl: Surroundings['developmentUrl'],
): Services {
  const { database, ...rest } = parts;
  const { config, db, bus } = rest;
  const [clock, random] = [systemClock, systemRandom];
  const chain = createChain({
    ...{ settings: config.chain, clock, random, bus, rulesAt: ownRulesAt, developmentUrl },
    trustedNow: (look) => trustedMoment({ db: look, clock, config }),
  });
  return {
    ...rest,
    processNumber: database.shared?.process ?? null,
    clock,
    random,
    passwords: createPasswordHasher(),
    chain,
    changes: createChanges({ db, clock, config, bus, most: mostStreams(config) }),
  };
}

/** The same services on the connections for members' calls, which have limits of their own. */
export function forCalls(services: Services, { pool }: Database): Services {
  const { bus, clock, config } = services;
  const db = createKysely(pool, bus);
  return { ...services, db, changes: createChanges({ db, clock, config, bus, most: mostStreams(config) }) };
}

/** Streams are connections that stay; the other half is for calls. */
const SHARE_OF_STREAMS = 2;

/** How many streams a process may have open. */
export function mostStreams({ maxConnections }: Pick<Config, 'maxConnections'>): number {
  return Math.floor((maxConnections ?? mostConnections()) / SHARE_OF_STREAMS);
}

/**
 * A club isn't moved from the embedded database to PostgreSQL. An empty one in its place would give its deposit
 * addresses to other members, if it had the same keys.
 *
 * @throws StartRefused
 */
export async function refuseSecondClub({ config, db }: Pick<Services, 'config' | 'db'>): Promise<void> {
  if (config.databaseUrl === null || !isThere(databaseFolder(config.dataDir))) return;
  const member = await db.selectFrom('members').select('id').limit(1).executeTakeFirst();
  if (member !== undefined) return;
  throw new StartRefused(
    `there is a club in ${config.dataDir}, and the database of DATABASE_URL has no members: a club can't be moved from one to the other. To go on with that club, leave DATABASE_URL out; for a new one, set another DATA_DIR`,
  );
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
