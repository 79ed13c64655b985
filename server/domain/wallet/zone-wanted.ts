import type { Culture } from '#openapi/cultures.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { isZone } from '#server/platform/system/zones.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';

/** The zone whose days a call means. @throws Problem invalid_request if there is no such time zone */
export function zoneWanted({ query, culture }: { query: { timeZone?: string | undefined }; culture: Culture }): string {
  const { timeZone = 'UTC' } = query;
  if (!isZone(timeZone)) throw new Problem('invalid_request', { errors: fieldError('timeZone', culture, 'wrongForm') });
  return timeZone;
}
