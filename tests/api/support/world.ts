// The server as a test meets it: the real application on a fresh database, with a clock that the test moves.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ChainAsset, PaymentLookUp, Network, NetworkWatch } from '#server/domain/chain/chain.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { createRateChanges } from '#server/domain/rates/changes.ts';
import type { Services } from '#server/domain/services/services.ts';
import { buildApp } from '#server/entry/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import type { PasswordHasher } from '#server/platform/crypto/passwords.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import type { Database } from '#server/platform/db/open.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { testConfig } from '#tests/support/config.ts';
import { createBrowser, type Browser, type BrowserOptions } from './browser.ts';
import { createTestChain } from '#tests/support/chain.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { addMember, lightPasswords, type MemberOptions, type TestMember } from '#tests/support/members.ts';

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
  /** What a node knows of payments, by transaction in lower case; of all others there is no node to ask. */
  payments: Map<string, PaymentLookUp>;
  /** Networks whose watch doesn't go as it should. */
  troubledNetworks: Map<Network, Omit<NetworkWatch, 'network'>>;
  /** A browser with its own cookies; each test person has one. */
  browser(options?: BrowserOptions): Browser;
  /** A member of a name nobody else has, seated in the tree. */
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
  /** Another instance on the same database, as a second process would be. */
  on?: World;
  /** A database of the test's own in place of a fresh one; closed with the world. */
  database?: Database;
  handlers?: Readonly<Record<string, unknown>>;
  /** In place of passwords that cost next to nothing. */
  passwords?: PasswordHasher;
}

/** Builds a world. Close it after the tests of the file. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.on?.database ?? options.database ?? (await freshDatabase());
  const db = options.on?.db ?? createKysely(database.pool);
  const clock = options.on?.clock ?? createClock();
  const closedAssets = new Set<ChainAsset>();
  const payments = new Map<string, PaymentLookUp>();
  const troubledNetworks: World['troubledNetworks'] = new Map();
  const config = testConfig(options.config);
  const services: Services = {
    config,
    db,
    clock,
    random: systemRandom,
    keys: deriveKeys(TEST_SECRET),
    passwords: options.passwords ?? lightPasswords(),
    chain: createTestChain(closedAssets, troubledNetworks, payments),
    rateChanges: createRateChanges({ db, clock, everyMs: RATES_EVERY_MS }),
  };
  if (options.on === undefined) await installContents(services);
  const lines: string[] = [];
  const app = await buildApp({
    services,
    logTo: collector(lines),
    ...(options.handlers === undefined ? {} : { handlers: options.handlers }),
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
