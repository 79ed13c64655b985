import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { start, type Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

const onDatabase = (folder: string, task: string): Process =>
  start(['--import', 'tsx', 'tests/launch/database-process.ts', folder, task]);

const lastCommitted = (lines: readonly string[]) =>
  Number(lines.findLast((line) => line.startsWith('committed'))?.split(' ')[1] ?? 0);

/** Enough to hit the start, the middle and the recovery of the one before; the engine was once tested with forty. */
const KILLS = 6;

describe('the embedded database', () => {
  it('keeps every acknowledged row when the process is killed, time after time', async () => {
    const folder = temporaryFolder();
    let acknowledged = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const writer = onDatabase(folder, 'write');
      await writer.line('committed');
      await sleep(50 + round * 60);
      writer.child.kill('SIGKILL');
      await writer.ended;
      expect(lastCommitted(writer.lines)).toBeGreaterThan(acknowledged);
      acknowledged = lastCommitted(writer.lines);
    }
    const [, count, , max] = (await onDatabase(folder, 'count').line('count')).split(' ').map(Number);
    // The last row may have been committed and its acknowledgment lost with the process; never the other way round.
    expect(max).toBeGreaterThanOrEqual(acknowledged);
    expect(count).toBe(max);
  });

  it('has each commit written to the disk before it acknowledges it', async () => {
    const told = await onDatabase(temporaryFolder(), 'fsync').line('fsyncs');
    expect(Number(told.split(' ')[1])).toBeGreaterThanOrEqual(20);
  });

  it('starts over if its creation was interrupted', async () => {
    const folder = temporaryFolder();
    const creator = onDatabase(folder, 'count');
    await sleep(900);
    creator.child.kill('SIGKILL');
    await creator.ended;
    expect(await onDatabase(folder, 'count').line('count')).toBe('count 0 max 0');
  });
});

describe('a data folder', () => {
  it('serves one process; the second is told in one line who has it, and the first continues', async () => {
    const folder = temporaryFolder();
    const first = onDatabase(folder, 'hold');
    await first.line('open');
    const second = onDatabase(folder, 'count');
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `DatabaseOpenError: The data folder ${folder} is in use by another process (${first.child.pid}); stop it first or set DATA_DIR to another folder.\n`,
    );
    expect(first.child.exitCode).toBeNull();
  });

  it('is free again at once when its process is killed', async () => {
    const folder = temporaryFolder();
    const first = onDatabase(folder, 'hold');
    await first.line('open');
    first.child.kill('SIGKILL');
    await first.ended;
    await onDatabase(folder, 'count').line('count');
  });
});
