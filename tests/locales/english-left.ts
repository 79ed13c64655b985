// English that was left in a text of another language, on a screen (tests/browser) as in the catalogues (english-left.test.ts).

/** The text without these values, which leave a gap. */
export function without(text: string, values: readonly string[]): string {
  return values.reduce((left, value) => left.replaceAll(value, ' '), text);
}

/** What is written in Latin letters in every language. */
const LATIN_EVERYWHERE: readonly RegExp[] = [
  // Addresses of the web, of mail and of chains, these in groups of characters; ids, references, codes and positions.
  /https?:\/\/[!-~]+|[\w.+-]+@[\w.-]+\.\w+|\b0x(?:\s*[0-9a-fA-F…]{1,4}\b)+|\b0x[0-9a-fA-F…]+|\bbc1(?:\s*\w{1,4}\b)+|\b[A-Z]{1,4}-[0-9A-Z]{3,}(?:-[0-9A-Z]{3,})*\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\breq-[\w-]+/g,
  // Assets, networks, standards, products, keys of a keyboard and borrowed words that no language translates.
  /\b(?:Perch|BTC|ETH|USDT|USD|MSPC|MP|PP|Bitcoin|Ethereum|ERC-?20|TOTP|Google Play|Google|Microsoft|Authenticator|App Store|Chrome|Linux|PDF|CSV|QR|UTC|URL|ID|IP|JSON|Home|End|Enter|Cookie)\b/g,
  // A language is named in its own words.
  /\bEnglish\b/g,
  // A name that is too long for its place in the chart.
  /[\w.' -]+…/g,
];

/** Words in Latin letters that a Japanese or Chinese text must not have. `values` are names that members gave themselves. */
export function englishLeft(text: string, values: readonly string[]): string[] {
  const rest = without(LATIN_EVERYWHERE.reduce((left, pattern) => left.replace(pattern, ' '), text), values);
  return [...new Set(rest.match(/[A-Za-z]{2,}/g) ?? [])];
}
