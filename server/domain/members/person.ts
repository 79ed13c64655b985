// What people write of themselves, as it is stored.
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';

/** Signs that are no letters, and those that turn the direction of what follows: a name must not rearrange a mail or a list. */
const UNSEEN = /[\p{Control}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

/** A name without what can't be seen and without blanks around it; empty where nothing is left. */
export function cleanName(typed: string): string {
  return typed.normalize('NFC').replace(UNSEEN, ' ').trim();
}

/** The same. @throws Problem invalid_request where nothing is left */
export function personName(call: CallContext, typed: string, field = 'name'): string {
  const name = cleanName(typed);
  if (name === '') throw new Problem('invalid_request', { errors: fieldError(field, call.culture, 'required') });
  return name;
}
