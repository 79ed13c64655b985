// A club in a folder of its own, as a server has it: backups are copies of files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import type { Services } from '#server/domain/services/services.ts';
import { busOn, openForCommand, prepareServices } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { createCommitWatch } from '#server/platform/db/commit-watch.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { addMember, type TestMember } from '#fixtures/club/members.ts';

/** In production, since a demo club would take a quarter of a minute to be filled. */
const ENV = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  LOG_LEVEL: 'silent',
};

export interface FolderClub {
  /** Holds the data folder and whatever a test puts beside it. */
  readonly scratch: string;
  readonly dataDir: string;
  readonly services: Services;
  /** Closes the database and removes everything. */
  close(): Promise<void>;
}

export const settingsOf = (dataDir: string, env: Record<string, string> = {}) =>
  readSettings({ ...ENV, DATA_DIR: dataDir, ...env }, process.cwd());

export async function openFolderClub(env: Record<string, string> = {}): Promise<FolderClub> {
  const scratch = mkdtempSync(join(tmpdir(), 'perch-backup-'));
  const dataDir = join(scratch, 'data');
  const config = settingsOf(dataDir, env);
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const log = () => undefined;
  const commits = createCommitWatch(log);
  const bus = busOn(database, { log, commits });
  const services = await prepareServices(config, { database, bus, commits }, { developmentUrl: () => null, log });
  return {
    scratch,
    dataDir,
    services,
    close: async () => {
      await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Opens what a restore has put into a folder, as a command does, and closes it again. */
export async function inRestored<T>(dataDir: string, look: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openForCommand(settingsOf(dataDir));
  try {
    return await look(services);
  } finally {
    await close();
  }
}

export const addRichMember = async (services: Services): Promise<TestMember> => {
  const member = await addMember(services);
  await grant(services, member, `first:${member.id}`);
  return member;
};

/** An act of several tables in one transaction: a journal with its postings, a receipt, two balances. */
export async function grant({ db, clock }: Services, member: { id: string }, key: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await openingGrant(trx, systemRandom, {
      key,
      at: clock.now(),
      memberId: member.id,
      ruleVersion: 1,
      asset: 'USDT',
      amount: '1',
      status: 'completed',
    });
  });
}

/** The keys of the grants that a club has, in their order. */
export async function grantsOf({ db }: Services, prefix: string): Promise<string[]> {
  const rows = await db.selectFrom('journals').select('key').where('key', 'like', `${prefix}%`).orderBy('id').execute();
  return rows.map(({ key }) => key);
}
