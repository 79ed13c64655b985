import { expect, it } from 'vitest';
import { shortName } from '#server/domain/members/short-names.ts';

it.each([
  ['Mika Suzuki', 'Mika S.'],
  ['Ana Maria de Souza', 'Ana S.'],
  ['佐藤 純', '佐… 純'],
  ['田中　花子', '田… 花子'],
  ['マイケル スミス', 'マ… スミス'],
  ['김 민준', '김… 민준'],
  ['李 娜', '李… 娜'],
  ['佐藤純', '佐藤…'],
  ['李娜', '李…'],
  ['佐藤 Jun', '佐藤 J.'],
  ['Prince', 'Pr…'],
])('strangers see %s as %s', (name, seen) => {
  expect(shortName(name)).toBe(seen);
});
