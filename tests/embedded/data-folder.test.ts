import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { openDatabase } from '#server/platform/db/open.ts';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { testConfig } from '#fixtures/club/config.ts';

/** A data folder that was there before, such as a mounted volume: everybody may look into it. */

const volume = mkdtempSync(join(tmpdir(), 'perch-volume-'));
afterAll(() => rmSync(volume, { recursive: true }));

it('a database in a folder that is open to others is closed to them, a new one and one that was there', async () => {
  chmodSync(volume, 0o777);
  // What a new file system of Linux begins with.
  mkdirSync(join(volume, 'lost+found'));
  const modes: string[] = [];
  for (let opened = 0; opened < 2; opened += 1) {
    const { database: settings } = testConfig();
    const database = await openDatabase({ databaseUrl: null, dataDir: volume, settings, log: () => undefined });
    modes.push((statSync(databaseFolder(volume)).mode & 0o777).toString(8));
    await database.close();
    chmodSync(databaseFolder(volume), 0o755);
  }
  expect(modes).toEqual(['700', '700']);
});
