/** How well a password resists guessing, as far as can be told without the server's list of common ones. */
export type PasswordStrength = 'tooShort' | 'weak' | 'fair' | 'strong';

/** Fewest and most characters of a password, as the contract has it (S-05). */
export const passwordLength = { least: 12, most: 128 } as const;

/** From this many characters on, and this many different ones, a password counts as strong. */
const strong = { length: 20, different: 10 } as const;
/** So few different characters are a pattern. */
const fewDifferent = 6;

/** Characters as a person counts them, and as the contract does: an emoji is one. */
export function lengthOf(password: string): number {
  return [...password].length;
}

/** The strength of a password; the server refuses the user name and the product's name in it, so they make it weak. */
export function strengthOf(password: string, username: string): PasswordStrength {
  const length = lengthOf(password);
  if (length < passwordLength.least) return 'tooShort';
  const lower = password.toLowerCase();
  const isNamed = ['perch', username.toLowerCase()].some((name) => name !== '' && lower.includes(name));
  const different = new Set(lower).size;
  if (isNamed || different < fewDifferent) return 'weak';
  return length >= strong.length && different >= strong.different ? 'strong' : 'fair';
}
