// Pays an address on the development chain out of its rich account.
import { toUnits } from '#server/domain/chain/amounts.ts';
import { ASSET_SCALE, type ChainAsset, type Network } from '#server/domain/chain/chain.ts';
import { createRpc, NodeError, type Rpc } from '#server/domain/chain/rpc.ts';
import { DEVELOPMENT_USDT } from '#server/domain/chain/settings.ts';
import { checkBitcoinAddress, checkEthereumAddress } from '#server/domain/chain/validate.ts';
import type { Endpoints } from './endpoints.ts';
import { richAccount } from './ethereum-node.ts';

/** A payment that cannot be made; the message is one line for the person who asked. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
}

/** The node was asked to pay, and nobody knows whether it did: the payment must not be sent again. */
export class PaymentUncertain extends PaymentError {}

export interface Payment {
  address: string;
  /** Exact decimal of at most the asset's scale. */
  amount: string;
  asset: ChainAsset;
}

/** transfer(address,uint256). */
const TRANSFER_SELECTOR = 'a9059cbb';
const WORD_DIGITS = 64;
const RECEIPT_TRIES = 100;
const RECEIPT_PAUSE_MS = 50;
/** Without it the node would estimate, and fail with its own message if the account is short. */
const TRANSFER_GAS = '0x30d40';

/** The asset meant if only the address is given: the one that its network is named after. */
export function assetOf(address: string): ChainAsset {
  return checkEthereumAddress(address).kind === 'ok' ? 'ETH' : 'BTC';
}

/**
 * Pays and has the payment put into a block at once; further blocks are made automatically.
 *
 * @returns the transaction's id
 * @throws PaymentError if the address or the amount is wrong, or the chain is not running or refuses; PaymentUncertain
 * if it may have paid all the same
 */
export async function payAddress(endpoints: Endpoints, payment: Payment): Promise<string> {
  const network: Network = payment.asset === 'BTC' ? 'bitcoin' : 'ethereum';
  const address = checkedAddress(network, payment.address);
  const units = checkedUnits(payment);
  const url = endpoints[network];
  if (url === null) throw new PaymentError(`the development chain of ${network} does not run here`);
  const rpc = createRpc(() => url);
  try {
    return network === 'bitcoin'
      ? await payBitcoin(rpc, address, payment.amount)
      : await payEthereum(rpc, { address, units, asset: payment.asset });
  } catch (error) {
    if (error instanceof NodeError) throw new PaymentError(error.message);
    throw error;
  }
}

function checkedAddress(network: Network, typed: string): string {
  const check = network === 'bitcoin' ? checkBitcoinAddress(typed, 'regtest') : checkEthereumAddress(typed);
  if (check.kind === 'ok') return check.address;
  const shown = JSON.stringify(typed);
  if (check.kind === 'wrongNetwork')
    throw new PaymentError(`${shown} is an address of ${check.network}, not of this development chain`);
  if (check.kind === 'badChecksum')
    throw new PaymentError(`a character of ${shown} is wrong: its checksum does not fit`);
  throw new PaymentError(`${shown} is not an address of ${network}`);
}

function checkedUnits({ amount, asset }: Payment): bigint {
  try {
    const units = toUnits(amount, ASSET_SCALE[asset]);
    if (units > 0n) return units;
  } catch {
    // Reported below, as zero is.
  }
  throw new PaymentError(
    `${JSON.stringify(amount)} is not an amount of ${asset}: a number above 0 with at most ${ASSET_SCALE[asset]} decimals`,
  );
}

async function payBitcoin(rpc: Rpc, address: string, amount: string): Promise<string> {
  // Asked first, so that a node that is not there has not been asked to pay.
  const miner = await rpc('getnewaddress', []);
  const id = String(await orUncertain(rpc('sendtoaddress', [address, amount]), isSilence));
  await orUncertain(rpc('generatetoaddress', [1, miner]), () => true);
  return id;
}

const isSilence = ({ code }: NodeError) => code === null;

/** From the request to pay on, only the node's own refusal of it means that nothing was paid. */
async function orUncertain<T>(answer: Promise<T>, isUncertain: (error: NodeError) => boolean): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof NodeError && isUncertain(error) ? new PaymentUncertain(error.message) : error;
  }
}

async function payEthereum(
  rpc: Rpc,
  { address, units, asset }: { address: string; units: bigint; asset: ChainAsset },
): Promise<string> {
  const from = await richAccount(rpc);
  const call =
    asset === 'ETH'
      ? { from, to: address, value: `0x${units.toString(16)}` }
      : {
          from,
          to: DEVELOPMENT_USDT,
          gas: TRANSFER_GAS,
          data: `0x${TRANSFER_SELECTOR}${word(address.slice(2).toLowerCase())}${word(units.toString(16))}`,
        };
  const id = String(await orUncertain(rpc('eth_sendTransaction', [call]), isSilence));
  const status = await orUncertain(statusOf(rpc, id), () => true);
  if (status === null) throw new PaymentUncertain(`the development chain has not made a block with ${id} yet`);
  if (status !== '0x1')
    throw new PaymentError('the development chain refused the payment; is the amount larger than its balance?');
  return id;
}

/** The node answers before the block exists. */
async function statusOf(rpc: Rpc, id: string): Promise<string | null> {
  for (let attempt = 0; attempt < RECEIPT_TRIES; attempt += 1) {
    const receipt = (await rpc('eth_getTransactionReceipt', [id])) as { status: string } | null;
    if (receipt !== null) return receipt.status;
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_PAUSE_MS));
  }
  return null;
}

function word(hex: string): string {
  return hex.padStart(WORD_DIGITS, '0');
}
