import { expect, it } from 'vitest';
import { isolated } from '#src/i18n/isolated.ts';

it.each(['שרה כהן', 'محمد ع.', 'Sara שרה'])('%s is isolated from the sentence around it', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['Mika S.', '佐藤 美香', '🙂', 'Mika ❤️', '︰', 'Łukasz', 'สมชาย', ''])('%s is as it was', (name) => {
  expect(isolated(name)).toBe(name);
});
