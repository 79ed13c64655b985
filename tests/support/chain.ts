// Chains as the domain sees them, without any node: addresses are made up, payments are told by the test.
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  Chain,
  ChainAsset,
  Network,
  NetworkInfo,
  NetworkWatch,
  PaymentListener,
  PaymentLookUp,
  Sighting,
} from '#server/domain/chain/chain.ts';
import { findUnpaidAddress } from '#server/domain/chain/issue.ts';
import { bitcoinUri, etherUri } from '#server/domain/chain/payment-uri.ts';
import { checkBitcoinAddress, checkEthereumAddress, withChecksum } from '#server/domain/chain/validate.ts';
import { inTransaction, type Db } from '#server/platform/db/kysely.ts';
import type { Clock } from '#server/platform/system/clock.ts';

const NETWORKS: readonly NetworkInfo[] = [
  { network: 'bitcoin', assets: ['BTC'], name: 'Bitcoin', development: true, chainId: null, confirmationsRequired: 2 },
  {
    network: 'ethereum',
    assets: ['ETH', 'USDT'],
    name: 'Ethereum',
    development: true,
    chainId: 31_337,
    confirmationsRequired: 12,
  },
];
const FINGERPRINT = 'key of the tests';

/**
 * Chains with an address for whoever asks.
 *
 * @param closed assets that are closed while they are in it
 * @param troubled networks whose watch doesn't go as it should, and since when; the others are current
 * @param told what a node knows of payments, by transaction
 */
export function createTestChain(
  closed: ReadonlySet<ChainAsset>,
  troubled: ReadonlyMap<Network, Omit<NetworkWatch, 'network'>> = new Map(),
  told: ReadonlyMap<string, PaymentLookUp> = new Map(),
): Chain {
  const networkOf = (asset: ChainAsset) =>
    closed.has(asset) ? null : (NETWORKS.find(({ assets }) => assets.includes(asset)) ?? null);
  return {
    networks: NETWORKS,
    networkOf,
    watches: () =>
      NETWORKS.map(({ network }) => ({ network, ...(troubled.get(network) ?? { state: 'current', since: null }) })),
    unpaidAddress: async (trx, { memberId, asset }) => {
      const network = networkOf(asset)?.network;
      return network === undefined
        ? null
        : findUnpaidAddress(trx, { fingerprint: FINGERPRINT }, { network, memberId, asset });
    },
    issueAddress: async (trx, { memberId, asset, now }) => {
      const network = networkOf(asset)?.network;
      if (network === undefined) return null;
      await trx
        .insertInto('chain_keys')
        .values({ fingerprint: FINGERPRINT })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { next_index: index } = await trx
        .updateTable('chain_keys')
        .set((query) => ({ next_index: query('next_index', '+', 1) }))
        .where('fingerprint', '=', FINGERPRINT)
        .returning('next_index')
        .executeTakeFirstOrThrow();
      const id = randomUUID();
      const address = network === 'ethereum' ? ethereumAddress() : `bcrt1q${randomBytes(16).toString('hex')}`;
      await trx
        .insertInto('chain_addresses')
        .values({
          id,
          network,
          asset,
          member_id: memberId,
          fingerprint: FINGERPRINT,
          key_index: index,
          address,
          lookup: address.toLowerCase(),
          issued_at: now,
        })
        .execute();
      return { id, network, address };
    },
    paymentUri: ({ asset, address, amount }) =>
      asset === 'BTC' ? bitcoinUri(address, amount) : etherUri(address, { amount: '0', chainId: 31_337 }),
    validateAddress: (network, text) =>
      network === 'bitcoin' ? checkBitcoinAddress(text, 'regtest') : checkEthereumAddress(text),
    // No node: what tests say of a payment is what was paid.
    lookUp: async ({ txId }) => told.get(txId) ?? null,
    jobs: () => [],
  };
}

/** An Ethereum address that nobody has. */
export function ethereumAddress(): string {
  return withChecksum(`0x${randomBytes(20).toString('hex')}`);
}

/** A payment as the chain tells it, step by step, each in a transaction of its own as the watcher does it. */
export async function payment(
  world: { db: Db; clock: Clock },
  listener: PaymentListener,
  paid: { address: string; asset: ChainAsset; amount: string },
): Promise<{
  sighting: Sighting;
  seen(confirmations?: number): Promise<void>;
  confirmed(confirmations: number): Promise<void>;
  final(): Promise<void>;
  dropped(): Promise<void>;
}> {
  const { db, clock } = world;
  const issued = await db
    .selectFrom('chain_addresses')
    .selectAll()
    .where('address', '=', paid.address)
    .executeTakeFirstOrThrow();
  const row = {
    id: randomUUID(),
    network: issued.network,
    tx_id: randomBytes(32).toString('hex'),
    output_index: 0,
    address_id: issued.id,
    asset: paid.asset,
    amount: paid.amount,
    block_height: 7n,
    block_hash: randomBytes(32).toString('hex'),
    first_seen_at: clock.now(),
    confirmations: 1,
  };
  await db
    .insertInto('chain_sightings')
    .values({ ...row, final_at: null, dropped_at: null })
    .execute();
  const sighting: Sighting = {
    id: row.id,
    network: issued.network satisfies Network,
    txId: row.tx_id,
    index: 0,
    addressId: issued.id,
    memberId: issued.member_id,
    address: paid.address,
    asset: paid.asset,
    issuedFor: issued.asset,
    amount: paid.amount,
    blockHeight: 7,
    blockHash: row.block_hash,
    firstSeenAt: row.first_seen_at,
  };
  const needed = NETWORKS.find(({ network }) => network === issued.network)?.confirmationsRequired ?? 1;
  return {
    sighting,
    seen: (confirmations = 1) =>
      inTransaction(db, (trx) => listener.onSeen(trx, sighting, { confirmations, now: clock.now() })),
    confirmed: (confirmations) =>
      inTransaction(db, (trx) => listener.onConfirmations(trx, sighting, { confirmations, now: clock.now() })),
    final: () =>
      inTransaction(db, (trx) => listener.onFinal(trx, sighting, { confirmations: needed, now: clock.now() })),
    dropped: () => inTransaction(db, (trx) => listener.onDropped(trx, sighting, { now: clock.now() })),
  };
}
