import { fieldError } from '#server/platform/texts/field-errors.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Call } from '#server/platform/contract/types.ts';
import { isZone } from '#server/platform/system/zones.ts';
import type { HistoryWanted } from './history.ts';

/**
 * What a call for a history, or for its file, asks for.
 *
 * @throws Problem invalid_request if there is no such time zone
 */
export function historyWanted(call: Call<'exportHistory' | 'listHistory'>, memberId: string): HistoryWanted {
  const { from, to, status, asset, search, timeZone = 'UTC' } = call.query;
  if (!isZone(timeZone))
    throw new Problem('invalid_request', { errors: fieldError('timeZone', call.culture, 'wrongForm') });
  return { memberId, kind: call.path.kind, from, to, timeZone, status, asset, search };
}
