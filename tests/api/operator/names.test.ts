// Two operators are two people: a name that only looks different, or not even that, is not a second one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorKey } from '#server/domain/support-requests/operator-key.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const WAIT_SECONDS = 72 * 3600;

const run = (operator: string, ...args: string[]) =>
  outcomeOf(world.services, { args: ['members', ...args], operator, osUser: 'unix' });

const SAME = [
  ...[
    'Ann Lee',
    'ann lee',
    ' Ann Lee ',
    'Ann  Lee',
    'AnnLee',
    'Ann\u00A0Lee',
    'Ann\tLee',
    'Ann\u2003Lee',
    'Ａｎｎ　Ｌｅｅ',
  ],
  // Without any width: a space, a soft hyphen, a word joiner, a direction mark, NUL, a variation selector, a Hangul
  // filler. Confusable: accents, marks, digits for letters.
  ...['Ann-Lee', 'Ann\u2010Lee', 'Änn Lee', 'A\u0307nn Lee', 'Ann L.ee'],
  ...[
    'Ann\u200B Lee',
    'A\u00ADnn Lee',
    'Ann\u2060Lee\uFEFF',
    '\u202EAnn Lee',
    'Ann\u0000Lee',
    'Ann Lee\uFE0F',
    'Ann\u3164Lee',
  ],
];

describe('the name of an operator', () => {
  it('is the same whatever its case, its width, its spaces and its invisible characters', async () => {
    const { username } = await world.member();
    const address = `safe-${username}@mail.example`;
    await run('Ann Lee', 'freeze', username, '--reason', 'x');
    expect(await run('Ann Lee', 'address', username, address, '--proof', 'passport')).toMatchObject({ code: 0 });
    world.clock.advance(WAIT_SECONDS);
    for (const same of SAME) {
      const { text } = await run(same, 'address', username, address, '--confirm');
      expect([same, text]).toEqual([same, 'Ann Lee has requested it; another operator must confirm it']);
    }
    expect(await run('Ann Lea', 'address', username, address, '--confirm')).toMatchObject({ code: 0 });
  });

  it('is refused if nothing of it is readable, or if other letters look the same', async () => {
    const { username } = await world.member();
    for (const nobody of [
      '',
      '  ',
      '\u200B\u00A0',
      '\u3164',
      'аnn',
      'αnn',
      'ꓮnn',
      'anո',
      'ɑnn',
      'Ann ١',
      '...',
      '\u0301',
      '42',
    ]) {
      expect(await run(nobody, 'show', username)).toEqual({
        code: 2,
        text: expect.stringContaining('--as needs a name in Latin letters, kanji or kana'),
      });
    }
  });

  it.each([
    ['Mike', 'Mi\u0307ke'],
    ["O'Brien", 'O’Brien'],
    ['Đuro', 'Ðuro'],
    ['Al', 'A1'],
    ['Bob', 'B0b'],
    ['Mia', 'rnia'],
    ['カナ', '力ナ'],
    ['へいた', 'ヘイタ'],
    ['ロイ', '口イ'],
    ['ニコ', '二コ'],
    ['ガク', 'カ\u3099ク'],
  ])('%s and %s are one operator', (one, other) => {
    expect(operatorKey(other)).toBe(operatorKey(one));
  });

  it.each([
    ['Ann', 'Anna'],
    ['山田', '山口'],
    ['ops-1', 'ops-2'],
    ['カナ', 'サナ'],
  ])('%s and %s are two', (one, other) => {
    expect(operatorKey(other)).not.toBe(operatorKey(one));
  });

  it.each(['Björn O’Hara', '山田 花子', 'ヤマダ・ハナコ', '李娜', 'ops-2', 'łukasz_ß'])('may be %s', async (name) => {
    const { username } = await world.member();
    expect(await run(name, 'show', username)).toMatchObject({ code: 0 });
  });
});
