// A command that runs aside asks no server: it is carried out on the database that its own settings name, or refused.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRestore } from '#server/domain/restores/hold.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { asideOf } from '#server/entry/operator/commands.ts';
import { startServer } from '#server/entry/start.ts';
import { createKysely } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { serverUrl } from '#fixtures/club/database.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';

/** A process loads a hundred modules before it prints anything, and the machine may be busy. */
const PATIENCE_MS = 180_000;
// Only the embedded engine has a data folder.
const onEmbedded = serverUrl === null ? describe : (_name: string, _tests: () => void): void => {};

const dataDir = mkdtempSync(join(tmpdir(), 'perch-aside-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  DATA_DIR: dataDir,
};
const serve = () =>
  startServer(
    readSettings({ ...settings, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', WEB_PUSH: 'off' }, process.cwd()),
    { log: () => undefined },
  );
const operator = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/entry/operator/main.ts', ...args], {
    env: { ...cleanEnvironment(), ...settings },
  });

async function isPutBack(): Promise<boolean> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return (await readRestore(createKysely(database.pool))) !== null;
  } finally {
    await database.close();
  }
}

it('the database is prepared and said to be restored aside', () => {
  expect(asideOf(['database', 'prepare'])).toBe('prepared');
  expect(asideOf(['restored', 'begin', '--from', '2026-11-24T09:41:00Z'])).toBe('opened');
  for (const args of [['restored', 'accept'], ['status'], ['restore', 'a', 'b'], ['nonsense']])
    expect(asideOf(args)).toBeNull();
});

onEmbedded('restored begin', () => {
  beforeAll(async () => void (await (await serve()).stop()), PATIENCE_MS);

  it(
    'is refused while a server has the database, which stays as it was',
    async () => {
      const server = await serve();
      await expect(operator('restored', 'begin')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^operator: The data folder .* is in use by .*; stop it first/),
      });
      await server.stop();
      expect(await isPutBack()).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    'marks the database of its own settings, though a server on another one answers in the folder',
    async () => {
      let asked = 0;
      const other = createServer((socket) => {
        asked += 1;
        socket.end(JSON.stringify({ code: 0, text: 'marked elsewhere' }));
      });
      await new Promise<void>((resolve) => other.listen(join(dataDir, 'operator.sock'), resolve));
      const { stdout } = await operator('restored', 'begin');
      await new Promise((resolve) => other.close(resolve));
      expect(stdout).toContain('NO MONEY MOVES');
      expect(asked).toBe(0);
      expect(await isPutBack()).toBe(true);
    },
    PATIENCE_MS,
  );
});
