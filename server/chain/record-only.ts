import type { PaymentListener } from './chain.ts';

/** Acts on nothing: what was paid stands in `chain_sightings`, and nowhere else. */
export const recordOnly: PaymentListener = {
  onSeen: async () => undefined,
  onConfirmations: async () => undefined,
  onFinal: async () => undefined,
  onDropped: async () => undefined,
};
