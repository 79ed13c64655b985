// Data folders as earlier versions left them, opened with this one: nothing is lost, the books agree, the demo club
// signs in.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { startServer } from '#server/entry/start.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareSchema } from '#server/platform/db/prepare.ts';
import { figuresOf, type Figures } from './old-folders/figures.ts';
import { unpack } from './old-folders/pack.ts';
import { temporaryFolder } from './folders.ts';

const FOLDERS = 'tests/launch/old-folders';
const names = readdirSync(FOLDERS)
  .filter((name) => name.endsWith('.tar.br'))
  .map((name) => name.replace('.tar.br', ''));
/** No release exists that these were made by; they are here for what they lack. */
const BEFORE_RELEASES = ['14025fc', 'bdc00d6'];

const settings = (dataDir: string) =>
  readSettings({ DATA_DIR: dataDir, PORT: '0', DEV_CHAIN: 'off', LOG_LEVEL: 'silent' }, process.cwd());

describe('the data folders of earlier versions', () => {
  it('are those of all releases, and two from before the first', () => {
    const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n').filter(Boolean);
    expect([...names].sort()).toEqual([...BEFORE_RELEASES, ...tags].sort());
    expect(readdirSync(FOLDERS).filter((name) => name.endsWith('.json'))).toHaveLength(names.length);
  });

  it.each(names)('%s opens: migrated, with the same money, and its member signs in', async (name) => {
    const folder = temporaryFolder();
    await unpack(join(FOLDERS, `${name}.tar.br`), folder);
    const before = JSON.parse(readFileSync(join(FOLDERS, `${name}.json`), 'utf8')) as Figures;

    // Migrated alone first: a server would go on with what has fallen due since.
    const database = await openDatabase({ databaseUrl: null, dataDir: folder });
    const said: string[] = [];
    const applied = await prepareSchema(database.pool, {
      config: settings(folder),
      now: new Date(),
      log: (line) => said.push(line),
    });
    expect(said).toEqual([
      `the database of an earlier version was migrated: ${applied.length} migrations, up to ${applied.at(-1)}`,
    ]);
    const after = await figuresOf(async (sql) => (await database.pool.query<Record<string, unknown>>(sql)).rows);
    await database.close();
    expect({ ...after, migrations: before.migrations }).toEqual(before);
    expect(after.migrations).toEqual([...before.migrations, ...applied].sort());
    expect(before.migrations.length).toBeLessThan(after.migrations.length);

    const server = await startServer(settings(folder), { log: () => undefined });
    try {
      const response = await fetch(`${server.address}/api/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ username: 'demo', password: DEMO_PASSWORD }),
      });
      expect(response.status).toBe(200);
      const { accessToken } = (await response.json()) as { accessToken: string };
      const wallet = await fetch(`${server.address}/api/wallet`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(await wallet.json()).toMatchObject({
        balances: expect.arrayContaining([expect.objectContaining({ asset: 'USDT', available: before.wallet.USDT })]),
      });
    } finally {
      await server.stop();
    }
    const { services, close } = await openForCommand(settings(folder));
    const books = await outcomeOf(services, { args: ['books', 'check'], operator: 'launch' });
    await close();
    expect(books).toEqual({ code: 0, text: 'the books agree' });
  });
});
