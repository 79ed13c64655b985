// A secret that a person types is used only for the comparison with what the guide said: it may be their own.

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
  'mail-depositCredited',
  'mail-depositHeld',
  'mail-inquiryAnswered',
  'mail-referralBonus',
  'mail-stakeFree',
  'mail-transferReceived',
  'mail-withdrawalPaid',
  'mail-withdrawalRefused',
  'name',
  'network',
  'note',
  'option',
  'phone',
  'plan',
  'position',
  'receipt',
  'receive',
  'seatUser',
  'text',
  'to',
  'username',
] as const;

/** Every field of the flows' forms: whether it takes a secret. A test ensures that none is forgotten. */
export const fieldKinds: ReadonlyMap<string, 'secret' | 'open'> = new Map([
  ...secret.map((name) => [name, 'secret'] as const),
  ...open.map((name) => [name, 'open'] as const),
]);

/** Whether a field takes a secret; an unknown field may. */
export function isSecret(name: string): boolean {
  return fieldKinds.get(name) !== 'open';
}

/** The names of the fields that are for secrets. */
export const secretNames: readonly string[] = secret;

/** Stands for a secret other than the one that the guide said. As a symbol it cannot get into a text or a file. */
export const UNTOLD = Symbol('a secret that was not told');

/** What was typed, chosen or checked, without secrets. */
export type Entry = string | boolean | typeof UNTOLD;
