// What an Ethereum block says about its logs: a Bloom filter of 2048 bits over their addresses and topics.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

const BITS = 2048;
const BYTES = BITS / 8;
/** Each value sets three bits, chosen by the first three pairs of bytes of its hash. */
const PAIRS = [0, 2, 4];

/**
 * Whether a block may hold a log of all these values. False is certain; true may be chance.
 *
 * @param bloom in hex; a block without one says nothing, so false
 * @param values in hex
 */
export function mayHold(bloom: string | undefined, ...values: readonly string[]): boolean {
  const bytes = /^0x[0-9a-f]{512}$/i.test(bloom ?? '') ? hexToBytes((bloom ?? '').slice(2)) : new Uint8Array(BYTES);
  return values.every((value) => {
    const hash = keccak_256(hexToBytes(value.slice(2)));
    return PAIRS.every((at) => {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BITS;
      return (((bytes[BYTES - 1 - Math.floor(bit / 8)] ?? 0) >> (bit % 8)) & 1) === 1;
    });
  });
}
