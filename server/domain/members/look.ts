// How names look: a skeleton in the sense of Unicode UTS #39, equal for two names that a reader may take for each
// other.
import { visibleOf } from '#server/platform/texts/invisible.ts';
import { nameKey } from './members.ts';

/** Marks, punctuation and symbols: a name with others is not another name. */
const MARKS = /[\p{M}\p{P}\p{S}]/gu;

/** Letters that look alike, and the one that stands for them: `l` for `1`, the kana `カ` for the kanji `力`. */
const TWINS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      1: 'l',
      i: 'l',
      ı: 'l',
      0: 'o',
      m: 'rn',
      w: 'vv',
      đ: 'd',
      ð: 'd',
      ħ: 'h',
      ł: 'l',
      ø: 'o',
      ŧ: 't',
      æ: 'ae',
      œ: 'oe',
      ß: 'ss',
      þ: 'p',
      ŋ: 'n',
    },
    ...{ 力: 'カ', 口: 'ロ', 二: 'ニ', 工: 'エ', 夕: 'タ', 卜: 'ト', 八: 'ハ', 千: 'チ', 三: 'ミ', 才: 'オ', 一: 'ー' },
  }),
);
/** The distance from each hiragana to its katakana. */
const TO_KATAKANA = 0x60;

/**
 * Confusable letters of other alphabets, and the Latin ones that they look like; capitals look like others than small
 * letters.
 */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic
    ['авекмнорстухѕіїјһԛԝгпьзԁѵ', 'abekmhopctyxsiijhqwrnb3dv'],
    ['АВЕКМНОРСТУХЅІЇЈҺԚԜЗѴ', 'ABEKMHOPCTYXSIIJHQW3V'],
    // Greek
    ['αβγεηικνορτυχω', 'abyenikvoptuxw'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    // Armenian, and Latin letters of other shapes
    ['օոսհցզ', 'onuhgq'],
    ['ɑɡɩʏ', 'agly'],
    // A stroke, before it is dropped as a mark is
    ['|ǀ∣', 'lll'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, place) => [letter, [...to][place] ?? letter] as const)),
);

/**
 * A name in the form in which names that look the same are equal, such as `Mike`, `ＭＩＫＥ`, `Mi̇ke`, `M.ike` and `M1ke`;
 * empty if nothing of the name is visible but marks. Letters of other alphabets stay what they are.
 */
export function lookOf(name: string): string {
  // Before and after: a compatibility form may contain blanks, and a mark between two letters keeps them from being
  // composed.
  const visible = visibleOf(nameKey(visibleOf(name)).normalize('NFKD')).replace(MARKS, '');
  const katakana = visible.replace(/\p{Script=Hiragana}/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + TO_KATAKANA),
  );
  return [...katakana].map((letter) => TWINS.get(letter) ?? letter).join('');
}

/** The same, with letters of other alphabets as the Latin ones that they look like: `Мike` in Cyrillic is `Mike`. */
export function lookInLatin(name: string): string {
  return lookOf([...name.normalize('NFKD')].map((letter) => FOREIGN.get(letter) ?? letter).join(''));
}
