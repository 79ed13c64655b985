// Characters of which a reader sees nothing, and texts without them.

/**
 * Blanks (including a Braille pattern without dots), control characters, noncharacters, and characters without
 * width (format characters, and letters and marks that Unicode says to show as nothing).
 */
const UNSEEN = /[\s\u2800\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/** What becomes a blank: it separates, changes the direction of what follows, or is nothing that a text can have. */
const SEPARATING = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800\u202A-\u202E\u2066-\u2069]`;
const TO_BLANK = new RegExp(`${SEPARATING}+`, 'gu');
/** The same, except line breaks, also those in between. */
const TO_BLANK_IN_LINE = new RegExp(`(?:(?!\\n)${SEPARATING})+`, 'gu');
/** What has no width, except joiners and variation selectors: with those, letters and emojis are written. */
const WITHOUT_WIDTH = /(?![\u200C\u200D\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** A variation selector that selects nothing: 葛 and some emojis have variants. */
const LOST_SELECTOR = /(?<![\p{L}\p{N}\p{Extended_Pictographic}])\p{Variation_Selector}+/gu;
const LOST_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** A text without everything of which nothing is seen, blanks included. */
export function seenOf(text: string): string {
  return text.replace(UNSEEN, '');
}

/** Whether a text is invisible. */
export function isUnseen(text: string): boolean {
  return seenOf(text) === '';
}

/**
 * A typed line as it is stored: what a reader doesn't see, and what changes the direction of the following text, is
 * gone, so that it neither hides something nor rearranges a mail or a list; surrounding blanks are too. What letters
 * and emojis need stays: joiners between them, variation selectors behind them. Empty if nothing of it is visible.
 */
export function plainLine(typed: string): string {
  return withoutUnseen(typed.replace(TO_BLANK, ' '));
}

/** The same of a text with line breaks, which stay, each as `\n`. */
export function plainLines(typed: string): string {
  return withoutUnseen(typed.replaceAll('\r\n', '\n').replace(TO_BLANK_IN_LINE, ' '));
}

function withoutUnseen(text: string): string {
  const plain = text
    .replace(WITHOUT_WIDTH, '')
    .replace(LOST_SELECTOR, '')
    .replace(LOST_JOINER, '')
    .normalize('NFC')
    .trim();
  return isUnseen(plain) ? '' : plain;
}
