import {
  readdirSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addMember } from '#fixtures/club/members.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/** Pages of the embedded database that were damaged in a crash: they are found before anybody is served from them. */

const SEAL = 'database.seal.json';
const PAGE_BYTES = 8192;
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
};

let scratch: string;
let healthy: string;
let broken: string;
/** Where the files of some relations are. */
const files: Record<string, string> = {};

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'perch-pages-'));
  [healthy, broken] = [join(scratch, 'healthy'), join(scratch, 'broken')];
  await startOnce({ ...PRODUCTION, DATA_DIR: healthy });
  const { services, close } = await openForCommand(readSettings({ ...PRODUCTION, DATA_DIR: healthy }, process.cwd()));
  await addMember(services);
  await close();
  const database = await openDatabase({ databaseUrl: null, dataDir: healthy });
  // A relation of each kind with a few pages, and a value that is too large for its row.
  await database.pool.query('CREATE TABLE many (id int PRIMARY KEY, note text)');
  await database.pool.query('INSERT INTO many SELECT n, repeat(md5(n::text), 8) FROM generate_series(1, 5000) AS n');
  await database.pool.query('ALTER TABLE many ALTER note SET STORAGE EXTERNAL');
  await database.pool.query('UPDATE many SET note = repeat(note, 100) WHERE id <= 20');
  const { rows } = await database.pool.query<{ what: string; path: string }>(`
    SELECT 'table' AS what, pg_relation_filepath('many') AS path
    UNION ALL SELECT 'index', pg_relation_filepath('many_pkey')
    UNION ALL SELECT 'large values', pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'many'
    UNION ALL SELECT 'catalog', pg_relation_filepath('pg_proc')
    UNION ALL SELECT 'roles', pg_relation_filepath('pg_authid')`);
  for (const { what, path } of rows) files[what] = path;
  await database.close();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const fileOf = (what: string) => join(broken, 'database', files[what] ?? 'none');

/** A copy as a crash leaves it, without its seal, and damaged. */
function afterCrash(damage: () => void): void {
  rmSync(broken, { recursive: true, force: true });
  cpSync(healthy, broken, { recursive: true });
  rmSync(join(broken, SEAL));
  damage();
}

function flip(file: string, page: number, at = 5000): void {
  const content = readFileSync(file);
  const place = page * PAGE_BYTES + at;
  content[place] = (content[place] ?? 0) ^ 1;
  writeFileSync(file, content);
}

async function findings(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir: broken });
  try {
    expect(database.isUnsealed()).toBe(true);
    return await database.findDamage(createKysely(database.workPool));
  } finally {
    await database.close();
  }
}

const pages = (file: string) => Math.floor(readFileSync(file).length / PAGE_BYTES);

describe('the embedded database', () => {
  it('has a checksum on each page', async () => {
    const database = await openDatabase({ databaseUrl: null, dataDir: temporaryFolder() });
    expect((await database.pool.query('SHOW data_checksums')).rows).toEqual([{ data_checksums: 'on' }]);
    expect(database.isUnsealed()).toBe(false);
    await database.close();
  });

  it.each(['table', 'index', 'large values', 'catalog'])(
    'names the page of a relation (%s) of which one bit is not as it was written',
    async (what) => {
      let last = 0;
      afterCrash(() => {
        last = pages(fileOf(what)) - 1;
        flip(fileOf(what), last);
      });
      const found = await findings();
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(
        new RegExp(`^(page ${last} of ${files[what]}( \\(.+\\))?|invalid page in block ${last} )`),
      );
      // It stays without a seal, which would say that it is as it should be.
      expect(existsSync(join(broken, SEAL))).toBe(false);
    },
  );

  it('does not open if it needs a damaged page for that, and says what to do', async () => {
    afterCrash(() => flip(fileOf('roles'), 0));
    await expect(findings()).rejects.toThrow(
      /can't be opened, it may be damaged \(.+\); restore a backup: npm run operator -- restore FILE DIR\.$/,
    );
  });

  it('names a page that is another one’s, though that is whole', async () => {
    afterCrash(() => {
      const content = readFileSync(fileOf('table'));
      content.copy(content, 3 * PAGE_BYTES, 2 * PAGE_BYTES, 3 * PAGE_BYTES);
      writeFileSync(fileOf('table'), content);
    });
    expect(await findings()).toEqual([`page 3 of ${files.table} (many)`]);
  });

  it('names a file that is missing', async () => {
    afterCrash(() => unlinkSync(fileOf('index')));
    expect(await findings()).toEqual([`${files.index} is missing (many_pkey)`]);
  });

  it('bears a part of a page at the end, which a full disk leaves and the engine overwrites', async () => {
    afterCrash(() => {
      const content = readFileSync(fileOf('table'));
      writeFileSync(fileOf('table'), Buffer.concat([content, Buffer.alloc(100, 7)]));
    });
    expect(await findings()).toEqual([]);
  });

  it('bears pages that were added and never written', async () => {
    afterCrash(() => truncateSync(fileOf('table'), (pages(fileOf('table')) + 2) * PAGE_BYTES));
    expect(await findings()).toEqual([]);
  });

  it('is sealed again once it was found sound, and not before', async () => {
    afterCrash(() => undefined);
    const untouched = await openDatabase({ databaseUrl: null, dataDir: broken });
    await untouched.close();
    expect(existsSync(join(broken, SEAL))).toBe(false);
    expect(await findings()).toEqual([]);
    expect(existsSync(join(broken, SEAL))).toBe(true);
  });
});

describe('a server after a crash', () => {
  it('does not start on a damaged page, and says what to do', async () => {
    afterCrash(() => flip(fileOf('table'), 2));
    const server = await perchServer({ ...PRODUCTION, DATA_DIR: broken });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(
      `perch: the database is damaged (page 2 of ${files.table} (many)); restore a backup: npm run operator -- restore FILE DIR\n`,
    );
    expect(existsSync(join(broken, SEAL))).toBe(false);
  });

  it('checks all books before it serves: if they disagree, money is stopped already', async () => {
    afterCrash(() => undefined);
    await change(broken, async ({ pool }) => {
      await pool.query(
        "INSERT INTO accounts (member_id, kind, asset, balance) SELECT id, 'wallet', 'USDT', 7 FROM members LIMIT 1",
      );
    });
    expect(existsSync(join(broken, SEAL))).toBe(false);
    const server = await perchServer({ ...PRODUCTION, DATA_DIR: broken });
    await server.line('THE BOOKS DISAGREE, money is stopped: account ');
    const said = server.lines.findIndex((line) => line.startsWith('THE BOOKS DISAGREE'));
    await server.line('Perch is ready');
    expect(server.lines.findIndex((line) => line.startsWith('Perch is ready'))).toBeGreaterThan(said);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const { services, close } = await openForCommand(readSettings({ ...PRODUCTION, DATA_DIR: broken }, process.cwd()));
    const { books_stopped_at: since } = await services.db
      .selectFrom('club_state')
      .select('books_stopped_at')
      .executeTakeFirstOrThrow();
    await close();
    expect(since).toBeInstanceOf(Date);
  });
});

/** Runs in the server before everything else: the disk has room for a few megabytes and no more. */
const SMALL_DISK = `
import fs from 'node:fs';
const write = fs.writeSync;
let left = 5_000_000;
fs.writeSync = (handle, data, ...where) => {
  left -= data.length;
  if (left < 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
  return write(handle, data, ...where);
};`;

describe('a disk that is too small for the first start', () => {
  it('is told of in one line, with the space that is free there, and keeps nothing', async () => {
    const DATA_DIR = temporaryFolder();
    const options = ['--import', `data:text/javascript,${encodeURIComponent(SMALL_DISK)}`];
    const server = await perchServer({ ...PRODUCTION, DATA_DIR }, { options });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(
      /^perch: The database can't be created in \S+: no space is left on the disk \(\d+ MB are free there\); nothing is kept of it\.\n$/,
    );
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

async function change(dataDir: string, act: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await act(database);
  } finally {
    await database.close();
  }
}
