// Whether a secret looks random. All keys are derived from it, and nobody can see from outside that it is weak.

const LEAST_LENGTH = 32;
/** The entropy per letter that 32 random hexadecimal digits just reach. */
const LEAST_BITS = 96;
const LEAST_LETTERS = 8;
/** If more of its letters than this repeat or follow their neighbor in the alphabet, it was typed along a row. */
const MOST_STEPS = 0.6;
/** Words of examples; a secret with one of them was copied or made up. */
const EXAMPLES =
  /change[-_ ]?me|example|password|passphrase|placeholder|your[-_ ]?secret|replace[-_ ]?(me|this)|perch[-_ ]?secret|insert[-_ ]?here|qwerty|letmein/i;

/** What is wrong with a secret, as the end of a sentence; null if nothing is. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < LEAST_LENGTH) return `has fewer than ${LEAST_LENGTH} characters`;
  if (EXAMPLES.test(secret)) return 'looks like an example';
  const letters = [...secret];
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / letters.length), 0);
  const steps = letters.filter(
    (letter, at) => at > 0 && Math.abs((letter.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? 0)) <= 1,
  ).length;
  const repeats = hasPeriod(secret);
  if (repeats || counts.size < LEAST_LETTERS || bits < LEAST_BITS || steps > MOST_STEPS * letters.length)
    return 'is not random';
  return null;
}

/** Whether the text repeats one shorter text, the last time perhaps incompletely. */
function hasPeriod(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}
