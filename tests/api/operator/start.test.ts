// The operator's command in a shell without the server's settings, and the message when a command or a start is
// refused: it creates nothing, and one line says why.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { runCommand } from '#server/entry/operator/commands.ts';
import { startServer } from '#server/entry/start.ts';
import { createKysely, type Db } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { lineOf, OneLineError } from '#server/platform/system/one-line-error.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';
import { serverUrl } from '#fixtures/club/database.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
};
/** What each start advises, since neither is set. */
const ADVICE: readonly unknown[] = [
  expect.stringMatching(/^TRUST_PROXY is not set, though PUBLIC_ORIGIN is https/),
  expect.stringMatching(/^BACKUP_DIR is not set/),
];
/** A process loads a hundred modules before it prints anything, and the machine may be busy. */
const PATIENCE_MS = 180_000;

// Only the embedded engine has a data folder.
const onEmbedded = serverUrl === null ? describe : (_name: string, _tests: () => void): void => {};
type Env = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'perch-shell-'));
const dataDir = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = (env: Env) =>
  readSettings({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...env }, process.cwd());

/** Runs a server from start to end; returns its log. */
async function serve(env: Env): Promise<string[]> {
  const lines: string[] = [];
  const server = await startServer(config(env), { log: (line) => lines.push(line) });
  await server.stop();
  return lines;
}

/** Runs the command as a shell does that knows only the data folder and the given variables. */
async function shell(env: Env, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { env: { ...cleanEnvironment(), DATA_DIR: dataDir, ...env } };
  return promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'server/entry/operator/main.ts', ...args],
    options,
  ).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  );
}

/** Does something with the database while no server runs. */
async function onDatabase<T>(act: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await act(createKysely(database.pool));
  } finally {
    await database.close();
  }
}

/** Every row of every table, to prove that nothing was written. */
const everything = () =>
  onDatabase(async (db) => {
    const { rows: tables } = await sql<{
      name: string;
    }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`.execute(db);
    const found: Record<string, unknown> = {};
    for (const { name } of tables)
      found[name] = (
        await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} AS t ORDER BY 1`.execute(db)
      ).rows;
    return found;
  });

onEmbedded('a new production club, and a shell that knows its folder alone', () => {
  beforeAll(() => serve(PRODUCTION), PATIENCE_MS);

  it(
    'is unchanged by every command, which says which club it is and what settings it needs',
    async () => {
      const before = await everything();
      for (const args of [['status'], ['members', 'root', 'owner', 'owner@club.example']]) {
        const { code, out, err } = await shell({}, ...args);
        expect([code, out]).toEqual([1, '']);
        expect(err).toMatch(
          /^operator: this is the club https:\/\/wallet\.example, and the command has other settings \(http:\/\/localhost:\d+\): run it with those of the club's server, including NODE_ENV=production and PUBLIC_ORIGIN=https:\/\/wallet\.example\n$/,
        );
      }
      expect(await everything()).toEqual(before);
      const { code, out } = await shell(PRODUCTION, 'status');
      expect([code, out.split('\n').slice(0, 3)]).toEqual([
        0,
        [
          expect.stringMatching(/^https:\/\/wallet\.example, version [^,]*$/),
          'open',
          expect.stringMatching(/^NO MEMBER/),
        ],
      ]);
      expect(await everything()).toEqual(before);
    },
    PATIENCE_MS,
  );

  it('is opened by a command with its settings, without writing anything', async () => {
    const before = await everything();
    await (await openForCommand(config(PRODUCTION))).close();
    expect(await everything()).toEqual(before);
  });

  it('is never started as one that stays at home, and starts again with its own settings', async () => {
    await expect(serve({})).rejects.toThrow(
      'this database belongs to the club https://wallet.example, which others reach; start it with NODE_ENV=production and PUBLIC_ORIGIN=https://wallet.example, or set another DATA_DIR',
    );
    expect(await serve(PRODUCTION)).toEqual(ADVICE);
    expect(await onDatabase((db) => db.selectFrom('members').select('id').execute())).toEqual([]);
  });

  it('accepts commands for another origin only once its server has moved there, which is reported', async () => {
    const moved = { ...PRODUCTION, PUBLIC_ORIGIN: 'https://perch.example' };
    await expect(openForCommand(config(moved))).rejects.toThrow(
      'this is the club https://wallet.example, and the command has other settings (https://perch.example)',
    );
    expect(await serve(moved)).toEqual([
      ...ADVICE,
      'the club is reached at https://perch.example from now on; before, it was https://wallet.example',
    ]);
    const { services, close } = await openForCommand(config(moved));
    expect((await runCommand(services, { args: ['status'], operator: 'olga' }))[0]).toMatch(
      /^https:\/\/perch\.example/,
    );
    await close();
    await serve(PRODUCTION);
  });
});

interface RefusedOpening {
  /** Makes something wrong; returns how to correct it. */
  arrange: () => Promise<(() => Promise<unknown>) | void>;
  env?: Env;
  says: RegExp;
  /** What a server would correct by itself. */
  commandOnly?: true;
}

const key = join(dataDir, 'secret.key');
const changed = (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => async () => {
  await onDatabase((db) => change.execute(db));
  return () => onDatabase((db) => back.execute(db));
};
const file = (path: string, text: string) => async () => {
  const kept = readFileSync(path);
  writeFileSync(path, text);
  return async () => writeFileSync(path, kept);
};

const checksumOf = (migration: string) =>
  createHash('sha256')
    .update(readFileSync(`server/platform/db/migrations/${migration}.sql`))
    .digest('hex');

const REFUSED: Readonly<Record<string, RefusedOpening>> = {
  'a setting that can not be used': { arrange: async () => undefined, env: { PORT: 'x' }, says: /^PORT must be/ },
  'a folder without a club': {
    arrange: async () => undefined,
    env: { DATA_DIR: join(folder, 'elsewhere') },
    says: /^there is no club in/,
    commandOnly: true,
  },
  'the demo club': {
    arrange: changed(
      sql`UPDATE club_state SET demo_filled_at = now()`,
      sql`UPDATE club_state SET demo_filled_at = NULL`,
    ),
    says: /^this database holds the demo club/,
  },
  'another secret': {
    arrange: async () => undefined,
    env: { PERCH_SECRET: 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a' },
    says: /^the secret key is not the one/,
  },
  'a secret that is being replaced': {
    arrange: changed(
      sql`UPDATE club_state SET key_check_next = 'another'::bytea`,
      sql`UPDATE club_state SET key_check_next = NULL`,
    ),
    says: /^the secret is being replaced/,
  },
  'a key file that is missing': {
    arrange: async () => {
      renameSync(key, `${key}.away`);
      return async () => renameSync(`${key}.away`, key);
    },
    says: /^secret\.key is missing from/,
  },
  'a key file that is damaged': { arrange: file(key, 'half\n'), says: /secret\.key is damaged/ },
  'a newer database': {
    arrange: changed(
      sql`INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ('9999-later', '', now())`,
      sql`DELETE FROM schema_migrations WHERE name = '9999-later'`,
    ),
    says: /^the database was migrated by a newer version/,
  },
  'a migration that was changed': {
    arrange: changed(
      sql`UPDATE schema_migrations SET checksum = 'x' || checksum WHERE name = '0006-rules'`,
      sql`UPDATE schema_migrations SET checksum = substr(checksum, 2) WHERE name = '0006-rules'`,
    ),
    says: /^the database was made with another content of migration 0006-rules/,
  },
  'an older database': {
    arrange: changed(
      sql`DELETE FROM schema_migrations WHERE name = '0040-place'`,
      sql`INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ('0040-place', ${checksumOf('0040-place')}, now())`,
    ),
    says: /^the database was made by an earlier version \(0040-place is missing\); start this version of Perch on it once/,
    commandOnly: true,
  },
  'a database that no server has started on': {
    arrange: changed(
      sql`UPDATE club_state SET public_origin = NULL`,
      sql`UPDATE club_state SET public_origin = 'https://wallet.example'`,
    ),
    says: /^no server has started on this database yet/,
    commandOnly: true,
  },
  'a folder that another process holds': {
    arrange: async () => {
      const database = await openDatabase({ databaseUrl: null, dataDir });
      return () => database.close();
    },
    says: /^The data folder .* is in use/,
  },
};

onEmbedded('a command or a start that is refused says so in one line without a stack', () => {
  it.each(Object.entries(REFUSED))(
    '%s',
    async (_what, { arrange, env = {}, says, commandOnly }) => {
      const restore = await arrange();
      try {
        const settings = { ...PRODUCTION, ...env };
        if (env.DATA_DIR === undefined) {
          const ways = [
            async () => (await openForCommand(config(settings))).close(),
            ...(commandOnly === true ? [] : [() => serve(settings)]),
          ];
          for (const way of ways) {
            const error: unknown = await way().then(
              () => 'it was done',
              (thrown: unknown) => thrown,
            );
            expect(error).toBeInstanceOf(OneLineError);
            expect(lineOf(error)).toMatch(says);
          }
        }
        const { code, out, err } = await shell(settings, 'status');
        expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
        expect(err.replace(/^operator: /, '')).toMatch(says);
      } finally {
        await restore?.();
      }
    },
    PATIENCE_MS,
  );
});

describe('one line is said', () => {
  it('by everything that can refuse to open', () => {
    const files = [
      ...[
        'server/entry/start.ts',
        'server/entry/opening/open.ts',
        'server/entry/opening/settings.ts',
        'server/platform/secret/secret.ts',
        'server/platform/config/config.ts',
        'server/platform/config/config-values.ts',
        'server/platform/config/links.ts',
      ],
      ...[
        'server/domain/chain/settings.ts',
        'server/domain/club/place.ts',
        'server/entry/operator/main.ts',
        'server/entry/operator/channel.ts',
      ],
      ...['server/platform/system/files.ts', 'server/platform/config/database-settings.ts'],
      ...readdirSync('server/platform/db').flatMap((name) =>
        name.endsWith('.ts') ? join('server/platform/db', name) : [],
      ),
    ];
    const bare = [...new Set(files)].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, at) => (/throw new Error\(/.test(text) ? `${file}:${at + 1}` : [])),
    );
    expect(bare).toEqual([]);
  });

  it('even for an unexpected error', () => {
    const line = lineOf(new TypeError('nothing is there\nat all'));
    expect(line).toMatch(/^an error was not expected: nothing is there \(at .*\)$/);
  });
});
