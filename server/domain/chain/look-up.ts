// Looks up on the node a transaction that is claimed to be a payment: what it paid to the address, and its
// confirmations.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { RawTx } from '@scure/btc-signer/script.js';
import { fromUnits } from './amounts.ts';
import { txIdOf } from './bitcoin-block.ts';
import { ASSET_SCALE, type ChainAsset, type Network, type PaymentLookUp, type PaymentSaid } from './chain.ts';
import { TRANSFER_TOPIC } from './ethereum-source.ts';
import { NodeError, type Rpc } from './rpc.ts';
import type { BitcoinNetwork } from './validate.ts';

/** Bitcoin Core's "no such transaction" and "block hash not found". */
const NOT_FOUND = -5;
/** What a node answers for an address without a contract. */
const NO_CODE = '0x';
const MISSING: PaymentLookUp = { kind: 'missing' };
const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Asks a node that speaks Bitcoin Core's JSON-RPC; one without a transaction index has to be given the block. */
export async function lookUpBitcoin(
  rpc: Rpc,
  network: BitcoinNetwork,
  { txId, address, block }: PaymentSaid,
): Promise<PaymentLookUp> {
  return answered(async () => {
    const { hex, confirmations = 0 } = (await rpc('getrawtransaction', [
      txId,
      true,
      ...(block === undefined ? [] : [block]),
    ])) as { hex: string; confirmations?: number };
    const transaction = RawTx.decode(hexToBytes(hex));
    if (txIdOf(transaction) !== txId) throw new NodeError('the node gave another transaction than it was asked for');
    const script = bytesToHex(scriptOf(address, network));
    const units = transaction.outputs.reduce(
      (sum, output) => (bytesToHex(output.script) === script ? sum + output.amount : sum),
      0n,
    );
    return { kind: 'found', amount: fromUnits(units, ASSET_SCALE.BTC), confirmations };
  });
}

/** For operators: a transaction that the node does not know, or cannot find without its block. */
export function unknownText(network: Network, txId: string): string {
  const hint = network === 'bitcoin' ? '; where it keeps no index of transactions, name the block: --block HASH' : '';
  return `the node of ${network} knows no transaction ${txId}${hint}`;
}

/** The script that pays an address of a network. */
export function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  return OutScript.encode(
    Address(network === 'mainnet' ? NETWORK : network === 'testnet' ? TEST_NETWORK : REGTEST).decode(address),
  );
}

/**
 * Asks an Ethereum node: the value that went to the address, or the amount in the token's log. Ether that a contract
 * forwards, as smart wallets do, appears only in traces, which few nodes provide: it is `unseen`.
 */
export async function lookUpEthereum(
  rpc: Rpc,
  usdtContract: string | null,
  { txId, address, asset }: PaymentSaid,
): Promise<PaymentLookUp> {
  return answered(async () => {
    const transaction = (await rpc('eth_getTransactionByHash', [txId])) as { to: string | null; value: string } | null;
    if (transaction === null) return MISSING;
    const receipt = (await rpc('eth_getTransactionReceipt', [txId])) as EthereumReceipt | null;
    if (receipt === null) return { kind: 'found', amount: fromUnits(0n, ASSET_SCALE[asset]), confirmations: 0 };
    const confirmations = Number(await rpc('eth_blockNumber', [])) - Number(receipt.blockNumber) + 1;
    if (receipt.status !== '0x1') return { kind: 'failed', confirmations };
    const units = paidBy({ transaction, receipt, usdtContract, asset, address: address.toLowerCase() });
    if (asset === 'ETH' && units === 0n && (await callsContract(rpc, transaction)))
      return { kind: 'unseen', confirmations };
    return { kind: 'found', amount: fromUnits(units, ASSET_SCALE[asset]), confirmations };
  });
}

interface EthereumReceipt {
  status: string;
  blockNumber: string;
  logs: { address: string; topics: string[]; data: string }[];
}

function paidBy(paid: {
  transaction: { to: string | null; value: string };
  receipt: EthereumReceipt;
  usdtContract: string | null;
  asset: ChainAsset;
  address: string;
}): bigint {
  const { transaction, receipt, usdtContract, asset, address } = paid;
  if (asset === 'ETH') return transaction.to?.toLowerCase() === address ? BigInt(transaction.value) : 0n;
  return receipt.logs
    .filter(
      (log) =>
        log.address.toLowerCase() === usdtContract?.toLowerCase() &&
        log.topics[0] === TRANSFER_TOPIC &&
        log.topics[2]?.endsWith(address.slice('0x'.length)) === true,
    )
    .reduce((sum, { data }) => sum + (data === '0x' ? 0n : BigInt(data)), 0n);
}

async function callsContract(rpc: Rpc, { to }: { to: string | null }): Promise<boolean> {
  return to === null || (await rpc('eth_getCode', [to, 'latest'])) !== NO_CODE;
}

/**
 * Only "not found" means that the node does not know it. Any other refusal, such as during its start, says nothing
 * about the payment.
 */
async function answered(ask: () => Promise<PaymentLookUp>): Promise<PaymentLookUp> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.code === NOT_FOUND ? MISSING : { kind: 'unreachable', reason: error.message };
  }
}
