// What wallets put into a QR code to be paid: an address alone, or a link with the address in it (BIP-21, EIP-681).
import type { Asset } from './assets.ts';

/** Where the money is to go by the form that a code is read for. */
export interface PaymentWanted {
  readonly asset: Asset;
  readonly network: 'bitcoin' | 'ethereum';
  /** Whether the network is a local chain, whose number may be any. */
  readonly development: boolean;
}

/** The address in a code, or why this payment can’t use the code. */
export type PaymentCode =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'refused'; readonly why: 'unknown' | 'otherNetwork' | 'otherAsset' };

const MAINNET = '1';
/** The contract of USDT on Ethereum's main network. */
export const MAINNET_USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const LONGEST = 128;
/** What addresses are written with; whether it is one is the server's to say. */
const ADDRESS = /^[0-9A-Za-z]+$/;
const ETHEREUM = /^(?:pay-)?(?<target>0x[0-9A-Fa-f]{40})(?:@0*(?<chain>\d{1,15}))?(?:\/(?<call>[A-Za-z]+))?$/;

/**
 * Reads a code for a payment. The amount in it is not taken: a member types what they send. In a transfer of a token,
 * the link is addressed to the token's contract, where money would be lost; the payee is a parameter of the call.
 */
export function readPaymentCode(text: string, wanted: PaymentWanted): PaymentCode {
  const code = text.trim();
  const [, scheme, rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(code) ?? [];
  if (scheme === undefined) return addressOf(code);
  const [path = '', query = ''] = rest.split('?', 2);
  const asked = new URLSearchParams(query);
  if (scheme.toLowerCase() === 'bitcoin') return fromBitcoin(path, asked, wanted);
  return scheme.toLowerCase() === 'ethereum' ? fromEthereum(path, asked, wanted) : refused('unknown');
}

/** BIP-21: who doesn't know a parameter that begins with "req-" must not pay. */
function fromBitcoin(path: string, asked: URLSearchParams, { network }: PaymentWanted): PaymentCode {
  if ([...asked.keys()].some((name) => name.toLowerCase().startsWith('req-'))) return refused('unknown');
  return network === 'bitcoin' ? addressOf(path) : refused('otherNetwork');
}

function fromEthereum(path: string, asked: URLSearchParams, wanted: PaymentWanted): PaymentCode {
  const found = ETHEREUM.exec(path)?.groups;
  if (found?.['target'] === undefined) return refused('unknown');
  const { target, chain, call } = found;
  const isOtherChain = chain !== undefined && chain !== MAINNET && !wanted.development;
  if (wanted.network !== 'ethereum' || isOtherChain) return refused('otherNetwork');
  // Only ether is asked for by value.
  if (call === undefined)
    return wanted.asset !== 'ETH' && asked.has('value') ? refused('otherAsset') : addressOf(target);
  if (call !== 'transfer') return refused('unknown');
  // Ether is never sent by a call of a token's contract.
  const isOtherToken = !wanted.development && target.toLowerCase() !== MAINNET_USDT.toLowerCase();
  if (wanted.asset === 'ETH' || isOtherToken) return refused('otherAsset');
  const payees = asked.getAll('address');
  return payees.length === 1 && /^0x[0-9A-Fa-f]{40}$/.test(payees[0] ?? '')
    ? addressOf(payees[0] ?? '')
    : refused('unknown');
}

const refused = (why: 'unknown' | 'otherNetwork' | 'otherAsset'): PaymentCode => ({ kind: 'refused', why });

const addressOf = (address: string): PaymentCode =>
  ADDRESS.test(address) && address.length <= LONGEST ? { kind: 'address', address } : refused('unknown');
