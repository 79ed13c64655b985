// A backup of a club in use: one moment of it, verified, and nothing else where it fails.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '#server/entry/backup/make-backup.ts';
import { endBackup } from '#server/entry/backup/running.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { leftOf, openBackedUpClub, type BackedUpClub } from './backed-up-club.ts';
import { grant, grantsOf, inRestored } from './club.ts';

/** Between two acts. */
const PACE_MS = 20;

let club: BackedUpClub;
beforeAll(async () => {
  club = await openBackedUpClub();
});
afterAll(() => club?.close());

describe('a backup', () => {
  it('of a club that is used has every act up to one moment, whole, and none after; acts wait for a moment', async () => {
    let [acknowledged, longest, ended] = [0, 0, false];
    const acts = (async () => {
      while (!ended) {
        const begun = performance.now();
        await grant(club.services, club.member, `load:${String(acknowledged).padStart(6, '0')}`);
        longest = Math.max(longest, performance.now() - begun);
        acknowledged += 1;
        // Calls come over sockets, so there is time for the rest in between.
        await sleep(PACE_MS);
      }
    })();
    while (acknowledged < 10) await sleep(PACE_MS);
    const before = acknowledged;
    const made = await club.backUp().finally(() => {
      ended = true;
    });
    await acts;
    const after = acknowledged;
    expect(after - before).toBeGreaterThan(10);
    // The act itself, and as long as the copy held it up; not as long as the backup took.
    expect(longest).toBeLessThan(made.tookMs / 2);
    const keys = await grantsOf(club.services, 'load:');
    const { folder } = await club.restore(made.file);
    await inRestored(folder, async (services) => {
      const kept = await grantsOf(services, 'load:');
      expect(kept).toEqual(keys.slice(0, kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(before);
      expect(kept.length).toBeLessThanOrEqual(after);
      const { rows } = await sql<{ receipts: number; postings: number; balance: string }>`
        SELECT (SELECT count(*) FROM receipts WHERE id IN (SELECT receipt_id FROM journals WHERE key LIKE 'load:%'))::int AS receipts,
          (SELECT count(*) FROM postings JOIN journals ON journals.id = journal_id WHERE key LIKE 'load:%')::int AS postings,
          (SELECT trim_scale(balance)::text FROM accounts WHERE member_id = ${club.member.id} AND asset = 'USDT') AS balance`.execute(
        services.db,
      );
      expect(rows).toEqual([{ receipts: kept.length, postings: 2 * kept.length, balance: String(kept.length + 1) }]);
      expect(await outcomeOf(services, { args: ['books', 'check'], operator: 'olga' })).toMatchObject({ code: 0 });
    });
  });

  it('says what it holds, is the owner’s alone, and is recorded', async () => {
    const file = club.place('club.tar.gz');
    const { code, text } = await club.run('backup', file);
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/club\.tar\.gz: the club as it was at \S+Z, \d+\.\d MB$/),
        'opened again to verify it: every table and index is sound, and the books agree',
        expect.stringMatching(/^acts waited \d+\.\d\d s; all of it took \d+\.\d s$/),
        expect.stringMatching(/^NOT ENCRYPTED: anyone who can read it has the members' data/),
        'secret.key is in it',
      ],
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(leftOf(club.dataDir)).toEqual([]);
    const { details } = await club.services.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'backup_made')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ operator: 'olga', file, encrypted: false });
  });

  it('of a club whose secret is a setting says that it is elsewhere', async () => {
    const services = { ...club.services, config: { ...club.services.config, secret: 'somewhere else' } };
    const made = await makeBackup(services, { file: club.place('x'), recipients: [] });
    expect(made.withKey).toBe(false);
    const { folder, contents } = await club.restore(made.file);
    expect([contents.secret, existsSync(join(folder, 'secret.key'))]).toEqual(['environment', false]);
  });

  it.each([
    ['is there already', () => club.keyFile, /is there already, and a backup is never replaced/],
    ['is in no folder', () => join(club.scratch, 'no/such/folder/x'), /^there is no folder .*no\/such\/folder$/],
    ['is in a file', () => join(club.keyFile, 'x'), /is not a folder|can't be used/],
    ['is in the data folder', () => join(club.dataDir, 'x'), /inside of the data folder and would be lost with it/],
    ['is in the data folder by a link', () => join(linkTo(club.dataDir), 'x'), /inside of the data folder/],
    ['is a link that leads nowhere', () => danglingLink(), /is there already/],
    ['is where nobody may write', () => '/sys/club.tar.gz', /^\/sys\/club\.tar\.gz can't be written: /],
  ])('whose file %s is refused in one line, and leaves nothing', async (_what, file, says) => {
    const outcome = await club.run('backup', file());
    expect(outcome).toEqual({ code: 1, text: expect.stringMatching(says) });
    expect(outcome.text).not.toContain('\n');
    expect(leftOf(club.dataDir)).toEqual([]);
  });

  it('is made one at a time', async () => {
    const [one, two] = [club.place('one'), club.place('two')];
    const both = await Promise.all([club.run('backup', one), club.run('backup', two)]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(both.map(({ text }) => text)).toContain('another backup is being made; wait until it has ended');
    expect([existsSync(one), existsSync(two)].filter(Boolean)).toHaveLength(1);
  });

  it('ends when the server stops, and leaves nothing', async () => {
    const file = club.place('club.tar.gz');
    const making = club.run('backup', file);
    await sleep(3_000);
    await endBackup(club.dataDir);
    expect(await making).toEqual({
      code: 1,
      text: 'the server stopped while the backup was being made; nothing is kept of it',
    });
    expect([existsSync(file), readdirSync(join(file, '..')), leftOf(club.dataDir)]).toEqual([false, [], []]);
  });

  it('removes what a killed one has left of the same file', async () => {
    const file = club.place('club.tar.gz');
    writeFileSync(`${file}.unfinished-0123456789ab`, 'half');
    mkdirSync(join(club.dataDir, 'backup.unfinished/copy'), { recursive: true });
    expect(await club.run('backup', file)).toMatchObject({ code: 0 });
    expect(readdirSync(join(file, '..'))).toEqual(['club.tar.gz']);
    expect(leftOf(club.dataDir)).toEqual([]);
  });

  it('is for the embedded database alone', async () => {
    const services = { ...club.services, config: { ...club.services.config, databaseUrl: 'postgres://x' } };
    await expect(makeBackup(services, { file: club.place('x'), recipients: [] })).rejects.toThrow(
      'this club is on PostgreSQL, which is backed up by its own tools',
    );
  });
});

function linkTo(target: string): string {
  const link = club.place('link');
  symlinkSync(target, link);
  return link;
}

function danglingLink(): string {
  const link = club.place('link');
  symlinkSync('/no/such/place', link);
  return link;
}

describe('a backup is not kept', () => {
  it('where a page of a table is damaged that nobody reads', async () => {
    // Written behind the back of the engine, as a disk does.
    const { rows } = await sql<{ path: string }>`SELECT pg_relation_filepath('rules') AS path`.execute(
      club.services.db,
    );
    const file = join(club.dataDir, 'database', rows[0]?.path ?? '');
    await sql`CHECKPOINT`.execute(club.services.db);
    const [healthy, damaged] = [readFileSync(file), readFileSync(file)];
    damaged[8000] = (damaged[8000] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    const target = club.place('club.tar.gz');
    const outcome = await club.run('backup', target);
    writeFileSync(file, healthy);
    expect(outcome).toEqual({ code: 1, text: expect.stringMatching(/^the database is damaged: rules: /) });
    expect(existsSync(target)).toBe(false);
    expect(await club.run('backup', target)).toMatchObject({ code: 0 });
  });

  it('where its key opens nothing', async () => {
    const key = join(club.dataDir, 'secret.key');
    renameSync(key, `${key}.away`);
    writeFileSync(key, `${'A'.repeat(43)}\n`);
    const outcome = await club.run('backup', club.place('club.tar.gz'));
    renameSync(`${key}.away`, key);
    expect(outcome).toEqual({
      code: 1,
      text: 'the key files in the data folder do not open what the database has sealed',
    });
  });

  it('where the books disagree, which stops money; once money is stopped it is, and says so', async () => {
    const change = (by: number) =>
      sql`UPDATE accounts SET balance = balance + ${by} WHERE member_id = ${club.member.id} AND asset = 'USDT'`.execute(
        club.services.db,
      );
    await change(1);
    const file = club.place('club.tar.gz');
    expect(await club.run('backup', file)).toEqual({
      code: 1,
      text: expect.stringMatching(/^the books disagree, so money was stopped and no backup was made: account /),
    });
    expect(existsSync(file)).toBe(false);
    expect((await club.run('backup', file)).text).toContain('THE BOOKS DISAGREE as they do in the club: account ');
    expect((await club.alone('restore', file, club.place('restored'))).text).toContain('THE BOOKS DISAGREE: account ');
    await change(-1);
    await club.run('books', 'reopen');
  });
});

describe('an encrypted backup', () => {
  it('is opened by its club.recipient alone; the server keeps nothing that opens it', async () => {
    const { file } = await club.backUp([club.recipient]);
    const sealed = readFileSync(file);
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(sealed.includes(readFileSync(join(club.dataDir, 'secret.key')))).toBe(false);
    const target = club.place('restored');
    expect(await club.alone('restore', file, target)).toEqual({
      code: 1,
      text: `${file} is encrypted; name the file with its secret key: --identity KEYFILE`,
    });
    const other = join(club.scratch, 'other.txt');
    writeFileSync(other, `${await generateX25519Identity()}\n`);
    expect(await club.alone('restore', file, target, '--identity', other)).toEqual({
      code: 1,
      text: `${file} was encrypted for others: none of the secret keys opens it`,
    });
    writeFileSync(other, 'not a key\n');
    expect(await club.alone('restore', file, target, '--identity', other)).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not an identity file of age'),
    });
    expect(existsSync(target)).toBe(false);
    expect(await club.alone('restore', file, target, '--identity', club.keyFile)).toMatchObject({ code: 0 });
  });

  it('is made for the recipients that are set, and a secret key is not taken for one', async () => {
    const { text } = await club.run('backup', club.place('x'), '--recipient', `${club.recipient}, ${club.recipient}`);
    expect(text).toContain('encrypted for 2 recipients');
    const secret = readFileSync(club.keyFile, 'utf8').split('\n')[1] ?? '';
    for (const [given, says] of [
      [secret, /^--recipient holds a secret key; set it to the public one/],
      ['age1wrong', /^--recipient must be public keys of age/],
    ] as const) {
      const outcome = await club.run('backup', club.place('x'), '--recipient', given);
      expect(outcome).toEqual({ code: 1, text: expect.stringMatching(says) });
      expect(outcome.text).not.toContain(secret);
    }
  });
});
