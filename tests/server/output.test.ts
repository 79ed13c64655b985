import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { openOutput, writeAll } from '#server/platform/system/output.ts';

/** What a process says: a place that takes nothing, or a part, must not end it, and the log says so later. */

const failure = (code: string) => Object.assign(new Error(`${code}: told by the system`), { code });

/** A file that takes some bytes at a time, and throws the given error while it is set. */
function file({ atOnce = Infinity }: { atOnce?: number } = {}) {
  const at = { text: '', error: null as Error | null, asked: 0 };
  const write = (_descriptor: number, bytes: Uint8Array) => {
    at.asked += 1;
    if (at.error !== null) throw at.error;
    const taken = bytes.subarray(0, atOnce);
    at.text += Buffer.from(taken).toString();
    return taken.length;
  };
  return { at, write };
}

describe('a line', () => {
  it('is written whole by a file that takes a few bytes at a time', () => {
    const { at, write } = file({ atOnce: 3 });
    openOutput(1, { write }).write('a line of the log\n');
    expect(at.text).toBe('a line of the log\n');
  });

  it.each([
    ['ENOSPC', 'no space is left on the disk'],
    ['EDQUOT', 'the quota of the disk is used up'],
    ['EPIPE', 'its reader has gone'],
    ['EIO', 'its terminal or disk has gone'],
    ['EOTHER', 'EOTHER: told by the system'],
  ])('that cannot be written is lost and counted, and the next one that can be says so (%s)', (code, reason) => {
    const { at, write } = file();
    const told: string[] = [];
    const output = openOutput(1, { write, onLoss: (why) => void told.push(why) });
    output.write('before\n');
    at.error = failure(code);
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    expect([output.lost(), told]).toEqual([3, [reason]]);
    at.error = null;
    output.write('after\n');
    expect(at.text).toBe(`before\nlines of the log that were lost: 3 (${reason})\nafter\n`);
    at.error = failure(code);
    output.write('four\n');
    at.error = null;
    output.write('again\n');
    expect(output.lost()).toBe(4);
    expect(at.text).toMatch(/after\nlines of the log that were lost: 1 \(.+\)\nagain\n$/);
    expect(told).toEqual([reason, reason]);
  });

  it('of which the disk took a part does not run into the next one', () => {
    const { at, write } = file({ atOnce: 4 });
    const isFull = { now: true };
    const output = openOutput(1, {
      write: (descriptor, bytes) => {
        at.error = isFull.now && at.text.length >= 4 ? failure('ENOSPC') : null;
        return write(descriptor, bytes);
      },
    });
    output.write('begun\n');
    isFull.now = false;
    output.write('next\n');
    expect(at.text).toBe('begu\nlines of the log that were lost: 1 (no space is left on the disk)\nnext\n');
  });

  it('waits a second for a reader who is slow, and the next one does not wait again', () => {
    const { at, write } = file();
    const output = openOutput(1, { write });
    at.error = failure('EAGAIN');
    const began = performance.now();
    output.write('one\n');
    const waited = performance.now() - began;
    expect(waited).toBeGreaterThanOrEqual(1_000);
    const { asked } = at;
    output.write('two\n');
    expect(at.asked - asked).toBe(1);
    at.error = null;
    output.write('three\n');
    expect(at.text).toBe('lines of the log that were lost: 2 (nobody reads it)\nthree\n');
  });
});

it('a full disk of the system is one', () => {
  const descriptor = openSync('/dev/full', 'w');
  expect(writeAll(descriptor, 'a line\n')).toEqual({ reason: 'no space is left on the disk', isBegun: false });
  closeSync(descriptor);
});
