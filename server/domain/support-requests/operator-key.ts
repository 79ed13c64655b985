import { lookOf } from '#server/domain/members/look.ts';

/** What remains of a name: Latin letters, digits, kanji and kana. A Cyrillic `а` looks like an `a` in the audit. */
const OF_NAMES = /^(?=.*\p{L})[a-z0-9\p{Script=Han}\p{Script=Katakana}ー]+$/u;

/**
 * Whether acts can be recorded under a name: it has visible letters, and none from an alphabet whose letters look like
 * these.
 */
export function isOperatorName(name: string): boolean {
  return OF_NAMES.test(operatorKey(name));
}

/**
 * An operator's name in the form used for comparison: names that look the same are one operator. This may merge the
 * names of two people; the second of them chooses another name. Empty if nothing of the name is visible.
 */
export function operatorKey(name: string): string {
  return lookOf(name);
}
