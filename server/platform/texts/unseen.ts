// Characters of which a reader sees nothing.

/**
 * Blanks (including a Braille pattern without dots), control characters, and characters without width (format
 * characters, and letters and marks that Unicode says to show as nothing).
 */
const UNSEEN = /[\s\u2800\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without everything of which nothing is seen, blanks included. */
export function seenOf(text: string): string {
  return text.replace(UNSEEN, '');
}

/** Whether a text is invisible. */
export function isUnseen(text: string): boolean {
  return seenOf(text) === '';
}
