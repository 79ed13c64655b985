// Addresses as codes, proofs and limits know them: a keyed hash of the address in lower case, never the address itself.
import { nameKey } from '#server/domain/members/members.ts';
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';

/** The form in which an address is stored where only its equality matters. */
export function addressHash(keys: Keys, email: string): Buffer {
  return keyedHash(keys.emailAddress, nameKey(email));
}

/** An account as somebody names it who isn't signed in, by address and user name; whether there is one is not part of it. */
export function accountHash(keys: Keys, { email, username }: { email: string; username: string }): Buffer {
  return keyedHash(keys.emailAddress, nameKey(email), nameKey(username));
}
