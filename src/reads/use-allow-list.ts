import { useCallback, useEffect } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

/** The clock here may be as much ahead of the server's. */
const AFTER_END_MS = 3_000;
/** A server that doubts its clock leaves the limit on for longer. */
const AGAIN_MS = 30_000;

/** Whether withdrawals go only to saved addresses; read again once a limit that is being turned off has ended. */
export function useAllowList(): Reading<components['schemas']['AllowList']> {
  const { api, serverNow } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/allowList', { signal })), [api]);
  const reading = useRead('allow-list', read);
  const { result, refresh } = reading;
  const offAt = result.state === 'ready' ? result.value.offAt : null;
  // Nothing tells of the end.
  useEffect(() => {
    if (offAt === null) return;
    const left = Date.parse(offAt) + AFTER_END_MS - serverNow();
    let timer = setTimeout(again, left > 0 ? left : AGAIN_MS);
    function again(): void {
      refresh();
      timer = setTimeout(again, AGAIN_MS);
    }
    return () => clearTimeout(timer);
  }, [offAt, refresh, serverNow]);
  return reading;
}
