import type { Entries } from './refused-entry.ts';

/** A proof that is typed wherever it is required. */
export const passwordEntries: Entries<'password'> = { password_incorrect: 'password', password_refused: 'password' };
