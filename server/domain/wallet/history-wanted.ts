import type { Call } from '#server/platform/contract/types.ts';
import type { HistoryWanted } from './history.ts';
import { zoneWanted } from './zone-wanted.ts';

/**
 * What a call for a history, or for its file, asks for.
 *
 * @throws Problem invalid_request if there is no such time zone
 */
export function historyWanted(call: Call<'exportHistory' | 'listHistory'>, memberId: string): HistoryWanted {
  const { from, to, status, asset, search } = call.query;
  return { memberId, kind: call.path.kind, from, to, timeZone: zoneWanted(call), status, asset, search };
}
