// English that was left in a text of another language, on a screen (tests/browser) or in the catalogues
// (english-left.test.ts).

import { RATED_CURRENCIES } from '#money/currencies.ts';

/** The text without these values, each replaced by a gap. */
export function without(text: string, values: readonly string[]): string {
  return values.reduce((left, value) => left.replaceAll(value, ' '), text);
}

/** What is written in Latin letters in every language. */
const LATIN_EVERYWHERE: readonly RegExp[] = [
  // URLs, email addresses and chain addresses, the latter in groups of characters; ids, references, codes and
  // positions.
  /https?:\/\/[!-~]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)*|\b0x(?:\s*[0-9a-fA-F…]{1,4}\b)+|\b0x[0-9a-fA-F…]+|\bbc1(?:\s*\w{1,4}\b)+|\b[A-Z]{1,4}-[0-9A-Z]{3,}(?:-[0-9A-Z]{3,})*\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\breq-[\w-]+/g,
  // Assets, networks, standards, products, keys of a keyboard and loan words that no language translates.
  /\b(?:Perch|BTC|ETH|USDT|USD|MSPC|MP|PP|Bitcoin|Ethereum|ERC-?20|TOTP|TxID|Google Play|Google|Microsoft|iPhone|iPad|Edge|Firefox|Safari|Authenticator|App Store|Chrome|Linux|PDF|PIN|CSV|QR|UTC|URL|ID|IP|JSON|Home|End|Enter|Ctrl|Cookie)\b/g,
  // Codes of currencies (ISO 4217), whose names are translated.
  new RegExp(`\\b(?:${RATED_CURRENCIES.join('|')})\\b`, 'g'),
  // A language is named in its own language.
  /\bEnglish\b/g,
];

/** An ellipsis that cuts something off at the end; in the middle of an address more follows. */
const CUT_OFF = /…(?![A-Za-z0-9])/;

/**
 * The text without shortened names: before an ellipsis, the beginning of one of these values is removed, and nothing
 * else, since an ellipsis also follows a progress text ("Cancelling…").
 */
function withoutShortened(text: string, values: readonly string[]): string {
  const parts = text.split(CUT_OFF);
  return parts.map((part, place) => (place < parts.length - 1 ? withoutBeginning(part, values) : part)).join('… ');
}

/** The text without the longest prefix of a value that it ends with, as a whole word. */
function withoutBeginning(text: string, values: readonly string[]): string {
  const lengths = values.map((value) => lengthOfBeginning(text, value));
  return text.slice(0, text.length - Math.max(0, ...lengths));
}

/** How many letters of a value's prefix the text ends with, if no other word runs into them; 0 if none. */
function lengthOfBeginning(text: string, value: string): number {
  for (let length = Math.min(text.length, value.length); length > 0; length -= 1) {
    const isWhole = !/[A-Za-z]/.test(text.charAt(text.length - length - 1));
    if (isWhole && text.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}

/**
 * Words in Latin letters that a Japanese or Chinese text must not have. `values` are names that members gave
 * themselves.
 */
export function englishLeft(text: string, values: readonly string[]): string[] {
  const inFull = withoutShortened(text, values);
  const rest = without(
    LATIN_EVERYWHERE.reduce((left, pattern) => left.replace(pattern, ' '), inFull),
    values,
  );
  return [...new Set(rest.match(/[A-Za-z]{2,}/g) ?? [])];
}
