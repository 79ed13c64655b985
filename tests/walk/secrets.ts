// What a person types as a secret goes no further than the comparison with what they were told: it may be a secret of their own.

/** Every field of the flows' forms, and whether what is typed there is a secret. A test holds that none is forgotten. */
export const fieldKinds: Readonly<Record<string, 'secret' | 'open'>> = {
  password: 'secret', newPassword: 'secret', code: 'secret', emailCode: 'secret',
  acknowledged: 'open', address: 'open', agreed: 'open', amount: 'open', amountUsd: 'open', asset: 'open', category: 'open', email: 'open',
  from: 'open', introducer: 'open', keepSignedIn: 'open', name: 'open', network: 'open', note: 'open', option: 'open', phone: 'open',
  plan: 'open', position: 'open', receipt: 'open', seatUser: 'open', text: 'open', to: 'open', username: 'open',
};

/** A field that nobody knows may be for a secret. */
export function isSecret(name: string): boolean {
  return fieldKinds[name] !== 'open';
}

/** The names of the fields that are for secrets. */
export const secretNames: readonly string[] = Object.keys(fieldKinds).filter(isSecret);

/** Stands for a secret other than the one that was told. As a symbol it gets into no text and no file. */
export const UNTOLD = Symbol('a secret that was not told');

/** What was typed, chosen or ticked, as far as it may be known. */
export type Entry = string | boolean | typeof UNTOLD;
