import { expect, it } from 'vitest';
import { sharpnessOf } from '#atlas/app/picture.ts';

it('a picture is twice as sharp as the page, unless no browser makes one so large', () => {
  expect(sharpnessOf({ width: 1000, height: 800 })).toBe(2);
  const large = { width: 4000, height: 3000 };
  const sharpness = sharpnessOf(large);
  expect(sharpness).toBeLessThan(2);
  expect(Math.floor(large.width * sharpness) * Math.floor(large.height * sharpness)).toBeLessThanOrEqual(16_777_216);
});
