// Names and texts that people enter about themselves, as they are stored.
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { plainLine } from '#server/platform/texts/invisible.ts';

/** A typed name, label or note as `plainLine` leaves it. @throws Problem invalid_request if nothing of it is visible */
export function personName(call: CallContext, typed: string, field = 'name'): string {
  const name = plainLine(typed);
  if (name === '') throw new Problem('invalid_request', { errors: fieldError(field, call.culture, 'required') });
  return name;
}
