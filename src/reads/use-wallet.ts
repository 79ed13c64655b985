import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

/** Money also arrives unasked: a transfer, a bonus, coins sent again to an earlier address. */
const AGAIN_SECONDS = 30;
const againAfter = () => AGAIN_SECONDS;

/** The member's own balances. */
export function useWallet(): Reading<components['schemas']['Wallet']> {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/wallet', { signal })), [api]);
  return useRead('wallet', read, againAfter);
}
