import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '#server/entry/opening/settings.ts';
import { startServer } from '#server/entry/start.ts';

/** What a server says before it finds that nobody answers at its database. */
async function saidAtStart(env: Record<string, string>): Promise<string[]> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'perch-owner-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const said: string[] = [];
  const settings = readSettings(
    { DATA_DIR, DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:1/perch', PERCH_SECRET: SECRET, ...env },
    process.cwd(),
  );
  await expect(startServer(settings, { log: (line) => said.push(line) })).rejects.toThrow(/can't be reached/);
  return said;
}

const SECRET = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBmb3IgYSBjbHVi';

it('a server with the password of the database’s owner says at its start that it needs none', async () => {
  const owner = { MIGRATE_DATABASE_URL: 'postgres://owner:hunter3@127.0.0.1:1/perch' };
  const [line = '', ...others] = await saidAtStart(owner);
  expect(line).toMatch(/^MIGRATE_DATABASE_URL is set for this server, .*npm run operator -- database prepare/);
  expect([line, ...others].join()).not.toMatch(/hunter/);
  expect(await saidAtStart({})).toEqual([]);
});
