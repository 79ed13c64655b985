import { expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { statementWords } from '#server/domain/statements/words.ts';
import { texts } from '#server/platform/texts/texts.ts';

it.each(CULTURES)('a statement in %s says that staked points include rewards, and no other asset does', (culture) => {
  const { place } = statementWords(culture);
  const { stakes, stakedPoints } = texts(culture).statements.elsewhere;
  expect(place({ place: 'stakes', asset: 'MP' })).toBe(stakedPoints);
  expect(place({ place: 'stakes', asset: 'USDT' })).toBe(stakes);
  expect(stakedPoints).not.toBe(stakes);
});

it.each([
  ['en-US', 'Closing balance (Nothing moved.)'],
  ['ja-JP', '終了残高（動きはありませんでした。）'],
  ['zh-CN', '期末余额（没有变动。）'],
] as const)('its notes in %s have the brackets of the language', (culture, noted) => {
  const words = statementWords(culture);
  expect(words.noted(words.page.closing, words.file.nothing)).toBe(noted);
});
