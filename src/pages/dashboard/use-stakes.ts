import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useRead, type Reading } from '#src/reads/use-read.ts';

/**
 * A summary of the member's stakes: all totals, and the first stakes: those that wait for a choice, then those that
 * unlock next.
 */
export function useStakes(): Reading<components['schemas']['StakeList']> {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/stakes', { signal })), [api]);
  return useRead('stakes', read);
}
