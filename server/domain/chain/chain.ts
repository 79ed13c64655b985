// What the rest of the server knows about chains. The domain works with a `Chain` and never touches a node, a key or a
// block.
import { scaleOf } from '#money/assets.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import type { AddressCheck } from './validate.ts';

export type Network = 'bitcoin' | 'ethereum';

/** The assets that are deposited from a chain (D-01). USDT is the ERC-20 token on Ethereum. */
export type ChainAsset = 'BTC' | 'ETH' | 'USDT';

/** Decimals of an asset's smallest unit (D-02). */
export const ASSET_SCALE: Readonly<Record<ChainAsset, number>> = {
  BTC: scaleOf('BTC'),
  ETH: scaleOf('ETH'),
  USDT: scaleOf('USDT'),
};

export interface NetworkInfo {
  network: Network;
  /** A network that is open for deposits; an asset that is missing here is closed. */
  assets: readonly ChainAsset[];
  /** The network's proper name as shown everywhere (D-28), the same in each language. */
  name: string;
  /** True for the development chain: its coins are worth nothing, and the screen says so (D-06). */
  development: boolean;
  /** EIP-155; null for Bitcoin. */
  chainId: number | null;
  /** A payment is final after this many confirmations, or more if the rules require more (`confirmationsNeeded`). */
  confirmationsRequired: number;
}

/** A payment to one of our addresses, as recorded in a block. */
export interface Sighting {
  /** Our own id, a UUID. It stays the same when a reorganization moves the payment into another block. */
  id: string;
  network: Network;
  /** The transaction's id as explorers show it. */
  txId: string;
  /**
   * Which of the transaction's payments: on Bitcoin the number of the output; on Ethereum 0 for the value sent, 1 and
   * up for transfers of the token.
   */
  index: number;
  /** The row of `chain_addresses` that was paid. */
  addressId: string;
  memberId: string;
  /** In its normal form, with checksum. */
  address: string;
  /** The asset that came in; it may differ from the one that the address was issued for (`issuedFor`). */
  asset: ChainAsset;
  issuedFor: ChainAsset;
  /** An exact decimal at the asset's scale, for example `0.01000000`. */
  amount: string;
  blockHeight: number;
  blockHash: string;
  firstSeenAt: Date;
}

/**
 * Receives the events of payments. Each method runs inside the transaction that records the event, so what it writes
 * through `trx` is written exactly once, however many processes watch. A throw rolls the event back too, and the block
 * is tried again. `now` comes from the injected clock. It must have no other effects: a transaction may be repeated.
 *
 * The order for one payment: `onSeen`, then `onConfirmations` for each further count, then `onFinal`. `onDropped` may
 * come at any time before `onFinal`; the same payment may then be seen again.
 */
export interface PaymentListener {
  /**
   * It is in a block; `confirmations` is 1 for the newest block. Called again (same id) if it returns after
   * `onDropped`.
   */
  onSeen(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<void>;
  /** It has more confirmations, but still fewer than required. */
  onConfirmations(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<void>;
  /**
   * Payments that become final in one step, before each of them is told to `onFinal`: what they change is locked here,
   * all at once.
   */
  beforeFinals(trx: Trx, sightings: readonly Sighting[]): Promise<void>;
  /**
   * It has the required confirmations: credit it here. Called once per payment (network, txId, index), and nothing
   * follows it, unless it `waits`: then it stays open and is told again with the next block.
   */
  onFinal(trx: Trx, sighting: Sighting, at: { confirmations: number; now: Date }): Promise<'settled' | 'waits'>;
  /** A reorganization removed its block before it was final. */
  onDropped(trx: Trx, sighting: Sighting, at: { now: Date }): Promise<void>;
}

export interface IssuedAddress {
  /** The row of `chain_addresses`. */
  id: string;
  network: Network;
  /** In its normal form: bech32 in lower case, or with the checksum of EIP-55. */
  address: string;
}

/** A payment as somebody claims to have made it. */
export interface PaymentSaid {
  asset: ChainAsset;
  /** The transaction's id in its normal form (`normalTransactionId`). */
  txId: string;
  address: string;
  /** The block it is in. A Bitcoin node without a transaction index has to be given it. */
  block?: string;
}

/** What the node knows about it. */
export type PaymentLookUp =
  /**
   * `amount` is how much of the asset it brought to the address, an exact decimal; 0 confirmations until it is in a
   * block.
   */
  | { kind: 'found'; amount: string; confirmations: number }
  /** It succeeded, but ether that a contract forwards is not visible in blocks, so the amount is unknown. */
  | { kind: 'unseen'; confirmations: number }
  /** It is in a block, but has failed: it has paid nothing to anybody. */
  | { kind: 'failed'; confirmations: number }
  | { kind: 'missing' }
  /** No result: the node gave no answer, or refused to give one. Asking again later may help. */
  | { kind: 'unreachable'; reason: string };

/**
 * The state of a network's watcher: `starting` until its first run, `behind` if the node has fewer blocks than were
 * read, many that are not read yet, or no new one for too long, `unreachable` if it gives no usable answer,
 * `otherChain` if it is on another chain than the database. While it is not `current`, payments may be seen and
 * credited late.
 */
export type WatchState = 'starting' | 'current' | 'behind' | 'unreachable' | 'otherChain';

export interface NetworkWatch {
  network: Network;
  state: WatchState;
  /** Since when, or since when payments are not seen, for whatever reasons in turn; null until the first run. */
  since: Date | null;
}

/** Why payments to a network's addresses may be unknown. */
export type UnreadChain = { readonly network: Network } &
  /** Its node does not answer, is on another chain than the database, or has other blocks than the last ones read. */
  (
    | { readonly why: 'silent' | 'otherChain' | 'replaced' }
    /** Its node answers, but refuses a call, lacks a block that it has named, or gave another one. */
    | { readonly why: 'wrong'; readonly reason: string }
    /** Its node has blocks that are not read yet. */
    | { readonly why: 'unread'; readonly blocks: number }
    /** Its node has fewer blocks than were read, as one that synchronizes from the beginning. */
    | { readonly why: 'behind'; readonly blocks: number }
    /** Its node has stopped, or has not caught up with its network: its newest block is of that time. */
    | { readonly why: 'stopped'; readonly since: Date }
  );

export interface Chain {
  /** The networks open for deposits; empty if no keys are configured. Fixed while the server runs. */
  readonly networks: readonly NetworkInfo[];

  /** The network that an asset is deposited on; null if its deposits are closed. */
  networkOf(asset: ChainAsset): NetworkInfo | null;

  /**
   * The member's address for the asset if nothing was ever paid to it, else null. Reusing it takes no new number of the
   * operator's key, so unpaid requests leave no gap at which a wallet would stop searching.
   */
  unpaidAddress(trx: Trx, wanted: { memberId: string; asset: ChainAsset }): Promise<IssuedAddress | null>;

  /**
   * A fresh address for a member's deposit request (D-06). Each number of the operator's key is used once, so an
   * address shown to one member is never shown to another. Null if deposits of the asset are closed, or if its network
   * cannot be watched yet because its node was never reached: nobody may pay to an address that is not watched.
   */
  issueAddress(trx: Trx, wanted: { memberId: string; asset: ChainAsset; now: Date }): Promise<IssuedAddress | null>;

  /** The fingerprint of the key that a network's addresses are made of; null if the network is closed. */
  keyOf(network: Network): string | null;

  /**
   * The text of a QR code for wallets: BIP-21 for BTC, EIP-681 for ETH and USDT.
   *
   * @param amount exact decimal of at most the asset's scale
   * @throws Error if deposits of the asset are closed or the amount is not such a decimal
   */
  paymentUri(payment: { asset: ChainAsset; address: string; amount: string }): string;

  /** Whether typed text is an address of our network, and its normal form (D-28). */
  validateAddress(network: Network, text: string): AddressCheck;

  /** Looks a payment up on the node of the asset's network; null if none is configured. */
  lookUp(said: PaymentSaid): Promise<PaymentLookUp | null>;
  /**
   * Takes the next addresses of each configured key out of use, once for a restore: members may have been given them in
   * the time that is lost. @returns how many were taken now
   */
  reserveLostAddresses(trx: Trx, wanted: { count: number; restoredAt: Date }): Promise<number>;

  /** The networks that are not read up to their newest block, or not known to be. */
  unreadChains(db: Db): Promise<UnreadChain[]>;

  /**
   * The state of the watch of each network, as this process last found it or read of the process that watches; needs
   * neither database nor node.
   */
  watches(): NetworkWatch[];
  /**
   * How many blocks of each network's node this process found unread within the last minute; below zero if the node has
   * fewer than were read. A network that another process watches, or whose node is away, is missing.
   */
  lag(): ReadonlyMap<Network, number>;

  /**
   * The jobs that watch the networks and report payments to `listener`, for the job runner (`createJobs`).
   *
   * @param log gets one line when a node is unreachable or has fewer blocks than were read, and one when that is over
   */
  jobs(listener: PaymentListener, log: (line: string) => void): Job[];
}
