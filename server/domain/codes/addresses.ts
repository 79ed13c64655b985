// Mail addresses as codes, proofs and limits store them: a keyed hash of the address in lower case, never the address
// itself.
import { nameKey } from '#server/domain/members/members.ts';
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';

/** The form in which an address is stored where only its equality matters. */
export function addressHash(keys: Keys, email: string): Buffer {
  return keyedHash(keys.emailAddress, nameKey(email));
}

/** An account as somebody who is not signed in names it, by address and username, whether or not it exists. */
export function accountHash(keys: Keys, { email, username }: { email: string; username: string }): Buffer {
  return keyedHash(keys.emailAddress, nameKey(email), nameKey(username));
}
