// Opens the club's database for a server or for a command, with the services that both need.
import type { Pool } from 'pg';
import { createPasswordHasher } from '#server/platform/crypto/passwords.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { createChain } from '#server/domain/chain/create-chain.ts';
import { requirePlace, settlePlace } from '#server/domain/club/place.ts';
import { readClubState } from '#server/domain/club/state.ts';
import { systemClock } from '#server/platform/system/clock.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareSchema, requireSchema } from '#server/platform/db/prepare.ts';
import { fillDemoClub } from '#server/entry/demo/fill.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { createRateChanges } from '#server/domain/rates/changes.ts';
import { releaseClaims } from '#server/domain/requests/requests.ts';
import { ownRulesAt } from '#server/domain/rules/rules.ts';
import { isSealedAnew, loadKeys, readKeys } from '#server/platform/secret/secret.ts';
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
  return withOpened(config, async (pool) => {
    await prepareSchema(pool, { config, now: systemClock.now(), log: () => undefined });
    return servicesOn({ config, db: createKysely(pool), keys: deriveKeys(config.secret ?? '') }, () => null);
  });
}

interface OpenedServices {
  services: Services;
  close: () => Promise<void>;
}

async function withOpened(config: Settings, open: (pool: Pool) => Promise<Services>): Promise<OpenedServices> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    settings: config.database,
  });
  try {
    return { services: await open(database.workPool), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
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
  pool: Pool,
  { developmentUrl, log }: Surroundings,
): Promise<Services> {
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

function servicesOn(
  parts: Pick<Services, 'db' | 'keys'> & { config: Settings },
  developmentUrl: Surroundings['developmentUrl'],
): Services {
  const { config, db } = parts;
  const [clock, random] = [systemClock, systemRandom];
  const chain = createChain({ settings: config.chain, db, clock, random, rulesAt: ownRulesAt, developmentUrl });
  return {
    ...parts,
    clock,
    random,
    passwords: createPasswordHasher(),
    chain,
    rateChanges: createRateChanges({ db, clock }),
  };
}

/** The same services on other connections. */
export function withDatabase(services: Services, db: Db): Services {
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
