import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { BEAT_MS } from '#server/platform/db/holder.ts';
import { LOCK_FILE, LOCK_SOCKET, lockFolder } from '#server/platform/db/lock.ts';
import { start, type Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/**
 * One data folder and two processes that would open it without seeing each other, like two containers on one volume.
 */

const SEAL = 'database.seal.json';
const ELSEWHERE = { token: 'another', pid: 7, host: 'the-other-machine', kernel: 'another kernel' };

/**
 * A network of its own, if this machine allows it; without one the processes see each other's sockets, and nothing else
 * changes.
 */
const CONTAINER =
  [
    ['unshare', '-n'],
    ['unshare', '-r', '-n'],
  ].find(([program = '', ...options]) => spawnSync(program, [...options, 'true']).status === 0) ?? [];

const inContainer = (folder: string, task: string): Process =>
  start(['--import', 'tsx', 'tests/launch/database-process.ts', folder, task], {}, CONTAINER);

/** Ways to lock the folder: by a lock of the kernel, and without the program that takes it. */
const WAYS: [way: string, options: { flock?: string }][] = [
  ['a lock on its file', {}],
  ['a socket in it', { flock: 'no-such-program' }],
];

describe('a data folder on a volume of several containers', () => {
  it('is refused to the second; the first continues, seals, and everything acknowledged is there', async () => {
    const folder = temporaryFolder();
    const first = inContainer(folder, 'sixty');
    await first.line('committed 60');
    const second = inContainer(folder, 'count');
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `DatabaseOpenError: The data folder ${folder} is in use by another process (${first.child.pid}); stop it first or set DATA_DIR to another folder.\n`,
    );
    first.child.stdin?.end();
    expect(await first.ended).toBe(0);
    expect(existsSync(join(folder, SEAL))).toBe(true);
    expect(await inContainer(folder, 'count').line('count')).toBe('count 60 max 60');
  });

  it('is free again at once when its process is killed', async () => {
    const folder = temporaryFolder();
    const first = inContainer(folder, 'sixty');
    await first.line('committed 60');
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await inContainer(folder, 'count').line('count')).toBe('count 60 max 60');
  });

  it('is never sealed by a process that was replaced, which ends with one line', async () => {
    const folder = temporaryFolder();
    const first = inContainer(folder, 'sixty');
    await first.line('committed 60');
    // Like another machine whose locks are invisible to this one.
    writeFileSync(join(folder, LOCK_FILE), JSON.stringify(ELSEWHERE));
    const before = modified(folder);
    first.child.stdin?.end();
    expect(await first.ended).toBe(1);
    expect(first.errors()).toBe(
      `perch: The data folder ${folder} was taken by another process, or perch.lock was removed; this process stops and writes nothing more to it.\n`,
    );
    expect(existsSync(join(folder, SEAL))).toBe(false);
    expect(modified(folder)).toEqual(before);
  });

  it('makes the process that was replaced end by itself, without a stop', async () => {
    const folder = temporaryFolder();
    const first = inContainer(folder, 'hold');
    await first.line('open');
    rmSync(join(folder, LOCK_FILE));
    expect(await first.ended).toBe(1);
    expect(first.errors()).toContain('writes nothing more to it');
    expect(existsSync(join(folder, SEAL))).toBe(false);
  });
});

/** A checkpoint writes the control file last. */
const modified = (folder: string) => readFileSync(join(folder, 'database/global/pg_control')).toString('base64');

describe.each(WAYS)('a folder held by %s', (_, options) => {
  it('is held by one at a time, and leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const lock = await lockFolder(folder, options);
    await expect(lockFolder(folder, options)).rejects.toThrow(`is in use by another process (${process.pid})`);
    expect(lock.isHeld()).toBe(true);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await lockFolder(folder, options)).release();
  });

  it('goes to one of many who start together', async () => {
    const folder = temporaryFolder();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, options)));
    const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(locks).toHaveLength(1);
    expect(locks[0]?.isHeld()).toBe(true);
    await locks[0]?.release();
  });

  it('is left to a holder on another machine that shows signs of life, and taken over when they stop', async () => {
    const folder = temporaryFolder();
    const file = join(folder, LOCK_FILE);
    const write = () => writeFileSync(file, JSON.stringify(ELSEWHERE));
    write();
    await sleep(20);
    const beating = setInterval(write, 20);
    await expect(lockFolder(folder, { ...options, beatMs: 100 })).rejects.toThrow(
      'is in use by a process on another machine (the-other-machine)',
    );
    clearInterval(beating);
    const lock = await lockFolder(folder, { ...options, beatMs: 100 });
    expect(lock.isHeld()).toBe(true);
    await lock.release();
  });

  it('tells its holder when another process has taken it', async () => {
    const folder = temporaryFolder();
    let told = 0;
    const lock = await lockFolder(folder, { ...options, beatMs: 20, onLost: () => (told += 1) });
    writeFileSync(join(folder, LOCK_FILE), JSON.stringify(ELSEWHERE));
    while (told === 0) await sleep(10);
    await sleep(100);
    expect([told, lock.isHeld()]).toEqual([1, false]);
    await lock.release();
    expect(readFileSync(join(folder, LOCK_FILE), 'utf8')).toContain('another');
  });
});

/** What a process can use: with an empty PATH there is no `flock`. */
const WITH = {};
const WITHOUT = { PATH: '' };
const PAIRS: [who: string, holder: Record<string, string>, newcomer: Record<string, string>][] = [
  ['has no flock, by one that has', WITH, WITHOUT],
  ['has flock, by one that has none', WITHOUT, WITH],
];

const inProcess = (folder: string, task: string, env: Record<string, string>): Process =>
  start(['--import', 'tsx', 'tests/launch/database-process.ts', folder, task], env);

describe('a folder whose holder uses another lock than the newcomer', () => {
  it.each(PAIRS)('is refused to a process that %s', async (_, holder, newcomer) => {
    const folder = temporaryFolder();
    const first = inProcess(folder, 'sixty', holder);
    await first.line('committed 60');
    const second = inProcess(folder, 'count', newcomer);
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain(`is in use by another process (${first.child.pid})`);
    first.child.stdin?.end();
    expect([await first.ended, first.errors()]).toEqual([0, '']);
    expect(existsSync(join(folder, SEAL))).toBe(true);
  });

  it.each(PAIRS)('goes at once to a process that %s and was killed', async (_, holder, newcomer) => {
    const folder = temporaryFolder();
    const first = inProcess(folder, 'hold', holder);
    await first.line('open');
    first.child.kill('SIGKILL');
    await first.ended;
    const began = performance.now();
    await (await lockFolder(folder, newcomer === WITHOUT ? { flock: 'no-such-program' } : {})).release();
    expect(performance.now() - began).toBeLessThan(BEAT_MS);
  });

  it.each([
    ['has no flock', {}, { flock: 'no-such-program' }],
    ['has flock', { flock: 'no-such-program' }, {}],
  ])('is left to a living holder whose socket was removed, by one that %s', async (_, holder, newcomer) => {
    const folder = temporaryFolder();
    const lock = await lockFolder(folder, { ...holder, beatMs: 20 });
    rmSync(join(folder, LOCK_SOCKET));
    await expect(lockFolder(folder, { ...newcomer, beatMs: 100 })).rejects.toThrow(
      `is in use by another process (${process.pid})`,
    );
    expect(lock.isHeld()).toBe(true);
    await lock.release();
  });
});

describe('a flock that fails', () => {
  /** @param does a line of the shell */
  const failing = (folder: string, does: string, mode = 0o700) => {
    const flock = join(folder, 'flock');
    writeFileSync(flock, `#!/bin/sh\n${does}\n`, { mode });
    return flock;
  };

  it.each([
    [
      'for lack of locks',
      'echo "flock: 3: No locks available" >&2; exit 71',
      'flock ended with 71 (flock: 3: No locks available)',
    ],
    ['by a signal', 'kill -9 $$', 'flock ended with SIGKILL'],
  ])('%s is reported, and nothing is opened', async (_, does, said) => {
    const flock = failing(temporaryFolder(), does);
    await expect(lockFolder(temporaryFolder(), { flock })).rejects.toThrow(
      `can't be locked: ${said}; its file system must know locks, and flock must run.`,
    );
  });

  it('to start is reported as well', async () => {
    const flock = failing(temporaryFolder(), 'exit 0', 0o600);
    await expect(lockFolder(temporaryFolder(), { flock })).rejects.toThrow(
      /can't be locked: flock could not be run \(spawnSync \S+ EACCES\)/,
    );
  });
});

describe('a folder whose path is too long for a socket', () => {
  const deep = () => {
    const folder = join(temporaryFolder(), 'long'.repeat(30));
    mkdirSync(folder);
    return folder;
  };

  it('is held only by the lock on its file', async () => {
    const folder = deep();
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`is in use by another process (${process.pid})`);
    await lock.release();
    expect([readdirSync(folder), readdirSync(dirname(folder))]).toEqual([[], ['long'.repeat(30)]]);
  });

  it('can’t be held without flock, and says what to install', async () => {
    await expect(lockFolder(deep(), { flock: 'no-such-program' })).rejects.toThrow(
      'no socket can be made there (its path is too long); install flock',
    );
  });
});

describe('a socket that a killed process left behind', () => {
  it('is replaced by one of the processes that find it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, LOCK_SOCKET);
    const left = start([
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listening'))`,
    ]);
    await left.line('listening');
    await expect(lockFolder(folder, { flock: 'no-such-program' })).rejects.toThrow('is in use by another process');
    left.child.kill('SIGKILL');
    await left.ended;
    const lock = await lockFolder(folder, { flock: 'no-such-program' });
    expect(lock.isHeld()).toBe(true);
    await lock.release();
  });
});
