import { nameKey } from './members.ts';

/** Blanks, control characters, and what has no width (format characters, and letters and marks that Unicode says to show as nothing). */
const UNSEEN = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The name of an operator as compared: letter case, width of letters and whatever isn't seen don't matter, so that nobody is two
 * operators by a blank. Empty where nothing of the name is seen.
 */
export function operatorKey(name: string): string {
  // Before and after: a compatibility form may have blanks of its own, and a mark between two letters keeps them from being composed.
  return nameKey(name.replace(UNSEEN, '')).replace(UNSEEN, '');
}
