import { nameKey } from '#server/domain/members/members.ts';

/**
 * Blanks (including a Braille pattern without dots), control characters, and characters without width (format
 * characters, and letters and marks that Unicode says to show as nothing).
 */
const UNSEEN = /[\s\u2800\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Marks on letters: a name with other marks is not another name. */
const MARKS = /[\p{M}\p{P}\p{S}]/gu;
/** What remains of a name: Latin letters, digits, kanji and kana. A Cyrillic `а` looks like an `a` in the audit. */
const OF_NAMES = /^(?=.*\p{L})[a-z0-9\p{Script=Han}\p{Script=Katakana}ー]+$/u;

/** Letters that look alike, and the one that represents them: `1` for `l`, the kanji `力` for the kana `カ`. */
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
 * Whether acts can be recorded under a name: it has visible letters, and none from an alphabet whose letters look like
 * these.
 */
export function isOperatorName(name: string): boolean {
  return OF_NAMES.test(operatorKey(name));
}

/** Whether a text is invisible. */
export function isUnseen(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/**
 * An operator's name in the form used for comparison: names that look the same are one operator, such as `Mike`,
 * `ＭＩＫＥ`, `Mi̇ke` and `M1ke`. This may merge the names of two people; the second of them chooses another name. Empty if
 * nothing of the name is visible.
 */
export function operatorKey(name: string): string {
  // Before and after: a compatibility form may contain blanks, and a mark between two letters keeps them from being
  // composed.
  const seen = nameKey(name.replace(UNSEEN, '')).normalize('NFKD').replace(UNSEEN, '').replace(MARKS, '');
  const katakana = seen.replace(/\p{Script=Hiragana}/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + TO_KATAKANA),
  );
  return [...katakana].map((letter) => TWINS.get(letter) ?? letter).join('');
}
