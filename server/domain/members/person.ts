// Names and texts that people enter about themselves, as they are stored.
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { fieldErrors } from '#server/platform/texts/field-errors.ts';
import { plainLine, plainLines } from '#server/platform/texts/invisible.ts';

/** Where the contract says how such a line is written: of each schema the field that has it. */
const LINES = {
  PersonName: 'name',
  PasskeyName: 'name',
  'AddressWanted/properties/label': 'label',
  'TransferWanted/properties/note': 'note',
} as const;

/**
 * A typed name, label or note as `plainLine` leaves it.
 *
 * @throws Problem invalid_request if nothing of it is visible, or it is too long as it would be stored
 */
export function personLine(call: CallContext, typed: string, schema: keyof typeof LINES): string {
  return asDescribed(call, plainLine(typed), { schema, field: LINES[schema] });
}

/** The text of an inquiry as `plainLines` leaves it. @throws Problem invalid_request, as `personLine` */
export function inquiryText(call: CallContext, typed: string): string {
  return asDescribed(call, plainLines(typed), { schema: 'InquiryText', field: 'text' });
}

/** What was typed has this form, but some letters become several when they are composed as they are stored. */
function asDescribed(call: CallContext, stored: string, { schema, field }: { schema: string; field: string }): string {
  const findings = checkOfSchema(schema)(stored)?.map((finding) => ({ ...finding, instancePath: `/${field}` }));
  if (findings !== undefined)
    throw new Problem('invalid_request', { errors: fieldErrors(findings, call.culture, 'body') });
  return stored;
}
