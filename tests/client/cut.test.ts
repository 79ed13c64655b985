import { describe, expect, it } from 'vitest';
import { cut, fits } from '#src/pages/organization-chart/cut.ts';

/** What a card of the chart shows of a name: all that has room, by the width of its letters. */

describe('a name', () => {
  it.each([
    ['Mika Sato', 13],
    ['illi Littletift', 13],
    ['佐藤美佳子', 10],
    ['王小明', 6],
  ])('%s fits as it is', (name, room) => {
    expect(fits(name, room)).toBe(true);
    expect(cut(name, room)).toBe(name);
  });

  it.each([
    ['Noriko-Alexandra von Hohenberg', 13, 'Noriko-Alexa…'],
    ['MWMWMWMWMWMW', 13, 'MWMWMWM…'],
    ['勅使河原美佳子', 10, '勅使河原…'],
    ['👩‍👩‍👧 家', 0.5, '…'],
  ])('%s is cut in %s', (name, room, shown) => {
    expect(cut(name, room)).toBe(shown);
  });

  it('has no space before the ellipsis', () => {
    expect(cut('Mika Sato', 6.5)).toBe('Mika…');
  });
});
