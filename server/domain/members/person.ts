// Names and texts that people enter about themselves, as they are stored.
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';

/**
 * Invisible characters, and those that change the direction of the following text: a name must not rearrange a mail or
 * a list.
 */
const UNSEEN = /[\p{Control}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

/** A name without invisible characters and surrounding blanks; empty if nothing is left. */
export function cleanName(typed: string): string {
  return typed.normalize('NFC').replace(UNSEEN, ' ').trim();
}

/** The same. @throws Problem invalid_request if nothing is left */
export function personName(call: CallContext, typed: string, field = 'name'): string {
  const name = cleanName(typed);
  if (name === '') throw new Problem('invalid_request', { errors: fieldError(field, call.culture, 'required') });
  return name;
}
