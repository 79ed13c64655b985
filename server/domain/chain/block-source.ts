// What a watcher needs of a node, the same for every kind of chain.
import type { ChainAsset, Network } from './chain.ts';

/** A payment in a block, to anybody. */
export interface BlockPayment {
  txId: string;
  index: number;
  /** Compared with `chain_addresses.lookup`. */
  lookup: string;
  asset: ChainAsset;
  /** In the asset's smallest unit, above zero. */
  units: bigint;
}

export interface ChainBlock {
  height: number;
  hash: string;
  parentHash: string;
  payments: BlockPayment[];
}

/** Every call throws a NodeError where the node can't be used at the moment. */
export interface BlockSource {
  network: Network;
  /**
   * The hash of the first block, by which chains are told apart.
   *
   * @throws WrongChainError where the node is on another chain than the one configured
   */
  genesis(): Promise<string>;
  tip(): Promise<number>;
  /** Null where the chain isn't so long. */
  hashAt(height: number): Promise<string | null>;
  /** Null where the chain isn't so long. */
  blockAt(height: number): Promise<ChainBlock | null>;
  /** Whether a payment that concerns us really took place: on Ethereum a transaction in a block may have failed. */
  tookPlace(payment: BlockPayment, block: ChainBlock): Promise<boolean>;
}

/** The node is on another chain than the settings or the database say. Only the operator can put it right. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
}
