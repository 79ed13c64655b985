import { nameKey } from './members.ts';

/** Blanks, control characters, and what has no width (format characters, and letters and marks that Unicode says to show as nothing). */
const UNSEEN = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters that no other looks like: of western European names, kanji and kana. An `а` of Cyrillic is an `a` to whoever reads the audit. */
const OF_NAMES = /^[a-z\u00DF-\u0130\u0132-\u0137\u0139-\u017F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9\p{M}\p{P}\p{S}]+$/u;

/** Whether acts can be recorded under a name: something of it is seen, and nothing of it looks like other letters. */
export function isOperatorName(name: string): boolean {
  return OF_NAMES.test(operatorKey(name));
}

/** Whether nothing of a text is seen. */
export function isUnseen(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/**
 * The name of an operator as compared: letter case, width of letters and whatever isn't seen don't matter, so that nobody is two
 * operators by a blank. Empty where nothing of the name is seen.
 */
export function operatorKey(name: string): string {
  // Before and after: a compatibility form may have blanks of its own, and a mark between two letters keeps them from being composed.
  return nameKey(name.replace(UNSEEN, '')).replace(UNSEEN, '');
}
