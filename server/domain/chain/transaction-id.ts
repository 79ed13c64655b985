import type { Network } from './chain.ts';

const FORM = /^(?:0x)?([0-9a-f]{64})$/i;

/**
 * A transaction's id as the nodes of its network write it, however it was typed: in lower case, with `0x` on Ethereum
 * and without on Bitcoin. Null if it is not one. Every transaction has exactly one normal form, so one is never taken
 * for two.
 */
export function normalTransactionId(network: Network, typed: string): string | null {
  const digits = FORM.exec(typed.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return network === 'ethereum' ? `0x${digits}` : digits;
}
