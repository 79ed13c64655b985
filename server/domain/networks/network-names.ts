import type { Network } from '#server/domain/chain/chain.ts';

/** Proper names, the same in every language (D-28). */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum' };
