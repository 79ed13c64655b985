import { describe, expect, it } from 'vitest';
import { damageLine } from '#server/platform/db/damage.ts';
import { lineOf, OneLineError, reasonOf } from '#server/platform/system/one-line-error.ts';
import { contents } from '#tests/style/repository.ts';

/** The last words of a process are one line that a person understands, whatever was thrown. */

describe('the reason of anything that was thrown', () => {
  it.each([
    ['an error', new Error('no space\n    at somewhere'), 'no space'],
    ['the engine’s own object', { name: 'ErrnoError', errno: 51 }, 'no space is left on the disk'],
    ['an object with a name alone', { name: 'ExitStatus', status: 1 }, 'ExitStatus'],
    ['an object without any', { status: 1 }, 'for a reason that the engine does not tell'],
    ['an object without a prototype', Object.create(null) as object, 'for a reason that the engine does not tell'],
    ['an error without a message', new Error(''), 'Error'],
    ['a number', 7, '7'],
    ['nothing', undefined, 'undefined'],
  ])('is told of %s', (_what, thrown, says) => {
    expect(reasonOf(thrown)).toBe(says);
    expect(lineOf(thrown)).not.toMatch(/\[object|\n/);
  });

  it('is the message alone if it is meant for the operator', () => {
    expect(lineOf(new OneLineError('port 8080 is taken'))).toBe('port 8080 is taken');
  });
});

describe('damage', () => {
  const thrown = (code: string) =>
    Object.assign(new Error('could not read blocks 63..63 in file "base/5/1255"'), { code });

  it.each(['XX001', 'XX002'])('is called so, with what to do (%s)', (code) => {
    expect(damageLine(thrown(code))).toBe(
      'the database is damaged (could not read blocks 63..63 in file "base/5/1255"); stop the server and restore a backup: of the embedded database by npm run operator -- restore FILE DIR, of PostgreSQL by its own tools',
    );
  });

  it.each(['XX000', '57P01', '53100', '40001'])('is not what another failure is (%s)', (code) => {
    expect(damageLine(thrown(code))).toBeNull();
  });
});

/** An error that becomes part of a text by itself: an object of the engine would be `[object Object]`. */
const BARE = /\bString\((error|reason|thrown)\)|\$\{(error|thrown)\}/;

describe('no line of the server', () => {
  const wrong = (source: string) => source.split('\n').filter((line) => BARE.test(line));

  it('is made of an error itself', () => {
    // The one place where anything becomes a text.
    const place = 'server/platform/system/one-line-error.ts';
    const files = [...contents].filter(([file]) => /^server\/.*\.ts$/.test(file) && file !== place);
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap(([file, source]) => wrong(source).map((line) => `${file}: ${line.trim()}`))).toEqual([]);
  });

  it.each([
    ['log(`it failed: ${String(error)}`)', 1],
    ['log(`it failed: ${error}`)', 1],
    ['log(`it failed: ${reasonOf(error)}`)', 0],
    ['firstLine(String(thrownNumber))', 0],
  ])('is judged by how it is made: %s', (source, count) => {
    expect(wrong(source)).toHaveLength(count);
  });
});
