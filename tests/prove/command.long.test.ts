import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ownedBy } from '#tests/provision/folders.mjs';
import { endProcesses, start, type Process } from '#tests/support/processes.ts';
import { readResults } from './results.ts';

/** `npm run prove` as somebody at a terminal meets it. */

const LONG_MS = 600_000;

const files: string[] = [];
afterEach(async () => {
  await endProcesses();
  for (const file of files.splice(0)) rmSync(file, { force: true });
});

const prove = (...parameters: string[]) => start(['--import', 'tsx', 'tests/prove/command.ts', ...parameters]);

async function resultsOf(run: Process): Promise<string> {
  const line = await run.line('results: ');
  const [, file = ''] = /results: (\S+)$/.exec(line) ?? [];
  files.push(file);
  return file;
}

/** Every process below one, with what it runs. */
function below(pid: number | undefined): { pid: number; command: string }[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = table.split('\n').flatMap((line) => {
    const [, child = '', parent = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return child === '' ? [] : [{ pid: Number(child), parent: Number(parent), command }];
  });
  const of = (parent: number | undefined): { pid: number; command: string }[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...of(row.pid)]);
  return of(pid);
}

/** A process that has ended and that nobody has waited for yet is gone all the same. */
const isAlive = ({ pid }: { pid: number }) => {
  try {
    return /^[^Z]/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim());
  } catch {
    return false;
  }
};

describe('a run that is interrupted', () => {
  it(
    'ends in order, leaves nothing behind, and is continued where it was',
    async () => {
      // A turn of `kills` takes several times as long as one of `bank`.
      const run = prove('--only', 'bank,kills', '--seed', '5');
      const file = await resultsOf(run);
      await run.line('bank: noticed the planted fault');
      const early = below(run.child.pid);
      const commands = early.map(({ command }) => command).join('\n');
      const [, programs = ''] = /(\/\S+\/perch-prove-\w+)\/process\.mjs/.exec(commands) ?? [];
      expect(existsSync(programs)).toBe(true);
      expect(commands).toMatch(/perch-prove-\w+\/process\.mjs bank/);
      expect(commands).toMatch(/postgres/);
      await run.line('bank #0');
      const running = [...early, ...below(run.child.pid)];
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      expect(run.lines.join('\n')).toContain(`npm run prove -- --resume ${file} continues.`);
      await expect.poll(() => running.filter(isAlive)).toEqual([]);
      expect(ownedBy(run.child.pid ?? 0)).toEqual([]);
      expect(existsSync(programs)).toBe(false);
      expect(existsSync(file.replace(/\.jsonl$/, ''))).toBe(false);
      const before = readResults(file).found.filter(({ kind }) => kind === 'turn');
      expect(before.map(({ name }) => name)).not.toContain('kills');

      const resumed = prove('--resume', file);
      await resultsOf(resumed);
      expect([await resumed.ended, resumed.lines.at(-1)]).toEqual([0, expect.stringMatching(/^Nothing was found in/)]);
      const { found, run: told } = readResults(file);
      expect(told.seed).toBe(5);
      const turns = found.filter(({ kind }) => kind === 'turn');
      expect(new Set(turns.map(({ name }) => name))).toEqual(new Set(['bank', 'kills']));
      // No earlier turn is repeated.
      const cycles = turns.flatMap((turn) => (turn.kind === 'turn' && turn.name === 'bank' ? [turn.cycle] : []));
      expect(new Set(cycles).size).toBe(cycles.length);
    },
    LONG_MS,
  );
});

describe('a run that is killed', () => {
  it(
    'takes everything along that it started',
    async () => {
      const run = prove('--only', 'races', '--seed', '5');
      await resultsOf(run);
      await run.line('noticed the planted fault');
      const commands = () => below(run.child.pid).map(({ command }) => command);
      await expect.poll(commands).toContainEqual(expect.stringMatching(/main\.(mjs|ts)/));
      const running = below(run.child.pid);
      run.child.kill('SIGKILL');
      await run.ended;
      await expect.poll(() => running.filter(isAlive)).toEqual([]);
    },
    LONG_MS,
  );
});

describe('a line that is not understood', () => {
  it('is refused with 2, and nothing is begun', async () => {
    const run = prove('--only', 'nothing');
    expect([await run.ended, run.errors().split('\n')[0]]).toEqual([2, 'There is no experiment nothing.']);
  });
});
