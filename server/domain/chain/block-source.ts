// What a watcher needs from a node, the same for every kind of chain.
import type { ChainAsset, Network } from './chain.ts';

/** A payment in a block, to any address. */
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

/** Every method throws a NodeError while the node cannot be used. */
export interface BlockSource {
  network: Network;
  /** What payments to an address have as their `lookup`; null if it is no address of this network. */
  lookupOf(address: string): string | null;
  /**
   * The hash of the genesis block, which identifies the chain.
   *
   * @throws WrongChainError if the node is on another chain than the one configured
   */
  genesis(): Promise<string>;
  tip(): Promise<number>;
  /**
   * Null if the node does not have that many blocks. Several nodes may answer at one address, so one can lack a block
   * that another has named: null never means that a block was replaced.
   */
  hashAt(height: number): Promise<string | null>;
  /** Null as for `hashAt`. */
  blockAt(height: number): Promise<ChainBlock | null>;
  /** The time that the header of a block states. It is asked with no calls but those by which blocks are read. */
  madeAt(block: { height: number; hash: string }): Promise<Date>;
  /** Whether a payment to one of our addresses succeeded: on Ethereum a transaction in a block may have failed. */
  tookPlace(payment: BlockPayment, block: ChainBlock): Promise<boolean>;
}

/** The node is on another chain than the settings or the database say. Only the operator can fix it. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
}
