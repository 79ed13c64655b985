import { expect, it } from 'vitest';
import { ConfigError } from '#server/platform/config/config-values.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { readDatabaseSettings } from '#server/platform/config/database-settings.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { toProblem } from '#server/entry/http/errors.ts';
import { createTurns } from '#server/entry/http/turns.ts';

const coded = (code: string) => Object.assign(new Error('said by the database'), { code });

it.each([
  '08006',
  '53100',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  '57014',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
])('a failure with %s is temporary', (code) => {
  expect(isUnavailable(coded(code))).toBe(true);
  const { code: said, status, details } = toProblem(coded(code), 'en-US');
  expect([said, status, details.retryAfterSeconds]).toEqual(['unavailable', 503, 2]);
});

it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly', 'Query read timeout'])(
  'so is the driver’s error without a code: %s',
  (message) => {
    expect(toProblem(new Error(message), 'en-US').code).toBe('unavailable');
  },
);

it.each(['23505', '42601', '22P02', 'ENOENT'])('a failure with %s is a bug', (code) => {
  expect(toProblem(coded(code), 'en-US').code).toBe('internal');
});

it.each([
  [new Error('said by the engine\nand more'), 'said by the engine'],
  [{ name: 'ErrnoError', errno: 51 }, 'no space is left on the disk'],
  [{ name: 'ErrnoError', errno: 8 }, 'error 8 of the file system'],
  [{ name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 }, 'Program terminated with exit(1)'],
  [{}, 'for a reason that the engine does not tell'],
  ['a text', 'a text'],
])('whatever the engine throws becomes a sentence (%#)', (thrown, sentence) => {
  expect(reasonOf(thrown)).toBe(sentence);
});

it('the limits for PostgreSQL are settings with bounds', () => {
  expect(readDatabaseSettings({})).toEqual({
    pool: 10,
    lockSeconds: 3,
    statementSeconds: 10,
    idleSeconds: 15,
    answerSeconds: 15,
    jobSeconds: 600,
  });
  expect(readDatabaseSettings({ DATABASE_POOL: '40', DATABASE_STATEMENT_SECONDS: '20' })).toMatchObject({
    pool: 40,
    statementSeconds: 20,
    answerSeconds: 25,
  });
  for (const [name, value] of [
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', '201'],
    ['DATABASE_LOCK_SECONDS', '0'],
    ['DATABASE_STATEMENT_SECONDS', '1.5'],
    ['DATABASE_IDLE_SECONDS', '4'],
    ['DATABASE_ANSWER_SECONDS', '10'],
    ['DATABASE_JOB_SECONDS', '9'],
  ]) {
    expect(() => readDatabaseSettings({ [String(name)]: value }), name).toThrow(ConfigError);
  }
});

it('no more calls of a member run at a time than their share; the others follow in order, and other members’ at once', async () => {
  const turns = createTurns({ atMost: 2 });
  const ends = new Map<string, () => void>();
  const begun = () => [...ends.keys()].sort();
  const call = (member: string | null, name: string) =>
    turns.take(member, () => new Promise<void>((resolve) => void ends.set(name, resolve)));
  const calls = [
    call('a', 'a1'),
    call('a', 'a2'),
    call('a', 'a3'),
    call('a', 'a4'),
    call('b', 'b1'),
    call(null, 'nobody'),
  ];
  await Promise.resolve();
  expect(begun()).toEqual(['a1', 'a2', 'b1', 'nobody']);
  ends.get('a1')?.();
  await calls[0];
  expect(begun()).toEqual(['a1', 'a2', 'a3', 'b1', 'nobody']);
  ends.get('a3')?.();
  await calls[2];
  expect(begun()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'nobody']);
  for (const end of ends.values()) end();
  await Promise.all(calls);
});

it('a call that waits too long for its turn is unavailable, and frees its place', async () => {
  const turns = createTurns({ atMost: 1, longestMs: 20 });
  let end: () => void = () => undefined;
  const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)));
  await expect(turns.take('a', () => Promise.resolve())).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 2 },
  });
  end();
  await first;
  expect(await turns.take('a', () => Promise.resolve('done'))).toBe('done');
});

it('a call for which there is no place to wait is refused at once, and says when to try again', async () => {
  const turns = createTurns({ atMost: 1, mostWaiting: 0 });
  let end: () => void = () => undefined;
  const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)));
  await expect(turns.take('a', () => Promise.resolve())).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: 2 },
  });
  expect(await turns.take('b', () => Promise.resolve('done'))).toBe('done');
  end();
  await first;
  expect(await turns.take('a', () => Promise.resolve('done'))).toBe('done');
});
