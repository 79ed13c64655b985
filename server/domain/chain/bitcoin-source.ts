// Payments in bitcoins out of the raw blocks of a node that speaks Bitcoin Core's JSON-RPC.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { madeAt, parentOf, RawBlock, shownHash, txIdOf, type RawTransaction } from './bitcoin-block.ts';
import { WrongChainError, type BlockPayment, type BlockSource, type ChainBlock } from './block-source.ts';
import { scriptOf } from './look-up.ts';
import { NodeError, type Rpc } from './rpc.ts';
import { checkBitcoinAddress, type BitcoinNetwork } from './validate.ts';

/** Genesis blocks by network; all test networks in use share one address format. */
export const GENESIS: Readonly<Record<BitcoinNetwork, readonly string[]>> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  ],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/** A block begins with its header, of eighty bytes. */
const HEADER_DIGITS = 160;
/** Bitcoin Core's "block height out of range". */
const OUT_OF_RANGE = -8;
/** Version 0 and a push of twenty bytes: pay to the hash of a public key (P2WPKH). */
const P2WPKH = { length: 22, start: [0x00, 0x14] };

/** Reads Bitcoin's blocks. Mining rewards are not payments: they cannot be spent for a hundred blocks. */
export function createBitcoinSource(rpc: Rpc, network: BitcoinNetwork): BlockSource {
  const hashAt = async (height: number) => {
    try {
      return (await rpc('getblockhash', [height])) as string;
    } catch (error) {
      if (error instanceof NodeError && error.code === OUT_OF_RANGE) return null;
      throw error;
    }
  };
  return {
    network: 'bitcoin',
    lookupOf: (address) =>
      checkBitcoinAddress(address, network).kind === 'ok' ? lookupOfScript(scriptOf(address, network)) : null,
    genesis: async () => {
      const hash = await hashAt(0);
      if (hash === null) throw new NodeError('the node has no first block');
      if (!GENESIS[network].includes(hash)) throw new WrongChainError(`the node of BTC_RPC_URL is not on ${network}`);
      return hash;
    },
    tip: async () => Number(await rpc('getblockcount', [])),
    hashAt,
    blockAt: async (height) => {
      const hash = await hashAt(height);
      return hash === null ? null : readBlock(String(await rpc('getblock', [hash, 0])), { height, hash });
    },
    madeAt: async ({ hash }) => timeOf(String(await rpc('getblock', [hash, 0])), hash),
    tookPlace: async () => true,
  };
}

function timeOf(hex: string, hash: string): Date {
  const header = hexToBytes(hex.slice(0, HEADER_DIGITS));
  if (shownHash(header) !== hash) throw new NodeError('the node gave another block than it was asked for');
  return madeAt(header);
}

function readBlock(hex: string, { height, hash }: { height: number; hash: string }): ChainBlock {
  const { header, transactions } = RawBlock.decode(hexToBytes(hex));
  if (shownHash(header) !== hash) throw new NodeError('the node gave another block than it was asked for');
  return { height, hash, parentHash: parentOf(header), payments: transactions.slice(1).flatMap(paymentsOf) };
}

function paymentsOf(transaction: RawTransaction): BlockPayment[] {
  const paid = transaction.outputs.flatMap(({ amount, script }, index) =>
    amount > 0n ? [{ index, lookup: lookupOfScript(script), units: amount }] : [],
  );
  if (paid.length === 0) return [];
  const txId = txIdOf(transaction);
  return paid.map((payment) => ({ ...payment, txId, asset: 'BTC' as const }));
}

/**
 * Our own addresses are looked up by the hash of their public key, all others by their script. The mark keeps the two
 * apart: a script may be any bytes, so also twenty that are the hash of somebody's key, and nobody can spend those.
 */
function lookupOfScript(script: Uint8Array): string {
  const ours = script.length === P2WPKH.length && P2WPKH.start.every((byte, place) => script[place] === byte);
  return ours ? bytesToHex(script.subarray(2)) : `script:${bytesToHex(script)}`;
}
