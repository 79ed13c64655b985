// How many confirmations a payment needs. Crediting, screens and texts all take the number from here (D-06).
import type { Network, NetworkInfo } from './chain.ts';

/** What the rules in force ask of each network. */
export interface ConfirmationRules {
  readonly depositConfirmations: Readonly<Record<Network, number>>;
}

/**
 * The larger of the network's setting and what the rules in force require: operators can raise it while a chain is
 * under attack, and never go below the setting. It is read when a payment is settled, so it also holds for payments
 * that are under way.
 */
export function confirmationsNeeded(
  networks: readonly NetworkInfo[],
  rules: ConfirmationRules,
  network: Network,
): number {
  const setting = networks.find((info) => info.network === network)?.confirmationsRequired ?? 1;
  return Math.max(setting, rules.depositConfirmations[network]);
}
