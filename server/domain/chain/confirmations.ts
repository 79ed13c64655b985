// How many confirmations a payment needs, told everywhere by this alone: when it is credited, on the screens and in the texts (D-06).
import type { Network, NetworkInfo } from './chain.ts';

/** What the rules in force ask of each network. */
export interface ConfirmationRules {
  readonly depositConfirmations: Readonly<Record<Network, number>>;
}

/**
 * The larger of what the network is set to and what the rules in force ask for: operators raise it while a chain is under attack,
 * and never get below the setting. It counts when a payment is settled, so it holds for payments that are under way as well.
 */
export function confirmationsNeeded(networks: readonly NetworkInfo[], rules: ConfirmationRules, network: Network): number {
  const setting = networks.find((info) => info.network === network)?.confirmationsRequired ?? 1;
  return Math.max(setting, rules.depositConfirmations[network]);
}
