// Replacing the secret: nothing sealed is lost, whenever it is interrupted.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/entry/opening/settings.ts';
import { askServer } from '#server/entry/operator/channel.ts';
import { runCommand } from '#server/entry/operator/commands.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { startServer } from '#server/entry/start.ts';
import { deriveKeys, type Keys, type PurposeKeys } from '#server/platform/crypto/keys.ts';
import { FATES, markOf, readRetiredKeys, reencryptAll, SEALED_COLUMNS } from '#server/platform/crypto/rotation.ts';
import { seal, unseal, unsealEither } from '#server/platform/crypto/seal.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Database } from '#server/platform/db/database.ts';
import { beginSecretFile, checkSecret, loadKeys } from '#server/platform/secret/secret.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { addressOf, freshDatabase } from '#fixtures/club/database.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';
import { readPushKeys } from '#server/domain/notices/push-keys.ts';

const OTHER = deriveKeys('Zk3vQ9wXh2LrT7mYbN4cJ8pFsD6gA1eU of the tests');

/** Replaces the keys that a world serves with. */
function serveWith(world: World, keys: Keys): void {
  delete world.services.keys.previous;
  delete world.services.keys.retiredRecoveryCode;
  Object.assign(world.services.keys, keys);
}

async function signIn(world: World, member: TestMember, answer: { method: 'totp' | 'recoveryCode'; code: string }) {
  const browser = world.browser();
  await browser.signIn(member);
  return (await browser.call('verifyTwoFactor', { body: answer })).status;
}

describe('the list of what is sealed', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it('has every column of the database with sealed values', async () => {
    const { rows } = await sql<{ place: string }>`
      SELECT c.relname || '.' || a.attname AS place FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
      WHERE c.relnamespace = current_schema()::regnamespace AND a.attname LIKE '%sealed%' AND NOT a.attisdropped ORDER BY 1`.execute(
      world.db,
    );
    expect(rows.map(({ place }) => place)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('has every key that seals anything, and everything is opened with either secret', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/(?:^|\/)crypto\//.test(name))
      .map((name) => ({ name, text: readFileSync(join('server', name), 'utf8') }));
    const used = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/\b(?:seal\((?:services\.)?keys\.|unsealEither\((?:services\.)?keys, ')(\w+)/g)].map(
          ([, key]) => key,
        ),
      ),
    );
    const listed = SEALED_COLUMNS.map(({ purpose }) => purpose);
    expect([...used, 'retired'].sort()).toEqual(expect.arrayContaining([...listed].sort()));
    expect([...used].filter((key) => !listed.includes(key as never))).toEqual([]);
    expect(Object.entries(FATES).flatMap(([key, { fate }]) => (fate === 'sealed again' ? key : []))).toEqual(
      expect.arrayContaining(listed),
    );
    expect(sources.filter(({ text }) => /\bunseal\(|createDecipher/.test(text)).map(({ name }) => name)).toEqual([]);
    // A hash that may have been made with the previous secret is never compared only with one of the current secret.
    const either = Object.entries(FATES).flatMap(([key, { fate }]) =>
      fate === 'either' || fate === 'kept' ? key : [],
    );
    expect(either.sort()).toEqual(['browser', 'check', 'recoveryCode', 'request']);
  });
});

describe('with PERCH_SECRET and PERCH_SECRET_PREVIOUS', () => {
  let world: World;
  let old: PurposeKeys;
  let member: TestMember;
  let codes: string[];
  const operator = () => runCommand(world.services, { args: ['secret', 'rotate'], operator: 'tests' });
  const sealedNow = async () =>
    (
      await world.db
        .selectFrom('two_factor')
        .select('secret_sealed')
        .where('member_id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).secret_sealed;

  beforeAll(async () => {
    world = await createWorld({ config: { secret: 'set', previousSecret: 'set' } });
    old = { ...world.services.keys };
    await checkSecret(world.db, old);
    member = await world.member({ secondFactor: true });
    codes = member.recoveryCodes;
    await readPushKeys(world.services);
    // A response that is kept sealed, with its cookie, in case it was lost.
    const { email, username } = await world.member();
    await world.browser().call('forgetPassword', { body: { email, username }, key: randomUUID() });
  });
  afterAll(() => world.close());

  it('is refused while only one of them is set', async () => {
    await expect(operator()).rejects.toThrow('set PERCH_SECRET to the new secret and PERCH_SECRET_PREVIOUS');
  });

  it('serves with both from the first start on, and no longer with one', async () => {
    serveWith(world, { ...OTHER, previous: old });
    await checkSecret(world.db, world.services.keys);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
    expect(await signIn(world, member, { method: 'recoveryCode', code: codes[0] ?? '' })).toBe(200);
    await expect(checkSecret(world.db, old)).rejects.toThrow(
      'the secret is being replaced: set PERCH_SECRET to the new one and PERCH_SECRET_PREVIOUS to the one before',
    );
    await expect(checkSecret(world.db, OTHER)).rejects.toThrow('not the one this database was made with');
  });

  it('loses nothing if it is interrupted, and can be run again', async () => {
    const before = await sealedNow();
    const interrupted = inTransaction(world.db, async (trx) => {
      await reencryptAll(trx, { keys: { ...OTHER, previous: old }, random: systemRandom, now: world.clock.now() });
      throw new Error('the process was killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(await sealedNow()).toEqual(before);
    const told = await operator();
    expect(told[0]).toMatch(/^(?:one value is|\d+ values are) sealed with the new secret$/);
    expect(told.at(-1)).toMatch(/^copy the new PERCH_SECRET to where the old one is kept; keep the old one too/);
    expect(await operator()).toEqual([
      'everything is sealed with the secret in use already; remove PERCH_SECRET_PREVIOUS',
    ]);
  });

  it('seals again what a process that knew only the old secret has made meanwhile', async () => {
    serveWith(world, old);
    const late = await world.member({ secondFactor: true });
    serveWith(world, { ...OTHER, previous: old });
    const told = await operator();
    expect(told.slice(0, 2)).toEqual([
      'a process that only knew the previous secret has run since the last time: restart every process, then run this again',
      expect.stringMatching(/^(?:one value is|[1-9]\d* values are) sealed with the new secret$/),
    ]);
    expect(await operator()).toEqual([
      'everything is sealed with the secret in use already; remove PERCH_SECRET_PREVIOUS',
    ]);
    serveWith(world, {
      ...OTHER,
      retiredRecoveryCode: await readRetiredKeys(world.db, (sealed, owner) =>
        unsealEither(OTHER, 'retired', sealed, owner),
      ),
    });
    expect(await signIn(world, late, { method: 'totp', code: late.code() })).toBe(200);
    expect(await signIn(world, late, { method: 'recoveryCode', code: late.recoveryCodes[0] ?? '' })).toBe(200);
    serveWith(world, { ...OTHER, previous: old });
  });

  it('leaves nothing that the old secret opens, and keeps everything that members have', async () => {
    await checkSecret(world.db, OTHER);
    await expect(checkSecret(world.db, old)).rejects.toThrow('not the one this database was made with');
    for (const { table, column, purpose, owner } of SEALED_COLUMNS) {
      const { rows } = await sql<{
        owner: string;
        sealed: Buffer;
      }>`SELECT ${sql.raw(owner)} AS owner, ${sql.ref(column)} AS sealed FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`.execute(
        world.db,
      );
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) {
        expect(() => unseal(OTHER[purpose], row.sealed, row.owner)).not.toThrow();
        expect(() => unseal(old[purpose], row.sealed, row.owner)).toThrow();
      }
    }
    serveWith(world, {
      ...OTHER,
      retiredRecoveryCode: await readRetiredKeys(world.db, (sealed, owner) =>
        unsealEither(OTHER, 'retired', sealed, owner),
      ),
    });
    world.clock.advance(60);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
    expect(await signIn(world, member, { method: 'recoveryCode', code: codes[1] ?? '' })).toBe(200);
    expect(await signIn(world, member, { method: 'recoveryCode', code: codes[0] ?? '' })).not.toBe(200);
  });

  it('is in the audit with its operator', async () => {
    const events = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'secret_rotated')
      .execute();
    expect(events).toEqual(Array(2).fill({ details: { operator: 'tests', sealed: expect.any(Number) } }));
  });
});

describe('with secret.key in the data folder', () => {
  let world: World;
  let dataDir: string;
  let member: TestMember;
  const load = () => loadKeys({ secret: null, previousSecret: null, dataDir }, systemRandom, world.db);
  const restart = async () => serveWith(world, await load());
  const key = (name = 'secret.key') => readFile(join(dataDir, name), 'utf8');
  const operator = () => runCommand(world.services, { args: ['secret', 'rotate'], operator: 'tests' });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'perch-secret-'));
    world = await createWorld({ config: { secret: null, dataDir } });
    await restart();
    member = await world.member({ secondFactor: true });
  });
  afterAll(async () => {
    await world.close();
    await rm(dataDir, { recursive: true });
  });

  it('is not replaced if the file is damaged, which the command says', async () => {
    const kept = await key();
    await writeFile(join(dataDir, 'secret.key'), 'half\n');
    expect(await outcomeOf(world.services, { args: ['secret', 'rotate'], operator: 'tests' })).toEqual({
      code: 1,
      text: expect.stringMatching(/secret\.key is damaged: it should hold 43 characters/),
    });
    await writeFile(join(dataDir, 'secret.key'), kept);
  });

  it('a new one replaces it while the server runs, and after its next start', async () => {
    const before = await key();
    const lines = await operator();
    expect(lines[0]).toMatch(/^one value/);
    expect(lines.at(-1)).toBe('a backup from before now contains the old one and is opened with that');
    expect(await key()).not.toBe(before);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
    await restart();
    expect(world.services.keys.previous).toBeUndefined();
    world.clock.advance(60);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
  });

  it('killed before everything is sealed, both are valid until it is run again', async () => {
    const before = await key();
    const next = systemRandom.bytes(32).toString('base64url');
    await writeFile(join(dataDir, 'secret.key.new'), `${next}\n`);
    await restart();
    world.clock.advance(60);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
    await operator();
    expect(await key()).toBe(`${next}\n`);
    expect(before).not.toBe(`${next}\n`);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('killed between sealing and replacing the file, the next start finishes it', async () => {
    const after = await key();
    await writeFile(join(dataDir, 'secret.key.new'), after);
    await writeFile(join(dataDir, 'secret.key'), `${systemRandom.bytes(32).toString('base64url')}\n`);
    await restart();
    expect(await key()).toBe(after);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
    world.clock.advance(60);
    expect(await signIn(world, member, { method: 'totp', code: member.code() })).toBe(200);
  });
});

describe('two changes of the secret at once', () => {
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'perch-secret-'));
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('become one: the other is refused, and the server starts again with what the first has left', async () => {
    const read = readSettings(
      {
        DATA_DIR: dataDir,
        PORT: '0',
        NODE_ENV: 'production',
        SUPPORT_EMAIL: 'support@wallet.example',
        DEV_CHAIN: 'off',
        LOG_LEVEL: 'silent',
      },
      process.cwd(),
    );
    // The engine of the data folder runs one statement at a time; with a server, the three meet in the middle of their
    // work.
    const config = { ...read, databaseUrl: await addressOf(database) };
    const first = await startServer(config, { log: () => undefined });
    const before = await readFile(join(dataDir, 'secret.key'), 'utf8');
    const rotate = () => askServer(dataDir, { args: ['secret', 'rotate'], operator: 'tests' });
    const outcomes = await Promise.all([rotate(), rotate(), rotate()]);
    await first.stop();
    expect(outcomes.map((outcome) => outcome?.code).sort()).toEqual([0, 1, 1]);
    for (const outcome of outcomes)
      expect(outcome?.text).toMatch(
        outcome?.code === 0
          ? // The key for messages to browsers, which the start has made.
            /^one value is sealed with the new secret/
          : /^another "secret rotate" is running; wait until it has ended$/,
      );
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).not.toBe(before);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('secret'))).toEqual(['secret.key']);
    const second = await startServer(config, { log: () => undefined });
    expect((await rotate())?.code).toBe(0);
    await second.stop();
  });

  it.each(Array.from({ length: 20 }, (_, time) => time))(
    'of two processes never overwrite one new key with the other, at any moment (%s)',
    async () => {
      const folder = await mkdtemp(join(dataDir, 'two-'));
      const secret = systemRandom.bytes(32).toString('base64url');
      await writeFile(join(folder, 'secret.key'), `${secret}\n`);
      const begin = async () => {
        const keys = deriveKeys(secret);
        await beginSecretFile(folder, keys, systemRandom);
        return markOf(keys);
      };
      const begun = (await Promise.allSettled([begin(), begin()])).flatMap((each) =>
        each.status === 'fulfilled' ? [each.value] : [],
      );
      const kept = markOf(deriveKeys((await readFile(join(folder, 'secret.key.new'), 'utf8')).trim()));
      expect(begun).toHaveLength(1);
      for (const mark of begun) expect(mark).toEqual(kept);
      expect((await readdir(folder)).sort()).toEqual(['secret.key', 'secret.key.new']);
    },
  );

  it.each([
    ['is gone', null],
    ['is another one', systemRandom.bytes(32).toString('base64url')],
  ])('do nothing if the key in the folder %s', async (_, inFolder) => {
    const folder = await mkdtemp(join(dataDir, 'gone-'));
    if (inFolder !== null) await writeFile(join(folder, 'secret.key'), `${inFolder}\n`);
    const keys = deriveKeys('the key that the process was started with');
    const before = markOf(keys);
    await expect(beginSecretFile(folder, keys, systemRandom)).rejects.toThrow(
      'is missing or is not the key in use; put that back',
    );
    expect([markOf(keys), await readdir(folder)]).toEqual([before, inFolder === null ? [] : ['secret.key']]);
  });

  it('exclude a process neither of whose two secrets is the database’s current one', async () => {
    const world = await createWorld();
    const third = deriveKeys('a third secret that nobody but this process knows');
    await checkSecret(world.db, OTHER);
    const sealing = inTransaction(world.db, (trx) =>
      reencryptAll(trx, {
        keys: { ...third, previous: world.services.keys },
        random: systemRandom,
        now: world.clock.now(),
      }),
    );
    await expect(sealing).rejects.toThrow('neither of the two that this process knows');
    await world.close();
  });
});

describe('what was sealed', () => {
  it('opens with the previous secret only while both are set', () => {
    const old = deriveKeys('a secret of the tests that is going to be replaced');
    const sealed = seal(old.answer, Buffer.from('kept'), { owner: 'me', random: systemRandom });
    expect(unsealEither({ ...OTHER, previous: old }, 'answer', sealed, 'me').toString()).toBe('kept');
    expect(() => unsealEither(OTHER, 'answer', sealed, 'me')).toThrow();
    expect(() => unsealEither({ ...OTHER, previous: old }, 'answer', sealed, 'somebody else')).toThrow();
  });
});
