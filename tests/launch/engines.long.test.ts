import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { maintain } from '#server/platform/db/pglite-maintenance.ts';
import { freePort } from '#tests/provision/free-port.mjs';

describe('the embedded engine behind pg’s API', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: null, dataDir: 'memory' });
    await database.pool.query(
      'CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)',
    );
  });

  afterAll(() => database.close());

  it('returns exact values: no number is a float, no time zone shifts a date', async () => {
    const { rows } = await database.pool.query(
      "SELECT 9007199254740993::int8 AS big, ARRAY[1, NULL, 3]::int8[] AS bigs, 1.10::numeric AS exact, date '2026-01-02' AS day, timestamptz '2026-01-02T03:04:05Z' AS moment",
    );
    expect(rows).toEqual([
      {
        big: 9007199254740993n,
        bigs: [1n, null, 3n],
        exact: '1.10',
        day: '2026-01-02',
        moment: new Date('2026-01-02T03:04:05Z'),
      },
    ]);
  });

  it('continues after errors, in simple, prepared and named queries', async () => {
    await expect(database.pool.query('SELEC')).rejects.toMatchObject({ code: '42601' });
    await expect(database.pool.query('SELECT $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    for (const value of [1, 2]) {
      expect(
        (await database.pool.query({ name: 'double', text: 'SELECT $1::int * 2 AS twice', values: [value] })).rows,
      ).toEqual([{ twice: value * 2 }]);
    }
  });

  it('shows nobody uncommitted rows: others wait their turn', async () => {
    const writer = await database.pool.connect();
    await writer.query('BEGIN');
    await writer.query("INSERT INTO notes (text) VALUES ('not yet')");
    const reader = database.pool.query("SELECT count(*) AS count FROM notes WHERE text = 'not yet'");
    await writer.query('ROLLBACK');
    writer.release();
    expect((await reader).rows).toEqual([{ count: 0n }]);
  });

  it('discards what a broken client left: its transaction and its prepared statements', async () => {
    const broken = await database.pool.connect();
    await broken.query({ name: 'insert', text: 'INSERT INTO notes (text) VALUES ($1)', values: ['kept'] });
    await broken.query('BEGIN');
    await broken.query({ name: 'insert', text: 'INSERT INTO notes (text) VALUES ($1)', values: ['half done'] });
    broken.release(new Error('the request was cut off'));
    await database.pool.query({ name: 'insert', text: 'INSERT INTO notes (text) VALUES ($1)', values: ['also kept'] });
    expect((await database.pool.query('SELECT text FROM notes ORDER BY id')).rows).toEqual([
      { text: 'kept' },
      { text: 'also kept' },
    ]);
  });

  it('is vacuumed while it serves', async () => {
    await database.pool.query("INSERT INTO notes (text) SELECT 'x' FROM generate_series(1, 1000)");
    await Promise.all([maintain(database.pool), database.pool.query('SELECT 1')]);
    const { rows } = await database.pool.query("SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'notes'");
    expect(rows).toEqual([{ rows: 1002 }]);
  });
});

describe('a PostgreSQL URL', () => {
  it('that nothing answers is refused in one line, without the password', async () => {
    const port = await freePort();
    const opening = openDatabase({
      databaseUrl: `postgres://perch:hunter2@127.0.0.1:${port}/perch`,
      dataDir: 'unused',
    });
    await expect(opening).rejects.toThrow(/^The database of DATABASE_URL can't be reached: .*ECONNREFUSED.*\.$/);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });
});

describe('a PostgreSQL that is too old', () => {
  it('is refused in one line that names both versions', async () => {
    const old = createServer((socket) => {
      let greeted = false;
      socket.on('data', () => {
        socket.write(greeted ? Buffer.concat(ONE_ROW) : Buffer.concat([message('R', Buffer.alloc(4)), READY]));
        greeted = true;
      });
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = old.address() as AddressInfo;
    const opening = openDatabase({ databaseUrl: `postgres://perch@127.0.0.1:${port}/perch`, dataDir: 'unused' });
    await expect(opening).rejects.toThrow(/^PostgreSQL 15 or newer is needed, and DATABASE_URL leads to version 14\.$/);
    old.close();
  });
});

/** As much of PostgreSQL's protocol as an old server needs to report its version. */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

const READY = message('Z', Buffer.from('I'));
const TEXT_COLUMN = Buffer.concat([
  Buffer.from([0, 1]),
  Buffer.from('server_version_num\0'),
  Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
]);
const ONE_ROW = [
  message('T', TEXT_COLUMN),
  message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 6]), Buffer.from('140012')])),
  message('C', Buffer.from('SHOW\0')),
  READY,
];
