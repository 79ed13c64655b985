import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { removeAbandoned, temporaryFolder } from './folders.mjs';

const place = mkdtempSync(join(tmpdir(), 'perch-folders-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

it('folders whose owner has gone are removed, and no others', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const mine = temporaryFolder('data', place);
  const owner = readFileSync(join(mine, '.owner'), 'utf8');
  const folder = (name: string, says: string | null) => {
    mkdirSync(join(place, name));
    if (says !== null) writeFileSync(join(place, name, '.owner'), says);
    return join(place, name);
  };
  const abandoned = [
    folder('perch-data-1', owner.replace(/^\d+/, String(dead))),
    folder('perch-report-1', owner.replace(/^\d+/, String(dead))),
  ];
  const kept = [
    mine,
    folder('perch-postgres-made-just-now', null),
    folder('perch-postgres-of-the-first-process', owner.replace(/^\d+/, '1')),
    folder('perch-data-of-another-machine', `${dead} elsewhere`),
    folder('something-else', owner.replace(/^\d+/, String(dead))),
  ];
  removeAbandoned([place, join(place, 'nowhere')]);
  expect(abandoned.filter((each) => existsSync(each))).toEqual([]);
  expect(kept.filter((each) => !existsSync(each))).toEqual([]);
});
