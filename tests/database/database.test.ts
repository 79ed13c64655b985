import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#server/platform/crypto/keys.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { prepareSchema } from '#server/platform/db/prepare.ts';
import { checkSecret, loadKeys } from '#server/platform/secret/secret.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { MADE_BY, MIGRATIONS, templateName } from '#fixtures/club/database.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

describe('the audit', () => {
  it('is append-only', async () => {
    const member = await world.member();
    await world.browser().session(member);
    const attempts = [
      sql`UPDATE audit_events SET kind = 'nothing'`,
      sql`DELETE FROM audit_events`,
      sql`TRUNCATE audit_events`,
      sql`TRUNCATE members CASCADE`,
    ];
    for (const attempt of attempts)
      await expect(attempt.execute(world.db)).rejects.toThrow('audit_events is append-only');
    expect(await world.auditOf(member)).toEqual(['signed_in']);
  });

  it('has the request and the device, and nothing that was typed', async () => {
    const member = await world.member();
    await world.browser().signIn({ username: member.username, password: 'a secret that was typed' });
    const event = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      kind: 'sign_in_failed',
      at: world.clock.now(),
      device: 'Firefox, Linux',
      details: { countedAsOf: false },
    });
    expect(event.request_id).toMatch(/^req-/);
  });
});

describe('migrations', () => {
  const options = (folder: string) => ({ folder, now: world.clock.now() });

  async function changedCopy(change: (folder: string) => Promise<void>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'perch-migrations-'));
    await cp(MIGRATIONS, folder, { recursive: true });
    await change(folder);
    return folder;
  }

  it('run once', async () => {
    expect(await migrate(world.database.pool, options(MIGRATIONS))).toEqual([]);
  });

  it('refuse a file that was changed after it had been applied', async () => {
    const folder = await changedCopy((copy) => writeFile(join(copy, '0001-members.sql'), 'SELECT 1'));
    await expect(migrate(world.database.pool, options(folder))).rejects.toThrow(
      /^the database was made with another content of migration 0001-members, .* put back the file with the SHA-256 [0-9a-f]{64}, or install Perch again$/,
    );
    await rm(folder, { recursive: true });
  });

  it('refuse a database of a newer version', async () => {
    const later = sql`INSERT INTO schema_migrations (name, checksum, applied_at, kind) VALUES ('9999-later', '', now(), NULL)`;
    await later.execute(world.db);
    await expect(migrate(world.database.pool, options(MIGRATIONS))).rejects.toThrow(
      'the database was migrated by a newer version (9999-later); start that version or a later one',
    );
    await sql`DELETE FROM schema_migrations WHERE name = '9999-later'`.execute(world.db);
  });

  it('of a newer version that only add let this one open the database; the others do not', async () => {
    const folder = await changedCopy(async (copy) => {
      await writeFile(join(copy, '9998-wider.sql'), 'CREATE TABLE wider (id int);');
      await writeFile(`${copy}.lock`, `# kinds\n9998-wider ${'0'.repeat(64)} expand\n9999-less 1 contract 0.1.0\n`);
    });
    const lines: string[] = [];
    const start = () =>
      prepareSchema(world.database.pool, {
        config: { root: process.cwd(), databaseUrl: null, migrateDatabaseUrl: null },
        now: world.clock.now(),
        log: (line) => lines.push(line),
      });
    await migrate(world.database.pool, options(folder));
    expect(await start()).toEqual([]);
    expect(lines).toEqual([
      'the database was migrated by a newer version (9998-wider); what was added does not disturb this one',
    ]);
    await writeFile(join(folder, '9999-less.sql'), 'DROP TABLE wider;');
    await migrate(world.database.pool, options(folder));
    await expect(start()).rejects.toThrow('the database was migrated by a newer version (9999-less)');
    await sql`DELETE FROM schema_migrations WHERE name LIKE '999%'`.execute(world.db);
    await rm(folder, { recursive: true });
    await rm(`${folder}.lock`);
  });

  it('refuse a database of another line of development, whose earlier migrations are unknown', async () => {
    const folder = await changedCopy((copy) => rm(join(copy, '0006-rules.sql')));
    await expect(migrate(world.database.pool, options(folder))).rejects.toThrow(
      /^the database was made by another line of development \(0006-rules is unknown here, though .*\); open it with the program that made it/,
    );
    await rm(folder, { recursive: true });
  });

  it('leave nothing of a file that fails', async () => {
    const folder = await changedCopy((copy) =>
      writeFile(join(copy, '9000-broken.sql'), 'CREATE TABLE half (id int); SELECT 1 / 0;'),
    );
    await expect(migrate(world.database.pool, options(folder))).rejects.toThrow(
      'migration 9000-broken failed: division by zero',
    );
    await expect(sql`SELECT * FROM half`.execute(world.db)).rejects.toThrow('does not exist');
    await rm(folder, { recursive: true });
  });

  it('let no business rule use the database’s time', () => {
    for (const file of [
      '0001-members',
      '0002-seats',
      '0003-sessions',
      '0004-second-factor',
      '0005-audit-and-mail',
      '0006-rules',
    ]) {
      const code = readFileSync(join(MIGRATIONS, `${file}.sql`), 'utf8').replace(/--.*$/gm, '');
      expect(code, file).not.toMatch(/\bnow\(\)|current_timestamp|clock_timestamp/i);
    }
  });
});

describe('the tables as the code knows them', () => {
  it('have the columns of the database', async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`.execute(world.db);
    const files = readdirSync('server/platform/db').filter((name) => /tables\.ts$/.test(name));
    const source = files.map((name) => readFileSync(join('server/platform/db', name), 'utf8')).join('\n');
    const interfaces = new Map(
      [...source.matchAll(/export interface (\w+)Table \{\n([^}]*)\}/g)].map(([, name = '', body = '']) => [
        name,
        body,
      ]),
    );
    const known = [...interfaces].flatMap(([name, body]) => {
      const table = name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase();
      return [...body.matchAll(/^ {2}(\w+):\s/gm)].map(([, column]) => `${table}.${column}`);
    });
    expect(known.sort()).toEqual(rows.map((row) => `${row.table_name}.${row.column_name}`).sort());
  });
});

describe('transactions', () => {
  it('are tried again after a deadlock', async () => {
    let runs = 0;
    const result = await inTransaction(world.db, async (trx) => {
      runs += 1;
      await trx.selectFrom('club_state').selectAll().execute();
      if (runs < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return runs;
    });
    expect(result).toBe(3);
  });

  it('roll back and pass on any other failure', async () => {
    const work = inTransaction(world.db, async (trx) => {
      await trx.updateTable('club_state').set({ maintenance: true }).execute();
      throw new Error('something else');
    });
    await expect(work).rejects.toThrow('something else');
    expect((await world.browser().call('getRules')).status).toBe(200);
  });
});

describe('the secret key', () => {
  it('must be the one that the database was created with', async () => {
    await checkSecret(world.db, deriveKeys('the first secret of this database, long enough'));
    await checkSecret(world.db, deriveKeys('the first secret of this database, long enough'));
    await expect(checkSecret(world.db, deriveKeys('another secret, just as long as the first was'))).rejects.toThrow(
      'not the one this database was made with',
    );
  });

  it('is never replaced by a new one if it is missing beside a database', async () => {
    await checkSecret(world.db, deriveKeys('the first secret of this database, long enough'));
    const dataDir = await mkdtemp(join(tmpdir(), 'perch-key-'));
    const loading = loadKeys(testConfig({ dataDir, secret: null }), systemRandom, world.db);
    await expect(loading).rejects.toThrow(`secret.key is missing from ${dataDir}; restore it from the backup`);
    expect(readdirSync(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });
});

describe('the template of test databases', () => {
  it('is rebuilt if anything has changed that it is made from', async () => {
    const root = await mkdtemp(join(tmpdir(), 'perch-template-'));
    const migration = relative(process.cwd(), join(MIGRATIONS, readdirSync(MIGRATIONS)[0] ?? ''));
    for (const path of [relative(process.cwd(), MIGRATIONS), ...MADE_BY])
      await cp(path, join(root, path), { recursive: true });
    const names = [templateName()];
    expect(templateName(root)).toBe(names[0]);
    for (const file of [migration, ...MADE_BY]) {
      await appendFile(join(root, file), ' ');
      names.push(templateName(root));
    }
    expect(new Set(names).size).toBe(names.length);
    await rm(root, { recursive: true });
  });
});
