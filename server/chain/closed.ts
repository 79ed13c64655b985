import type { Chain } from './chain.ts';

/** No network is open: nothing can be deposited or withdrawn. */
export const closedChain: Chain = {
  networks: [],
  networkOf: () => null,
  issueAddress: async () => null,
  paymentUri: () => {
    throw new Error('no network is open');
  },
  validateAddress: () => ({ kind: 'malformed' }),
  jobs: () => [],
};
