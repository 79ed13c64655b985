// What wallets read out of a QR code.
import { toUnits } from './amounts.ts';

const BTC_SCALE = 8;
const ETH_SCALE = 18;
const USDT_SCALE = 6;

/** BIP-21: the amount is a decimal in whole bitcoins. */
export function bitcoinUri(address: string, amount: string): string {
  toUnits(amount, BTC_SCALE);
  return `bitcoin:${address}?amount=${withoutEndingZeros(amount)}`;
}

/** EIP-681 of a payment in ether. */
export function etherUri(address: string, payment: { amount: string; chainId: number }): string {
  return `ethereum:${address}@${payment.chainId}?value=${toUnits(payment.amount, ETH_SCALE)}`;
}

/** EIP-681 of a transfer of the token: the contract is called, and the payee is a parameter of the call. */
export function tokenUri(address: string, payment: { amount: string; chainId: number; contract: string }): string {
  return `ethereum:${payment.contract}@${payment.chainId}/transfer?address=${address}&uint256=${toUnits(payment.amount, USDT_SCALE)}`;
}

function withoutEndingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
