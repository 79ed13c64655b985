// A missing file is distinguished from one that is temporarily unreadable, and a lack of resources from damage.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { holdOf, thisHolder, writeHolder } from '#server/platform/db/holder.ts';
import { isAnswered } from '#server/platform/db/lock.ts';
import { isThere, readIfThere, tooLongForSocket, wantOf } from '#server/platform/system/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A name that links to itself: it exists, and nothing can read it, not even the superuser. */
const unreadable = join(folder, 'loop');
symlinkSync('loop', unreadable);

/** A name under it can't be there. */
const aFile = join(folder, 'file');
writeFileSync(aFile, '');

describe('a file', () => {
  it('is missing only if the system says so', () => {
    expect([isThere(join(folder, 'none')), isThere(folder), readIfThere(join(folder, 'none'))]).toEqual([
      false,
      true,
      null,
    ]);
    expect([isThere(join(aFile, 'none')), readIfThere(join(aFile, 'none'))]).toEqual([false, null]);
    expect(() => isThere(unreadable)).toThrow('ELOOP');
    expect(() => readIfThere(unreadable)).toThrow('ELOOP');
  });

  it('of a lock that is temporarily unreadable is not lost; one that is gone or names another is', () => {
    const holder = thisHolder(['file']);
    const file = join(folder, 'lock');
    writeHolder(file, holder);
    expect(holdOf(file, holder)).toBe('held');
    expect(holdOf(file, { ...holder, token: 'another' })).toBe('lost');
    expect(holdOf(join(folder, 'none'), holder)).toBe('lost');
    expect(holdOf(unreadable, holder)).toEqual({ unknown: expect.stringContaining('ELOOP') });
  });

  it('of a socket that cannot be reached is not taken for an unanswered one', async () => {
    expect(await isAnswered(join(folder, 'none'))).toBe(false);
    await expect(isAnswered(unreadable)).rejects.toThrow('ELOOP');
  });
});

describe('what a process lacks', () => {
  it.each([
    [{ code: 'EMFILE' }, /no more files/],
    [{ code: 'ENFILE' }, /no more files/],
    [{ code: 'ENOMEM' }, /no memory/],
    [{ code: 'EACCES' }, /permission denied/],
    [{ code: 'ENOSPC' }, /no space/],
    [{ errno: 33 }, /no more files/],
    [{ errno: 51 }, /no space/],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), /no memory/],
  ])('is reported for %o', (error, says) => {
    expect(wantOf(error)).toMatch(says);
  });

  it.each([
    [{ code: 'EIO' }],
    [new Error('PANIC: could not locate a valid checkpoint record')],
    [{ errno: 29 }],
    [null],
    ['text'],
  ])('is not reported for %o', (error) => {
    expect(wantOf(error)).toBeNull();
  });

  it('is the number of excess bytes if a socket’s path is too long', () => {
    expect([tooLongForSocket('/'.repeat(100)) > 0, tooLongForSocket('/'.repeat(120)) > 0]).toEqual([false, true]);
  });
});
