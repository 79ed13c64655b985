import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { entriesOf, type Catalogue } from '#walk/documents/catalogue.ts';

/**
 * No text is in the catalogue of another language: each is written with the characters, punctuation and words of its
 * own.
 */

/** The 94 cells of a row of a national character set, as in its usual encoding. */
const [FIRST_CELL, LAST_CELL] = [0xa1, 0xfe];

/** The Chinese characters in the rows from 16 on of a national standard, read from its encoding. */
function charactersOf(encoding: string, lastRow: number): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let row = 0xb0; row <= lastRow; row += 1) {
    for (let cell = FIRST_CELL; cell <= LAST_CELL; cell += 1) {
      const character = decoder.decode(new Uint8Array([row, cell]));
      if (/^\p{Script=Han}$/u.test(character)) found.add(character);
    }
  }
  return found;
}

/** GB 2312, the simplified characters: 6,763 of them. */
const simplified = charactersOf('gbk', 0xf7);
/** JIS X 0208, the characters of Japan: 6,355 of them; the repetition mark is among the symbols. */
const japanese = new Set([...charactersOf('euc-jp', 0xf4), '々']);

/** In the choice of languages, each is named in its own language. */
const NAMES_OF_LANGUAGES = /^(日本語|简体中文)$/;
const KANA = /[\u3041-\u309f\u30a0-\u30ff\uff66-\uff9f]/g;
const HAN = /\p{Script=Han}/gu;

/**
 * What characters alone don't reveal: punctuation of the other language, and words of it whose characters exist in
 * both.
 */
const FOREIGN: Readonly<Record<Culture, RegExp>> = {
  'en-US': /[\p{Script=Han}\u3001-\u303f\u3041-\u30ff\uff01-\uff9f]/gu,
  'ja-JP': /[，；“”]|您|可以|如果|我的|不能|或者|但是/g,
  'zh-CN': /[「」『』､｡]|残高|手数料|出金|口座|取引|番号|送信|会社|暗号/g,
};

/** Everything in a text that does not belong to its language. */
function foreignIn(culture: Culture, text: string): readonly string[] {
  if (NAMES_OF_LANGUAGES.test(text)) return [];
  const found = text.match(FOREIGN[culture]) ?? [];
  if (culture === 'en-US') return found;
  const own = culture === 'zh-CN' ? simplified : japanese;
  const characters = (text.match(HAN) ?? []).filter((character) => !own.has(character));
  return [...found, ...characters, ...(culture === 'zh-CN' ? (text.match(KANA) ?? []) : [])];
}

/** Every text of a catalogue and every line of the texts of the club, each with its location. */
function textsOf(culture: Culture): readonly (readonly [string, string])[] {
  const catalogues = `locales/${culture}`;
  const contents = `server/domain/contents/initial/${culture}`;
  const entries = readdirSync(catalogues).flatMap((file) =>
    entriesOf(JSON.parse(readFileSync(`${catalogues}/${file}`, 'utf8')) as Catalogue, `${file}:`),
  );
  const lines = readdirSync(contents).flatMap((file) =>
    readFileSync(`${contents}/${file}`, 'utf8')
      .split('\n')
      .map((line, place) => [`${file}:${place + 1}`, line] as const),
  );
  return [...entries, ...lines];
}

describe('a text', () => {
  it.each(CULTURES)('in %s has nothing of another language', (culture) => {
    const texts = textsOf(culture);
    expect(texts.length).toBeGreaterThan(1000);
    expect(
      texts.map(([place, text]) => [place, foreignIn(culture, text).join('')]).filter(([, found]) => found !== ''),
    ).toEqual([]);
  });

  it.each<[Culture, string, string]>([
    ['zh-CN', 'ステーキング一覧へ戻る', 'kana'],
    ['zh-CN', '確認', 'characters of Japan'],
    ['zh-CN', '口座番号', 'words of Japan'],
    ['zh-CN', '「保存」', 'marks of Japan'],
    ['zh-CN', '返回質押清單', 'traditional characters'],
    ['ja-JP', '返回质押列表', 'simplified characters'],
    ['ja-JP', '您可以取消', 'words of China'],
    ['ja-JP', '次へ，または', 'marks of China'],
    ['en-US', 'Go back，now', 'marks of China'],
    ['en-US', '戻る', 'Japanese'],
  ])('in %s that says %s is found: %s', (culture, planted) => {
    expect(foreignIn(culture, planted)).not.toEqual([]);
  });

  it.each<[Culture, string]>([
    ['zh-CN', '返回质押列表：{{amount}} USDT（约 {{usd}} USD）'],
    ['zh-CN', '日本語'],
    ['ja-JP', '日々の報酬、ステーキング一覧へ戻る。「保存」'],
    ['ja-JP', '简体中文'],
    ['en-US', 'Back to the stakes – “now”'],
  ])('in %s may say %s', (culture, text) => {
    expect(foreignIn(culture, text)).toEqual([]);
  });
});

it('the characters are those of the standards', () => {
  expect(simplified.size).toBe(6763);
  expect(japanese.size).toBe(6355 + 1);
});
