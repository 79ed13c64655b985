// Whether a text is an address of a network. Pure: no key, no node, no Node.js import.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

export type AddressCheck =
  /** `address` is the normal form: bech32 in lower case, base58 as it is, Ethereum with the checksum of EIP-55. */
  | { kind: 'ok'; address: string }
  | { kind: 'malformed' }
  /** A valid address, but of the named network. */
  | { kind: 'wrongNetwork'; network: ForeignNetwork }
  /** It has the form of an address of this network, but a character is wrong. */
  | { kind: 'badChecksum' };

export type ForeignNetwork = 'bitcoin' | 'bitcoin-testnet' | 'bitcoin-regtest' | 'ethereum';

/** The human-readable part of segwit addresses (BIP-173). */
export const SEGWIT_PREFIX: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  regtest: 'bcrt',
};

/**
 * First byte of base58 addresses: of a public key's hash, of a script's hash. Test networks and regtest share theirs.
 */
const BASE58_VERSIONS: readonly { version: number; networks: readonly BitcoinNetwork[] }[] = [
  { version: 0x00, networks: ['mainnet'] },
  { version: 0x05, networks: ['mainnet'] },
  { version: 0x6f, networks: ['testnet', 'regtest'] },
  { version: 0xc4, networks: ['testnet', 'regtest'] },
];
const BASE58_BYTES = 21;
const BASE58_FORM = /^[1-9A-HJ-NP-Za-km-z]{26,36}$/;
const SEGWIT_FORM = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/;
const ETHEREUM_FORM = /^0x[0-9a-fA-F]{40}$/;
const MAX_SEGWIT_LENGTH = 90;

const base58check = createBase58check(sha256);

type BitcoinReading =
  | { kind: 'ok'; address: string; networks: readonly BitcoinNetwork[] }
  | { kind: 'malformed' }
  | { kind: 'badChecksum' };

/**
 * Whether a text is an address of our Bitcoin network. Witness versions later than taproot are not accepted: anybody
 * could spend coins sent to such an address.
 */
export function checkBitcoinAddress(text: string, network: BitcoinNetwork): AddressCheck {
  const typed = text.trim();
  if (checkEthereumForm(typed).kind === 'ok') return { kind: 'wrongNetwork', network: 'ethereum' };
  const reading = readBitcoinAddress(typed);
  if (reading.kind !== 'ok') return reading;
  if (!reading.networks.includes(network)) return { kind: 'wrongNetwork', network: foreignName(reading.networks) };
  return { kind: 'ok', address: reading.address };
}

/** Whether a text is an Ethereum address; one in a single letter case has no checksum and is accepted (EIP-55). */
export function checkEthereumAddress(text: string): AddressCheck {
  const typed = text.trim();
  const reading = readBitcoinAddress(typed);
  if (reading.kind === 'ok') return { kind: 'wrongNetwork', network: foreignName(reading.networks) };
  return checkEthereumForm(typed);
}

/** An Ethereum address with the checksum of EIP-55. */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = [...digits].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

function checkEthereumForm(typed: string): AddressCheck {
  if (!ETHEREUM_FORM.test(typed)) return { kind: 'malformed' };
  const address = withChecksum(typed);
  const digits = typed.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return oneCase || typed === address ? { kind: 'ok', address } : { kind: 'badChecksum' };
}

function foreignName(networks: readonly BitcoinNetwork[]): ForeignNetwork {
  if (networks.includes('mainnet')) return 'bitcoin';
  return networks.includes('testnet') ? 'bitcoin-testnet' : 'bitcoin-regtest';
}

function readBitcoinAddress(typed: string): BitcoinReading {
  const lower = typed.toLowerCase();
  // QR codes carry bech32 in capitals; mixed case is not an address (BIP-173).
  if (SEGWIT_FORM.test(lower) && lower.length <= MAX_SEGWIT_LENGTH) {
    return typed === lower || typed === typed.toUpperCase() ? readSegwit(lower) : { kind: 'malformed' };
  }
  return BASE58_FORM.test(typed) ? readBase58(typed) : { kind: 'malformed' };
}

function readSegwit(address: string): BitcoinReading {
  const plain = bech32.decodeUnsafe(address);
  const modified = bech32m.decodeUnsafe(address);
  const decoded = plain ?? modified;
  if (decoded === undefined) return { kind: 'badChecksum' };
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (program === undefined) return { kind: 'malformed' };
  const sound =
    version === 0
      ? plain !== undefined && [20, 32].includes(program.length)
      : version === 1 && modified !== undefined && program.length === 32;
  const network = (['mainnet', 'testnet', 'regtest'] as const).find(
    (candidate) => SEGWIT_PREFIX[candidate] === decoded.prefix,
  );
  return sound && network !== undefined ? { kind: 'ok', address, networks: [network] } : { kind: 'malformed' };
}

function readBase58(address: string): BitcoinReading {
  const bytes = decodeBase58(address);
  if (bytes === null) return { kind: 'badChecksum' };
  const known = BASE58_VERSIONS.find(({ version }) => version === bytes[0]);
  return known === undefined || bytes.length !== BASE58_BYTES
    ? { kind: 'malformed' }
    : { kind: 'ok', address, networks: known.networks };
}

function decodeBase58(address: string): Uint8Array | null {
  try {
    return base58check.decode(address);
  } catch {
    return null;
  }
}
