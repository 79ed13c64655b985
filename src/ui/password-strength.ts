/** How well a password resists guessing, without the server's list of common ones. */
export type PasswordStrength = 'tooShort' | 'weak' | 'fair' | 'strong';

/** Fewest and most characters of a password, as in the contract (S-05). */
export const passwordLength = { least: 12, most: 128 } as const;

/** The length and the number of different characters from which a password counts as strong. */
const strong = { length: 20, different: 10 } as const;
/** Fewer different characters than this are a pattern. */
const fewDifferent = 6;

/** The number of characters as a person and the contract count them: an emoji is one. */
export function lengthOf(password: string): number {
  return [...password].length;
}

/** The strength of a password. The server refuses the username and the product's name in it, so they make it weak. */
export function strengthOf(password: string, username: string): PasswordStrength {
  const length = lengthOf(password);
  if (length < passwordLength.least) return 'tooShort';
  const lower = password.toLowerCase();
  const isNamed = ['perch', username.toLowerCase()].some((name) => name !== '' && lower.includes(name));
  const different = new Set(lower).size;
  if (isNamed || different < fewDifferent) return 'weak';
  return length >= strong.length && different >= strong.different ? 'strong' : 'fair';
}
