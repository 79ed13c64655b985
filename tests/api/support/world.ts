// The server in a test: the real application on a new database, with a clock that the test moves.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ChainAsset, PaymentLookUp, Network, NetworkWatch } from '#server/domain/chain/chain.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { createChanges } from '#server/domain/streams/changes.ts';
import type { Changes } from '#server/domain/services/changes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { buildApp, type AppOptions } from '#server/entry/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import type { PasswordHasher } from '#server/platform/crypto/passwords.ts';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import { NO_STANDBY } from '#server/platform/db/commit-watch.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import type { Database } from '#server/platform/db/database.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { testConfig } from '#fixtures/club/config.ts';
import { createBrowser, type Browser, type BrowserOptions } from './browser.ts';
import { createTestChain } from '#fixtures/club/chain.ts';
import { freshDatabase } from '#fixtures/club/database.ts';
import { addMember, lightPasswords, type MemberOptions, type TestMember } from '#fixtures/club/members.ts';

const START = new Date('2026-11-21T04:00:00Z');
const TEST_SECRET = 'a secret of the tests, of no worth elsewhere';
const MS_PER_SECOND = 1000;
const RATES_EVERY_MS = 20;

/** A clock that stands still until a test moves it. */
export interface TestClock {
  now(): Date;
  advance(seconds: number): void;
}

export interface World {
  app: FastifyInstance;
  services: Services;
  database: Database;
  db: Db;
  clock: TestClock;
  /** Assets whose deposits and withdrawals are closed. */
  closedAssets: Set<ChainAsset>;
  /** What a node knows of payments, by transaction id in lower case; for all others there is no node to ask. */
  payments: Map<string, PaymentLookUp>;
  /** Networks whose watcher has a problem. */
  troubledNetworks: Map<Network, Omit<NetworkWatch, 'network'>>;
  /** A browser with its own cookies; each person in a test has one. */
  browser(options?: BrowserOptions): Browser;
  /** A member with a unique name, seated in the tree. */
  member(options?: MemberOptions): Promise<TestMember>;
  /** Everything logged so far. */
  logs(): string;
  /** The mails of a member, oldest first. */
  mailsOf(member: TestMember): Promise<{ kind: string; subject: string; body: string; recipient: string }[]>;
  /** The audit of a member, oldest first. */
  auditOf(member: TestMember): Promise<string[]>;
  close(): Promise<void>;
}

export interface WorldOptions {
  config?: Partial<Config>;
  /** The world whose database it shares, like a second process. */
  on?: World;
  /** A database of the test's own instead of a new one; closed with the world. */
  database?: Database;
  handlers?: Readonly<Record<string, unknown>>;
  /** Instead of passwords that cost next to nothing to hash. */
  passwords?: PasswordHasher;
  /** What watches the application, in place of what nobody looks at. */
  watch?: Pick<AppOptions, 'meters' | 'tracing' | 'readiness'>;
  changes?: Changes;
}

/** Builds a world. Close it after the tests of the file. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.on?.database ?? options.database ?? (await freshDatabase());
  const bus = options.on?.services.bus ?? createLocalBus();
  const db = options.on?.db ?? createKysely(database.pool, bus);
  const clock = options.on?.clock ?? createClock();
  const closedAssets = new Set<ChainAsset>();
  const payments = new Map<string, PaymentLookUp>();
  const troubledNetworks: World['troubledNetworks'] = new Map();
  const config = testConfig(options.config);
  const services: Services = {
    config,
    db,
    processNumber: database.shared?.process ?? null,
    bus,
    commits: NO_STANDBY,
    clock,
    random: systemRandom,
    keys: deriveKeys(TEST_SECRET),
    passwords: options.passwords ?? lightPasswords(),
    chain: createTestChain(closedAssets, troubledNetworks, payments),
    changes: options.changes ?? createChanges({ db, clock, config, bus, everyMs: RATES_EVERY_MS }),
  };
  if (options.on === undefined) await installContents(services);
  const lines: string[] = [];
  const app = await buildApp({
    services,
    logTo: collector(lines),
    ...(options.handlers === undefined ? {} : { handlers: options.handlers }),
    ...options.watch,
  });
  await app.ready();
  return {
    app,
    services,
    database,
    db,
    clock,
    closedAssets,
    payments,
    troubledNetworks,
    browser: (browserOptions) => createBrowser(app, browserOptions),
    member: (memberOptions) => addMember(services, memberOptions),
    logs: () => lines.join(''),
    mailsOf: (member) =>
      db
        .selectFrom('mails')
        .selectAll()
        .where('member_id', '=', member.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    auditOf: async (member) =>
      (
        await db.selectFrom('audit_events').select('kind').where('member_id', '=', member.id).orderBy('id').execute()
      ).map((row) => row.kind),
    close: async () => {
      await app.close();
      if (options.on === undefined) await database.close();
    },
  };
}

function createClock(): TestClock {
  let now = START;
  return {
    now: () => now,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * MS_PER_SECOND);
    },
  };
}

function collector(lines: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
}
