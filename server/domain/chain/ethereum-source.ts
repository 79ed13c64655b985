// Payments in ether and in the token, read from an Ethereum node's blocks.
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';
import { WrongChainError, type BlockPayment, type BlockSource, type ChainBlock } from './block-source.ts';
import { mayHold } from './logs-bloom.ts';
import { NodeError, refusesMethod, type Rpc } from './rpc.ts';

/** keccak256("Transfer(address,address,uint256)"). */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NATIVE_INDEX = 0;
const ADDRESS_DIGITS = 40;

interface RpcBlock {
  number: string;
  hash: string;
  parentHash: string;
  /** What its logs may hold; not every chain that speaks Ethereum's JSON-RPC gives it. */
  logsBloom?: string;
  timestamp: string;
  transactions: { hash: string; to: string | null; value: string }[];
}

interface RpcLog {
  address: string;
  transactionHash: string;
  blockHash: string;
  logIndex: string;
  topics: string[];
  data: string;
}

/**
 * Reads Ethereum's blocks. Ether that a contract forwards appears only in traces, which few nodes provide, so such
 * payments are not seen.
 *
 * @param usdtContract null if the chain has no token
 */
export function createEthereumSource(rpc: Rpc, options: { chainId: number; usdtContract: string | null }): BlockSource {
  const readBlock = async (height: number, full: boolean) => {
    const block = (await rpc('eth_getBlockByNumber', [hex(height), full])) as RpcBlock | null;
    if (block !== null && Number(block.number) !== height)
      throw new NodeError('the node gave another block than it was asked for');
    return block;
  };
  return {
    network: 'ethereum',
    lookupOf: (address) => address.toLowerCase(),
    genesis: async () => {
      const chainId = Number(await rpc('eth_chainId', []));
      if (chainId !== options.chainId)
        throw new WrongChainError(`the node of ETH_RPC_URL is on chain ${chainId}, not on ${options.chainId}`);
      const first = await readBlock(0, false);
      if (first === null) throw new NodeError('the node has no first block');
      return first.hash;
    },
    tip: async () => Number(await rpc('eth_blockNumber', [])),
    hashAt: async (height) => (await readBlock(height, false))?.hash ?? null,
    blockAt: async (height) => {
      const block = await readBlock(height, true);
      if (block === null) return null;
      const logs = options.usdtContract === null ? [] : await readTransfers(rpc, block, options.usdtContract);
      return {
        height,
        hash: block.hash,
        parentHash: block.parentHash,
        payments: [...nativePayments(block), ...tokenPayments(logs)],
      };
    },
    madeAt: async ({ height, hash }) => {
      const block = await readBlock(height, false);
      if (block?.hash !== hash) throw new NodeError('the node does not have the block that it has just named');
      return new Date(Number(block.timestamp) * MS_PER_SECOND);
    },
    tookPlace: (payment, block) => tookPlace(rpc, payment, block),
  };
}

/**
 * Queried by the block's hash: a range of heights could mix two branches. A node whose index of logs has a gap gives an
 * empty list, so where the block says that it may hold transfers, they are read from its receipts as well. That it may
 * hold them can be chance: then the receipts have none either. A node that refuses that call is asked for the logs once
 * more, and believed.
 */
async function readTransfers(rpc: Rpc, block: RpcBlock, contract: string): Promise<RpcLog[]> {
  const ask = async () => {
    const logs = await rpc('eth_getLogs', [{ blockHash: block.hash, address: contract, topics: [TRANSFER_TOPIC] }]);
    if (!Array.isArray(logs)) throw new NodeError('eth_getLogs was not answered with a list');
    return logs as RpcLog[];
  };
  let logs = await ask();
  if (logs.length === 0 && mayHold(block.logsBloom, contract, TRANSFER_TOPIC))
    logs = (await logsOfReceipts(rpc, block.hash))?.filter((log) => isTransfer(log, contract)) ?? (await ask());
  if (!logs.every((log) => log.blockHash === block.hash && isTransfer(log, contract)))
    throw new NodeError('the node gave other logs than it was asked for');
  return logs;
}

/** Null if the node refuses the call, as older ones do, and proxies that let only some methods through. */
async function logsOfReceipts(rpc: Rpc, blockHash: string): Promise<RpcLog[] | null> {
  try {
    const receipts = await rpc('eth_getBlockReceipts', [blockHash]);
    return Array.isArray(receipts) ? (receipts as { logs: RpcLog[] }[]).flatMap(({ logs }) => logs) : null;
  } catch (error) {
    if (refusesMethod(error)) return null;
    throw error;
  }
}

function isTransfer({ address, topics }: RpcLog, contract: string): boolean {
  return address.toLowerCase() === contract.toLowerCase() && topics[0] === TRANSFER_TOPIC;
}

function nativePayments(block: RpcBlock): BlockPayment[] {
  return block.transactions
    .map(({ hash, to, value }) => ({
      txId: hash,
      index: NATIVE_INDEX,
      lookup: to?.toLowerCase() ?? '',
      asset: 'ETH' as const,
      units: BigInt(value),
    }))
    .filter(({ lookup, units }) => lookup !== '' && units > 0n);
}

/**
 * Numbered within the transaction: the number within the block would change when a reorganization moves the
 * transaction.
 */
function tokenPayments(logs: RpcLog[]): BlockPayment[] {
  const counts = new Map<string, number>();
  return [...logs]
    .sort((a, b) => Number(a.logIndex) - Number(b.logIndex))
    .map((log) => {
      const index = (counts.get(log.transactionHash) ?? NATIVE_INDEX) + 1;
      counts.set(log.transactionHash, index);
      const lookup = `0x${(log.topics[2] ?? '').slice(-ADDRESS_DIGITS)}`.toLowerCase();
      return {
        txId: log.transactionHash,
        index,
        lookup,
        asset: 'USDT' as const,
        units: log.data === '0x' ? 0n : BigInt(log.data),
      };
    })
    .filter(({ units }) => units > 0n);
}

/** A log proves that the call succeeded; a transaction with a value may have failed. */
async function tookPlace(rpc: Rpc, payment: BlockPayment, block: ChainBlock): Promise<boolean> {
  if (payment.asset !== 'ETH') return true;
  const receipt = (await rpc('eth_getTransactionReceipt', [payment.txId])) as {
    status: string;
    blockHash: string;
  } | null;
  // It is gone or in another block: a reorganization is under way, so the block is read again later.
  if (receipt === null || receipt.blockHash !== block.hash) throw new NodeError('a block changed while it was read');
  return receipt.status === '0x1';
}

function hex(height: number): string {
  return `0x${height.toString(16)}`;
}
