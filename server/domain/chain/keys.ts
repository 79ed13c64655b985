// The operator's extended public keys and the addresses derived from them. No private key is ever read.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bech32, createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { SEGWIT_PREFIX, withChecksum, type BitcoinNetwork } from './validate.ts';

/** Why a text is not a usable extended public key; it completes "BTC_XPUB …". */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

export interface DerivedAddress {
  /** In its normal form. */
  address: string;
  /**
   * The key that payments are looked up by, in hex: the hash of the public key on Bitcoin, the address in lower case on
   * Ethereum.
   */
  lookup: string;
}

/** Addresses for receiving, by number (BIP-44: account / 0 / index). */
export interface AddressKey {
  /** Identifies a key without revealing it: the key itself shows all of the operator's addresses. */
  fingerprint: string;
  derive(index: number): DerivedAddress;
}

const PUBLIC_VERSIONS: Readonly<Record<string, string>> = {
  '0488b21e': 'xpub',
  '04b24746': 'zpub',
  '043587cf': 'tpub',
  '045f1cf6': 'vpub',
};
const PRIVATE_VERSIONS = ['0488ade4', '04b2430c', '04358394', '045f18bc', '049d7878', '044a4e28'];
const XPUB_VERSION = hexToBytes('0488b21e');
const ACCOUNT_DEPTH = 3;
const RECEIVING = 0;
const FINGERPRINT_LENGTH = 16;

const base58check = createBase58check(sha256);

/**
 * The key of a Bitcoin account (BIP-84: `m/84'/0'/account'`), whose addresses are P2WPKH.
 *
 * @throws KeyError if it is not one, is private, or belongs to another network
 */
export function bitcoinKey(extendedKey: string, network: BitcoinNetwork): AddressKey {
  const account = readAccountKey(extendedKey, network === 'mainnet' ? ['xpub', 'zpub'] : ['tpub', 'vpub']);
  const receiving = account.deriveChild(RECEIVING);
  return {
    fingerprint: fingerprintOf('bitcoin', account),
    derive: (index) => {
      const hash = ripemd160(sha256(publicKeyAt(receiving, index)));
      return { address: bech32.encode(SEGWIT_PREFIX[network], [0, ...bech32.toWords(hash)]), lookup: bytesToHex(hash) };
    },
  };
}

/**
 * The key of an Ethereum account (BIP-44: `m/44'/60'/account'`); the token shares its addresses.
 *
 * @throws KeyError if it is not one or is private
 */
export function ethereumKey(extendedKey: string): AddressKey {
  const account = readAccountKey(extendedKey, ['xpub']);
  const receiving = account.deriveChild(RECEIVING);
  return {
    fingerprint: fingerprintOf('ethereum', account),
    derive: (index) => {
      const point = secp256k1.Point.fromBytes(publicKeyAt(receiving, index)).toBytes(false);
      const lookup = `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
      return { address: withChecksum(lookup), lookup };
    },
  };
}

function publicKeyAt(parent: HDKey, index: number): Uint8Array {
  const { publicKey } = parent.deriveChild(index);
  if (publicKey === null) throw new Error('a derived key has no public part');
  return publicKey;
}

/** No message repeats the value: it shows all of the operator's addresses, or worse, is private. */
function readAccountKey(extendedKey: string, allowed: readonly string[]): HDKey {
  const bytes = decode(extendedKey);
  const version = bytesToHex(bytes.subarray(0, 4));
  if (PRIVATE_VERSIONS.includes(version))
    throw new KeyError('is a private key, which this server must never hold; give the public one');
  const kind = PUBLIC_VERSIONS[version];
  if (kind === undefined || !allowed.includes(kind))
    throw new KeyError(`must begin with ${allowed.join(' or ')} on this network`);
  const account = parse(base58check.encode(Uint8Array.from([...XPUB_VERSION, ...bytes.subarray(4)])));
  if (account.depth !== ACCOUNT_DEPTH)
    throw new KeyError(`must be the key of an account, three steps below the master key, not ${account.depth}`);
  return account;
}

function decode(extendedKey: string): Uint8Array {
  try {
    return base58check.decode(extendedKey);
  } catch {
    throw new KeyError('is not an extended public key, or a character of it is wrong');
  }
}

function parse(xpub: string): HDKey {
  try {
    return HDKey.fromExtendedKey(xpub);
  } catch {
    throw new KeyError('is not an extended public key');
  }
}

function fingerprintOf(network: string, account: HDKey): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${network}:${account.publicExtendedKey}`))).slice(
    0,
    FINGERPRINT_LENGTH,
  );
}
