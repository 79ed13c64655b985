import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useRead, type Reading } from '#src/reads/use-read.ts';

/**
 * The member's own stakes in short: all totals, and those that come first: what waits for a choice, then what is lifted
 * next.
 */
export function useStakes(): Reading<components['schemas']['StakeList']> {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/stakes', { signal })), [api]);
  return useRead('stakes', read);
}
