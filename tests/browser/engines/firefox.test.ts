import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const STARTER = join(import.meta.dirname, 'firefox.sh');

/** Whether a process exists and has not ended: one that nobody has waited for is a zombie. */
function runs(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

it('Firefox gets its parameters, and on Linux it ends with the process that started it, even from a process group of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perch-firefox-'));
  const program = join(folder, 'firefox');
  writeFileSync(program, '#!/bin/sh\necho $$ "$@"\nexec sleep 60\n');
  chmodSync(program, 0o755);
  const code = `require('node:child_process').spawn(${JSON.stringify(STARTER)}, ['--headless'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })`;
  const starter = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, FIREFOX_PATH: program },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [pid = '', parameter] = (
    await new Promise<string>((resolve) => starter.stdout.once('data', (text: Buffer) => resolve(text.toString())))
  )
    .trim()
    .split(' ');
  expect(parameter).toBe('--headless');
  if (process.platform === 'linux') expect(runs(Number(pid))).toBe(true);
  starter.kill('SIGKILL');
  if (process.platform === 'linux') await expect.poll(() => runs(Number(pid))).toBe(false);
  else process.kill(Number(pid), 'SIGKILL');
  rmSync(folder, { recursive: true });
});
