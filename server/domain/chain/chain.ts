// What the rest of the server knows of the chains. The domain is given a `Chain` and never meets a node, a key or a block.
import { scaleOf } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import type { AddressCheck } from './validate.ts';

export type Network = 'bitcoin' | 'ethereum';

/** The assets that are deposited from a chain (D-01). USDT is the ERC-20 token on Ethereum. */
export type ChainAsset = 'BTC' | 'ETH' | 'USDT';

/** Digits after the point of an asset's smallest unit (D-02). */
export const ASSET_SCALE: Readonly<Record<ChainAsset, number>> = { BTC: scaleOf('BTC'), ETH: scaleOf('ETH'), USDT: scaleOf('USDT') };

export interface NetworkInfo {
  network: Network;
  /** Open for deposits: an asset that isn't here is closed. */
  assets: readonly ChainAsset[];
  /** The network's proper name as shown everywhere (D-28), the same in each language. */
  name: string;
  /** True for the chain that runs on this machine alone: its coins are worth nothing, and the screen says so (D-06). */
  development: boolean;
  /** EIP-155; null for Bitcoin. */
  chainId: number | null;
  /** The setting: a payment is final once its block and those on top of it are so many, or more where the rules ask for more (`confirmationsNeeded`). */
  confirmationsRequired: number;
}

/** A payment to one of our addresses, as it stands in a block. */
export interface Sighting {
  /** Ours, a UUID; it stays the same when a reorganisation moves the payment into another block. */
  id: string;
  network: Network;
  /** The transaction's id as explorers show it. */
  txId: string;
  /** Which of the transaction's payments: the output's number on Bitcoin; on Ethereum 0 is the value sent, 1 and up the transfers of the token. */
  index: number;
  /** The row of `chain_addresses` that was paid. */
  addressId: string;
  memberId: string;
  /** In its normal form, with checksum. */
  address: string;
  /** What came in; it may differ from the asset that the address was issued for (`issuedFor`). */
  asset: ChainAsset;
  issuedFor: ChainAsset;
  /** An exact decimal at the asset's scale, for example `0.01000000`. */
  amount: string;
  blockHeight: number;
  blockHash: string;
  firstSeenAt: Date;
}

/**
 * Whoever acts on payments. Each call is made inside the transaction that records the fact, so what it writes through `trx`
 * is written exactly once, however many processes watch; a throw undoes the fact too, and the block is tried again.
 * `now` is the injected clock's moment. No other effects, please: a transaction may be repeated.
 *
 * The order for one payment: `onSeen`, then `onConfirmations` for each further count, then `onFinal`; or `onDropped` at any
 * time before `onFinal`, after which the same payment may be seen anew.
 */
export interface PaymentListener {
  /** It stands in a block; `confirmations` is 1 for the newest block. Called again (same id) when it returns after `onDropped`. */
  onSeen(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<void>;
  /** More blocks came on top of it; still fewer than required. */
  onConfirmations(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<void>;
  /** It has the confirmations required: credit it here. Called once for a payment (network, txId, index), and nothing follows it. */
  onFinal(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<void>;
  /** A reorganisation took its block away before it was final. */
  onDropped(trx: Trx, sighting: Sighting, at: { now: Date }): Promise<void>;
}

export interface IssuedAddress {
  /** The row of `chain_addresses`. */
  id: string;
  network: Network;
  /** In its normal form: bech32 in lower case, or with the checksum of EIP-55. */
  address: string;
}

/** A payment as somebody says it was made. */
export interface PaymentSaid {
  asset: ChainAsset;
  /** The transaction's id in its normal form (`normalTransactionId`). */
  txId: string;
  address: string;
  /** The block that it stands in; a Bitcoin node without an index of transactions has to be told. */
  block?: string;
}

/** What the node knows of it. */
export type PaymentLookUp =
  /** `amount` is what of the asset came to the address by it, an exact decimal; 0 confirmations while it stands in no block. */
  | { kind: 'found'; amount: string; confirmations: number }
  /** It succeeded, but ether that a contract sends on stands in no block: what it brought the address can't be told. */
  | { kind: 'unseen'; confirmations: number }
  | { kind: 'missing' }
  /** Nothing was learnt: the node gave no answer, or refused to give one. Asking again later may help. */
  | { kind: 'unreachable'; reason: string };

/**
 * How the watch over a network goes: `starting` until its first run, `behind` where the node has fewer blocks than were read,
 * `otherChain` where it is on another chain than the database. Payments are seen while it is `current`.
 */
export type WatchState = 'starting' | 'current' | 'behind' | 'unreachable' | 'otherChain';

export interface NetworkWatch {
  network: Network;
  state: WatchState;
  /** Since when, as this process knows it; null until the first run. */
  since: Date | null;
}

export interface Chain {
  /** The networks open for deposits; empty where no keys are configured. Fixed while the server runs. */
  readonly networks: readonly NetworkInfo[];

  /** The network that an asset is deposited on; null where deposits of it are closed. */
  networkOf(asset: ChainAsset): NetworkInfo | null;

  /**
   * The address that was given to the member for the asset and that nothing was ever paid to; null where there is none. Asking for it
   * again takes no number of the operator's key, so that unpaid requests leave no gap that a wallet would stop looking at.
   */
  unpaidAddress(trx: Trx, wanted: { memberId: string; asset: ChainAsset }): Promise<IssuedAddress | null>;

  /**
   * A fresh address for a deposit request of a member (D-06): each number of the operator's key is given out once, so an address
   * that was ever shown is never shown to anybody else. Null where deposits of the asset are closed, and while its network can't
   * be watched yet (its node was not reached since the database was made): nothing may be paid where nobody watches.
   */
  issueAddress(trx: Trx, wanted: { memberId: string; asset: ChainAsset; now: Date }): Promise<IssuedAddress | null>;

  /**
   * What a wallet reads out of a QR code: BIP-21 for BTC, EIP-681 for ETH and USDT.
   *
   * @param amount exact decimal of at most the asset's scale
   * @throws Error where deposits of the asset are closed or the amount isn't one
   */
  paymentUri(payment: { asset: ChainAsset; address: string; amount: string }): string;

  /** Whether something that was typed is an address of the network that we are on, and its normal form (D-28). */
  validateAddress(network: Network, text: string): AddressCheck;

  /** Looks a payment up on the node of the asset's network; null where none is configured. */
  lookUp(said: PaymentSaid): Promise<PaymentLookUp | null>;
  /** How the watch over each network goes in this process; needs neither database nor node. */
  watches(): NetworkWatch[];

  /**
   * The jobs that watch the networks and tell `listener` of payments, for the job runner (`createJobs`).
   *
   * @param log one line where a node is out of reach or has fewer blocks than were read, and one where that is over
   */
  jobs(listener: PaymentListener, log: (line: string) => void): Job[];
}
