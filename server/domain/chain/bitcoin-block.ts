// Raw Bitcoin blocks, as `getblock <hash> 0` gives them.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CompactSizeLen, RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import * as P from 'micro-packed';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

const HEADER_BYTES = 80;
/** Where a header has its time: four bytes, the lowest first. */
const TIME_AT = 68;

/** A block as bytes: its header, then its transactions. The first transaction pays the reward. */
export const RawBlock = P.struct({ header: P.bytes(HEADER_BYTES), transactions: P.array(CompactSizeLen, RawTx) });

export type RawTransaction = P.UnwrapCoder<typeof RawTx>;

/** SHA-256 twice, in the byte order in which hashes are shown. */
export function shownHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(sha256(bytes)).reverse());
}

/** The id of a transaction; the signatures in its witness are not part of it. */
export function txIdOf({ version, inputs, outputs, lockTime }: RawTransaction): string {
  return shownHash(RawOldTx.encode({ version, inputs, outputs, lockTime }));
}

/** The hash of the block before, as shown. */
export function parentOf(header: Uint8Array): string {
  return bytesToHex(header.slice(4, 36).reverse());
}

/** When its miner says that it was made. */
export function madeAt(header: Uint8Array): Date {
  const { buffer, byteOffset, byteLength } = header;
  return new Date(new DataView(buffer, byteOffset, byteLength).getUint32(TIME_AT, true) * MS_PER_SECOND);
}
