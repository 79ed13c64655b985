import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/session/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

/** What is under way changes by itself: a payment is seen, a withdrawal approved, what was held is credited. */
const PENDING_SECONDS = 30;

function lookAgain({ pending, held }: components['schemas']['Wallet']): number | null {
  return pending.length + held.length > 0 ? PENDING_SECONDS : null;
}

/** The member's own balances. */
export function useWallet(): Reading<components['schemas']['Wallet']> {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/wallet', { signal })), [api]);
  return useRead('wallet', read, lookAgain);
}
