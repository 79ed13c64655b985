import { nameKey } from '#server/domain/members/members.ts';

/** Blanks (a Braille pattern without a dot is one), control characters, and what has no width (format characters, and letters and marks that Unicode says to show as nothing). */
const UNSEEN = /[\s\u2800\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Marks above and between letters: a name with other ones is no other name. */
const MARKS = /[\p{M}\p{P}\p{S}]/gu;
/** What is left of a name: Latin letters, figures, kanji and kana. An `а` of Cyrillic is an `a` to whoever reads the audit. */
const OF_NAMES = /^(?=.*\p{L})[a-z0-9\p{Script=Han}\p{Script=Katakana}ー]+$/u;

/** Letters that are taken for one, and the one: `1` for `l`, the kanji `力` for the kana `カ`. */
const TWINS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 1: 'l', i: 'l', ı: 'l', 0: 'o', m: 'rn', w: 'vv', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ø: 'o', ŧ: 't', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'p', ŋ: 'n' },
    ...{ 力: 'カ', 口: 'ロ', 二: 'ニ', 工: 'エ', 夕: 'タ', 卜: 'ト', 八: 'ハ', 千: 'チ', 三: 'ミ', 才: 'オ', 一: 'ー' },
  }),
);
/** Each hiragana stands so far before its katakana. */
const TO_KATAKANA = 0x60;

/** Whether acts can be recorded under a name: letters of it are seen, and none belongs to an alphabet whose letters look like these. */
export function isOperatorName(name: string): boolean {
  return OF_NAMES.test(operatorKey(name));
}

/** Whether nothing of a text is seen. */
export function isUnseen(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/**
 * The name of an operator as compared: whatever looks the same is one operator, such as `Mike`, `ＭＩＫＥ`, `Mi̇ke` and `M1ke`. So some names
 * that are two people's are taken for one; the second of them chooses another. Empty where nothing of the name is seen.
 */
export function operatorKey(name: string): string {
  // Before and after: a compatibility form may have blanks of its own, and a mark between two letters keeps them from being composed.
  const seen = nameKey(name.replace(UNSEEN, '')).normalize('NFKD').replace(UNSEEN, '').replace(MARKS, '');
  const katakana = seen.replace(/\p{Script=Hiragana}/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + TO_KATAKANA));
  return [...katakana].map((letter) => TWINS.get(letter) ?? letter).join('');
}
