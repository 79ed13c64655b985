import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/session/services.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

/** The own balances. */
export function useWallet(): Reading<components['schemas']['Wallet']> {
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/wallet', { signal })), [api]);
  return useRead(read);
}
