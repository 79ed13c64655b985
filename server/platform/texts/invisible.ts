// Invisible characters, and texts without them.

/**
 * Blanks that Unicode takes for symbols or letters: a Braille pattern without dots, the blanks among hieroglyphs, and a
 * note without a head.
 */
const DRAWN_AS_BLANK = String.raw`\u2800\u{13441}\u{13442}\u{1D159}`;
/** A mark without width, of the Khitan script, that Unicode doesn't say to show as nothing. */
const FILLER = String.raw`\u{16FE4}`;
/** Blanks, control characters, noncharacters, and characters without width, such as Unicode says to show as nothing. */
const INVISIBLE = new RegExp(
  String.raw`[\s${DRAWN_AS_BLANK}${FILLER}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

/** What becomes a blank: it separates, changes the direction of what follows, or is nothing that a text can have. */
const SEPARATING = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}${DRAWN_AS_BLANK}\u202A-\u202E\u2066-\u2069]`;
const TO_BLANK = new RegExp(`${SEPARATING}+`, 'gu');
/** The same, except line breaks, also those in between. */
const TO_BLANK_IN_LINE = new RegExp(`(?:(?!\\n)${SEPARATING})+`, 'gu');
/** What has no width, except joiners and variation selectors: with those, letters and emojis are written. */
const WITHOUT_WIDTH = new RegExp(
  String.raw`(?:(?![\u200C\u200D\p{Variation_Selector}])[${FILLER}\p{Cf}\p{Default_Ignorable_Code_Point}])+`,
  'gu',
);
/** A variation selector that selects nothing: 葛 and some emojis have variants. */
const LOST_SELECTOR = /(?<![\p{L}\p{N}\p{Extended_Pictographic}])\p{Variation_Selector}+/gu;
/** A joiner that joins nothing: in Persian, Hindi and emojis it stands between letters or pictures. */
const LOST_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** A text without its invisible characters, blanks included. */
export function visibleOf(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Whether a text has invisible characters only. */
export function isInvisible(text: string): boolean {
  return visibleOf(text) === '';
}

/**
 * A typed line as it is stored: what is invisible, and what changes the direction of the following text, is
 * gone, so that it neither hides something nor rearranges a mail or a list; surrounding blanks are too. What letters
 * and emojis need stays: joiners between them, variation selectors behind them. Empty if nothing of it is visible.
 */
export function plainLine(typed: string): string {
  return withoutInvisible(typed.replace(TO_BLANK, ' '));
}

/** The same of a text with line breaks, which stay, each as `\n`. */
export function plainLines(typed: string): string {
  return withoutInvisible(typed.replaceAll('\r\n', '\n').replace(TO_BLANK_IN_LINE, ' '));
}

function withoutInvisible(text: string): string {
  const plain = text
    .replace(WITHOUT_WIDTH, '')
    .replace(LOST_SELECTOR, '')
    .replace(LOST_JOINER, '')
    .normalize('NFC')
    .trim();
  return isInvisible(plain) ? '' : plain;
}
