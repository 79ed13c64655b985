import type { Amount } from '#money/amount.ts';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';

/** A withdrawal as it was shown before it was confirmed. */
export interface WithdrawalTerms {
  asset: ChainAsset;
  network: Network;
  development: boolean;
  /** In its normal form. */
  address: string;
  /** What leaves the wallet; the fee is taken out of it (D-04). */
  amount: Amount;
  fee: Amount;
  net: Amount;
  /** The rate in USD that the minimum was checked with. */
  rate: Amount;
  rateAt: string;
  completionHours: number;
  ruleVersion: number;
}
