import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lockFolder } from '#server/platform/db/lock.ts';
import { DatabaseOpenError } from '#server/platform/db/open-error.ts';
import { openDatabase } from '#server/platform/db/open.ts';

const SEAL = 'database.seal.json';
let scratch: string;
let healthy: string;
let broken: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'perch-damage-'));
  healthy = join(scratch, 'healthy');
  broken = join(scratch, 'broken');
  const database = await openDatabase({ databaseUrl: null, dataDir: healthy });
  await database.pool.query('CREATE TABLE kept (n int)');
  await database.pool.query('INSERT INTO kept VALUES (42)');
  await database.close();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function copyOfHealthy(): void {
  rmSync(broken, { recursive: true, force: true });
  cpSync(healthy, broken, { recursive: true });
}

function tables(): string[] {
  return readdirSync(join(broken, 'database/base/5')).filter((name) => /^\d+$/.test(name));
}

const inDatabase = (name: string) => join(broken, 'database', name);
const overwrite = (file: string) =>
  writeFileSync(file, createHash('sha512').update(file).digest().toString('hex').repeat(64));

/** What happened to the folder, and what the one line must say about it. */
const DAMAGE: [what: string, act: () => void, says: RegExp][] = [
  ['a table cut short', () => truncateSync(inDatabase('base/5/1259'), 100), /1259 is 100 bytes long instead of \d+/],
  ['a table emptied', () => truncateSync(inDatabase(`base/5/${tables().at(-1)}`), 0), /damaged/],
  ['a table missing', () => rmSync(inDatabase('base/5/1259')), /1259 is missing/],
  ['a page changed', () => flipByte(inDatabase('base/5/1259')), /content of base.5.1259 has changed/],
  ['garbage in the control file', () => overwrite(inDatabase('global/pg_control')), /damaged/],
  ['no version file', () => rmSync(inDatabase('PG_VERSION')), /PG_VERSION is missing/],
  ['an empty database folder', () => emptyFolder(inDatabase('')), /damaged/],
  ['the database gone', () => rmSync(inDatabase(''), { recursive: true }), /database is missing/],
  ['the seal unreadable', () => writeFileSync(join(broken, SEAL), 'garbage'), /can't be read/],
  ["a file in the database's place", () => replaceByFile(inDatabase('')), /not a folder/],
  [
    'a control file cut short after a crash',
    () => afterCrash(() => truncateSync(inDatabase('global/pg_control'), 10)),
    /can't be opened/,
  ],
  ['no log after a crash', () => afterCrash(() => emptyFolder(inDatabase('pg_wal'))), /can't be opened/],
  [
    'garbage everywhere after a crash',
    () => afterCrash(() => tables().forEach((name) => overwrite(inDatabase(`base/5/${name}`)))),
    /can't be opened/,
  ],
];

/** After a crash there is no seal, so the engine's own checks have to find the damage. */
function afterCrash(act: () => void): void {
  rmSync(join(broken, SEAL));
  act();
}

function flipByte(file: string): void {
  const content = readFileSync(file);
  content[5000] = (content[5000] ?? 0) ^ 1;
  writeFileSync(file, content);
}

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
}

function replaceByFile(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'x');
}

async function refusal(dataDir: string): Promise<DatabaseOpenError> {
  const error: unknown = await openDatabase({ databaseUrl: null, dataDir }).then(
    (database) => database.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseOpenError);
  return error as DatabaseOpenError;
}

describe('a damaged data folder', () => {
  it.each(DAMAGE)('%s: is refused in one line', async (_, act, says) => {
    copyOfHealthy();
    act();
    const { message } = await refusal(broken);
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
    expect(message).toContain(broken);
  });

  it('is left as it is, so that it can be repaired', async () => {
    copyOfHealthy();
    truncateSync(inDatabase('base/5/1259'), 100);
    await refusal(broken);
    cpSync(join(healthy, 'database/base/5/1259'), inDatabase('base/5/1259'));
    const database = await openDatabase({ databaseUrl: null, dataDir: broken });
    expect((await database.pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 42 }]);
    await database.close();
  });
});

describe('a folder of something else', () => {
  it('is refused, and nothing is added to it', async () => {
    const foreign = join(scratch, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'thesis.txt'), 'x');
    expect((await refusal(foreign)).message).toMatch(/holds thesis\.txt but no Perch database/);
    expect(readdirSync(foreign)).toEqual(['thesis.txt']);
  });

  it('is refused if it is a file', async () => {
    const file = join(scratch, 'file');
    writeFileSync(file, 'x');
    expect((await refusal(file)).message).toMatch(/can't be made/);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });
});

describe('the lock on systems other than Linux, a file', () => {
  it('is respected while its process lives and taken over when the process is dead', async () => {
    const folder = join(scratch, 'locked');
    mkdirSync(folder);
    const lock = await lockFolder(folder, { platform: 'darwin' });
    await expect(lockFolder(folder, { platform: 'darwin' })).rejects.toThrow(
      `is in use by another process (${process.pid})`,
    );
    await lock.release();
    expect(existsSync(join(folder, 'perch.pid'))).toBe(false);
    // No process has a number this high.
    writeFileSync(join(folder, 'perch.pid'), '2147483646\n');
    const replaced = await lockFolder(folder, { platform: 'darwin' });
    writeFileSync(join(folder, 'perch.pid'), `${process.ppid}\n`);
    expect(replaced.isHeld()).toBe(false);
    await replaced.release();
    expect(readFileSync(join(folder, 'perch.pid'), 'utf8')).toBe(`${process.ppid}\n`);
    rmSync(join(folder, 'perch.pid'));
    await (await lockFolder(folder, { platform: 'darwin' })).release();
  });
});
