import type { operations } from '#openapi/api.gen.d.ts';
import { passwordEntries } from './password-entries.ts';
import { codeEntries, type Entries } from './refused-entry.ts';

/** Another proof of identity: a code of the second factor, or the password. */
const proved: Entries<'password' | 'code'> = { ...passwordEntries, ...codeEntries };

/**
 * Which entry a refusal of a page's act is about, by the operation. Flows have the same beside their ports. Acts
 * without a line are refused as a whole.
 */
export const actEntries = {
  saveAddress: {
    address_invalid: 'address',
    address_wrong_network: 'address',
    address_own_deposit: 'address',
  },
  setEmailPhrase: proved,
  endSession: proved,
  endOtherSessions: proved,
} as const satisfies { readonly [Op in keyof operations]?: Entries };
