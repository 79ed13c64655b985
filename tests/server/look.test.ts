import { describe, expect, it } from 'vitest';
import { lookInLatin } from '#server/domain/members/look.ts';
import { looksOf, namesAlike, usernamesAlike } from '#server/domain/transfers/likeness.ts';

/** Members who can be taken for each other: by their usernames, or by their names as a sender sees them. */

describe('usernames', () => {
  const looks = (username: string) => looksOf({ username, name: 'Ren', below: false });
  const alike = (one: string, other: string) => usernamesAlike(looks(one), looks(other));

  it.each([
    ['ren.arai1', 'ren.arail'],
    ['ren.arai1', 'REN_ARAII'],
    ['kei_0', 'kei-O'],
    ['mori', 'rnori'],
    ['owen', 'ovven'],
    ['aoi.m', 'a.oim'],
  ])('%s and %s are alike', (one, other) => {
    expect(alike(one, other)).toBe(true);
  });

  it.each([
    ['demo1', 'demo2'],
    ['ren', 'rena'],
    ['kei', 'key'],
  ])('%s and %s are not', (one, other) => {
    expect(alike(one, other)).toBe(false);
  });
});

describe('names', () => {
  const alike = (one: string, other: string, [below, otherBelow] = [false, false]) =>
    namesAlike(
      looksOf({ username: 'a', name: one, below: below === true }),
      looksOf({ username: 'b', name: other, below: otherBelow === true }),
    );

  it('are alike as far as they are shown, in any letters', () => {
    expect(alike('Ren Arai', 'Ren Abe')).toBe(true);
    expect(alike('Ren Arai', 'Ren Abe', [true, true])).toBe(false);
    expect(alike('Ren Arai', 'Ren Arai', [true, true])).toBe(true);
    expect(alike('Ren Arai', 'Ren Abe', [true, false])).toBe(true);
    expect(alike('Ren Arai', 'Rеn Аrаi', [true, true])).toBe(true);
    expect(alike('Ren Arai', 'Ren Brown')).toBe(false);
    expect(alike('タカ 太郎', '夕カ 太郎', [true, true])).toBe(true);
  });

  it.each(['Ren A.', 'Ren\u200AA.', 'RenA.', 'Ren-A.', 'REN A'])(
    'are alike if the whole one, %j, looks like what is shown of the other',
    (whole) => {
      expect(alike(whole, 'Ren Arai', [true, false])).toBe(true);
      expect(alike('Ren Arai', whole, [false, true])).toBe(true);
      expect(alike(whole, 'Ren Arai', [true, true])).toBe(false);
      expect(alike(whole, 'Ren Brown', [true, false])).toBe(false);
    },
  );

  it('are alike if the whole one looks like what is left of a name in one word', () => {
    expect(alike('王…', '王伟', [true, false])).toBe(true);
    expect(alike('王伟', '王...', [false, true])).toBe(true);
  });

  it('are not alike if too little of them is shown, or if nothing of them can be compared', () => {
    expect(alike('王伟', '王芳')).toBe(false);
    expect(alike('王伟', '王芳', [true, false])).toBe(false);
    expect(alike('★★', '☆☆', [true, true])).toBe(false);
  });

  it('look the same whatever their width, case and marks', () => {
    for (const same of ['ＭＩＫＥ', 'Mi̇ke', 'M.ike', 'M1ke', 'Мike', 'Μike', 'M|ke', 'Mi\u200Bke'])
      expect([same, lookInLatin(same)]).toEqual([same, lookInLatin('mike')]);
  });
});
