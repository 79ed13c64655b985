import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { developmentFolder } from '#server/domain/chain/development/endpoints.ts';
import { lockFolder } from '#server/platform/db/lock.ts';
import { cleanEnvironment } from '#tests/provision/environment.ts';

/** Real processes on real folders: what these tests are about can't be seen from inside one process. */

const children = new Set<ChildProcess>();
const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perch-launch-'));
  folders.push(folder);
  return folder;
}

export interface Process {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Everything written to the error output. */
  errors(): string;
  /** Resolves once a line of the output contains `text`; rejects when the process ends before. */
  line(text: string): Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** @param before what runs Node, such as `['unshare', '-n']` for a network of its own, as a container has it */
export function start(parameters: string[], env: Record<string, string> = {}, before: string[] = []): Process {
  const [program = process.execPath, ...rest] = [...before, process.execPath, ...parameters];
  const child = spawn(program, rest, { env: { ...cleanEnvironment(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  return observe(child);
}

function observe(child: ChildProcess): Process {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const line = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((each) => each.includes(text));
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then((how) => reject(new Error(`ended with ${how} before it said "${text}": ${errors}`)));
    });
  return { child, lines, errors: () => errors, line, ended };
}

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  }
  for (const folder of folders.splice(0)) {
    await chainHasEnded(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * A killed server's development chain saves its coins before it ends: a file that comes while its folder is removed
 * stops the removal.
 */
async function chainHasEnded(dataDir: string): Promise<void> {
  const folder = developmentFolder(dataDir);
  while (existsSync(folder)) {
    const lock = await lockFolder(folder).catch(() => null);
    if (lock !== null) return lock.release();
    await sleep(50);
  }
}
