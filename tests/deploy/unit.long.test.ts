import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { provideTool } from '#tests/provision/deployment-tools.mjs';

/** The unit and its users are tried by systemd's own tools, which need no running systemd. */

const INSTALL_MS = 300_000;
const UNIT = 'deploy/systemd/perch@.service';
/** Of ten, in tenths: below it systemd calls a service well protected. */
const EXPOSURE = '20';
let analyze: string;
let sysusers: string;
const folder = mkdtempSync(join(tmpdir(), 'perch-unit-'));
beforeAll(async () => {
  analyze = await provideTool('systemd-analyze');
  sysusers = await provideTool('systemd-sysusers');
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** The unit as it is there, changed before; its Node is wherever this one is. */
function unit(change: (text: string) => string = (text) => text): string {
  const text = change(readFileSync(UNIT, 'utf8'));
  const file = join(folder, 'perch@8081.service');
  writeFileSync(file, text.replaceAll('/usr/bin/node', process.execPath));
  return file;
}

function run(program: string, ...parameters: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' });
  return { code: status, said: `${stdout}${stderr}` };
}

it('systemd understands every line of the unit', () => {
  const verify = (file: string) => run(analyze, 'verify', '--man=no', file);
  expect(verify(unit())).toEqual({ code: 0, said: '' });
  expect(verify(unit((text) => text.replace('Restart=', 'Restarts='))).said).toContain("Unknown key 'Restarts'");
  expect(verify(unit((text) => text.replace('RestartSec=2', 'RestartSec=soon'))).said).toContain('Failed to parse');
});

it('a server under it can do little beside its work', () => {
  const judge = (file: string) =>
    run(analyze, 'security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE}`, file);
  const judged = judge(unit());
  expect(judged.code, judged.said).toBe(0);
  expect(judge(unit((text) => text.replace(/^(System|Restrict|Protect|Private).*$/gm, ''))).code).not.toBe(0);
});

it('its users are made as it needs them: no shell, and the owner reads the settings as one of the group', () => {
  const root = join(folder, 'root');
  mkdirSync(join(root, 'etc'), { recursive: true });
  expect(run(sysusers, `--root=${root}`, resolve('deploy/systemd/perch.sysusers.conf')).code).toBe(0);
  const rows = (file: string) =>
    readFileSync(join(root, 'etc', file), 'utf8')
      .trim()
      .split('\n');
  const user = (name: string) => rows('passwd').find((row) => row.startsWith(`${name}:`));
  expect(user('perch')).toMatch(/:\/var\/lib\/perch:.*\/nologin$/);
  expect(user('perch-owner')).toMatch(/\/nologin$/);
  expect(rows('group')).toContainEqual(expect.stringMatching(/^perch:x:\d+:perch-owner$/));
});
