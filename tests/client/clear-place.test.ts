import { expect, it } from 'vitest';
import { clearShift } from '#src/ui/clear-place.ts';

const at = (top: number, height: number) => ({ top, bottom: top + height, left: 16, right: 344 });
const HEIGHT = 740;

it.each([
  ['nothing is below it', at(600, 60), [at(100, 48)], 0],
  ['a button is below it: it moves above, the shorter way', at(600, 60), [at(620, 48)], -48],
  ['a button begins above it: there is room sooner below', at(600, 60), [at(590, 20)], 18],
  ['a button and the bar below it leave room only above', at(600, 60), [at(620, 48), at(680, 60)], -48],
] as const)('if %s', (_, box, controls, shift) => {
  expect(clearShift(box, controls, HEIGHT)).toBe(shift);
});

it('never leaves the screen, and covers least if every place is taken', () => {
  const everywhere = Array.from({ length: 37 }, (_, row) => at(row * 20, 18));
  const shift = clearShift(at(600, 60), everywhere, HEIGHT);
  expect(600 + shift).toBeGreaterThanOrEqual(0);
  expect(660 + shift).toBeLessThanOrEqual(HEIGHT);
});
