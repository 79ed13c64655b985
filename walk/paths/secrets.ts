// What a person types as a secret goes no further than the comparison with what they were told: it may be their own.

const secret = ['password', 'newPassword', 'code', 'emailCode'] as const;
const open = [
  'acknowledged',
  'address',
  'agreed',
  'amount',
  'amountUsd',
  'asset',
  'category',
  'email',
  'from',
  'introducer',
  'keepSignedIn',
  'name',
  'network',
  'note',
  'option',
  'phone',
  'plan',
  'position',
  'receipt',
  'seatUser',
  'text',
  'to',
  'username',
] as const;

/** Every field of the flows' forms: whether what is typed there is a secret. A test holds that none is forgotten. */
export const fieldKinds: ReadonlyMap<string, 'secret' | 'open'> = new Map([
  ...secret.map((name) => [name, 'secret'] as const),
  ...open.map((name) => [name, 'open'] as const),
]);

/** A field that nobody knows may be for a secret. */
export function isSecret(name: string): boolean {
  return fieldKinds.get(name) !== 'open';
}

/** The names of the fields that are for secrets. */
export const secretNames: readonly string[] = secret;

/** Stands for a secret other than the one that was told. As a symbol it gets into no text and no file. */
export const UNTOLD = Symbol('a secret that was not told');

/** What was typed, chosen or ticked, as far as it may be known. */
export type Entry = string | boolean | typeof UNTOLD;
