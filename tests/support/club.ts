// The product as a browser meets it: the built client and the real server on a fresh database, with a clock to move.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/entry/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { createRateChanges } from '#server/domain/rates/changes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { registerWeb } from '#server/entry/web/web.ts';
import { createTestChain } from './chain.ts';
import { freshDatabase } from './database.ts';
import { addMember, lightPasswords, type MemberOptions, type TestMember } from './members.ts';
import { testConfig } from './config.ts';

const SECRET = 'a secret of the browser tests, of no worth elsewhere';

/** Deposits and withdrawals of this asset are closed, so that the answer to a page that is out of date can be had. */
const CLOSED = new Set(['ETH'] as const);

export interface Club {
  /** Where it listens, for example `http://localhost:41234`. */
  readonly origin: string;
  readonly db: Db;
  readonly services: Services;
  /** Where a second server of the same club listens that allows no call at all: each is answered by 429 (S-22). */
  readonly throttledOrigin: string;
  /** Moves the server's clock ahead; it goes on running from there. */
  advance(seconds: number): void;
  member(options?: MemberOptions): Promise<TestMember>;
  close(): Promise<void>;
}

/**
 * Opens a club of its own for a test file. Before it opens, `fill` puts in whoever is there from the beginning.
 * @param standing the one moment that it is open in; by itself, its clock runs.
 */
export async function openClub(
  changes: Partial<Config> = {},
  fill: (services: Services) => Promise<unknown> = addRoot,
  standing: Date | null = null,
): Promise<Club> {
  const database = await freshDatabase();
  let ahead = 0;
  const clock = { now: () => new Date((standing?.getTime() ?? Date.now()) + ahead) };
  const db = createKysely(database.pool);
  const config = testConfig({ publicOrigin: 'http://localhost', secureCookies: false, logLevel: 'silent', ...changes });
  const services: Services = {
    config,
    db,
    clock,
    random: systemRandom,
    keys: deriveKeys(SECRET),
    passwords: lightPasswords(),
    chain: createTestChain(CLOSED),
    rateChanges: createRateChanges({ db, clock }),
  };
  const app = await buildApp({ services, registerPages });
  const throttled = await buildApp({ services: { ...services, config: { ...config, rateLimitScale: 0 } } });
  // A connection that a test keeps isn't closed in the moment of its next call.
  for (const { server } of [app, throttled]) server.keepAliveTimeout = 0;
  await installContents(services);
  await fill(services);
  return {
    origin: originOf(await app.listen({ host: 'localhost', port: 0 })),
    throttledOrigin: originOf(await throttled.listen({ host: 'localhost', port: 0 })),
    db,
    services,
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
    member: (options) => addMember(services, options),
    close: async () => {
      await Promise.all([app.close(), throttled.close()]);
      await database.close();
    },
  };
}

/** The root of the tree is nobody's member in a story: all others sit below. */
function addRoot(services: Services): Promise<unknown> {
  return addMember(services);
}

function originOf(address: string): string {
  return `http://localhost:${new URL(address).port}`;
}

function registerPages(app: FastifyInstance): Promise<void> {
  return registerWeb(app, { root: join(process.cwd(), 'dist/client') });
}
