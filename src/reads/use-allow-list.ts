import { useCallback } from 'react';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

type AllowList = components['schemas']['AllowList'];

/** Whether withdrawals go only to saved addresses; read again once a limit that is being turned off has ended. */
export function useAllowList(): Reading<AllowList> {
  const { api, serverNow } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/allowList', { signal })), [api]);
  const untilOff = useCallback(
    ({ offAt }: AllowList) => (offAt === null ? null : Math.max(1, (Date.parse(offAt) - serverNow()) / MS_PER_SECOND)),
    [serverNow],
  );
  return useRead('allow-list', read, untilOff);
}
