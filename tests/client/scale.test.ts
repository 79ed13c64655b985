import { describe, expect, it } from 'vitest';
import { scaleOf } from '#src/pages/dashboard/scale.ts';

/** The axis of the chart of what is owned: few round lines around the amounts, whatever their size. */
describe('the scale', () => {
  it.each([
    [
      ['44400', '47380.5'],
      ['44000', '45000', '46000', '47000', '48000'],
    ],
    [
      ['107.75', '9021.75'],
      ['0', '5000', '10000'],
    ],
    [
      ['0.5', '0.75'],
      ['0', '1'],
    ],
    [
      ['5', '5'],
      ['5', '6'],
    ],
    [
      ['0', '3'],
      ['0', '1', '2', '3'],
    ],
    [
      ['999999999999999999999', '1000000000000000000001'],
      ['999999999999999999999', '1000000000000000000000', '1000000000000000000001'],
    ],
  ])('of %s has the lines %s', (amounts, ticks) => {
    expect(scaleOf(amounts).ticks).toEqual(ticks);
  });

  it('puts each amount between its lines, exactly to a hundredth', () => {
    const { heightOf } = scaleOf(['44400', '47380.5']);
    expect(['44000', '45000', '47380.5', '48000'].map(heightOf)).toEqual([0, 25, 84.51, 100]);
  });

  it.each([1, 7, 93, 400, 12_345, 999_999])('of a span of %i has at most four lines more than it needs', (span) => {
    for (const low of [0, 3, 17, 1_000]) {
      const { ticks } = scaleOf([String(low), String(low + span)]);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(Number(ticks[0])).toBeLessThanOrEqual(low);
      expect(Number(ticks.at(-1))).toBeGreaterThanOrEqual(low + span);
    }
  });
});
