// What Bitcoin's blocks say was paid, and to whom.
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import type { RawTransaction } from '#server/domain/chain/bitcoin-block.ts';
import { shownHash } from '#server/domain/chain/bitcoin-block.ts';
import { createBitcoinSource } from '#server/domain/chain/bitcoin-source.ts';
import { NodeError } from '#server/domain/chain/rpc.ts';
import { mineBlock } from '#server/domain/chain/development/bitcoin-blocks.ts';

/** The first address of BIP-84's own test vectors, and the hash of its key. */
const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const KEY_HASH = hexToBytes('c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2');
const UNITS = 5_000_000n;
const HEADER_BYTES = 80;
const TIME = 1_790_000_000;

const paysTo = (...scripts: Uint8Array[]): RawTransaction => ({
  version: 2,
  segwitFlag: false,
  inputs: [{ txid: new Uint8Array(32).fill(7), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
  outputs: scripts.map((script) => ({ amount: UNITS, script })),
  witnesses: [],
  lockTime: 0,
});

function blockWith(...transactions: RawTransaction[]): Uint8Array {
  return mineBlock({
    ...{ height: 1, parentHash: '0f'.repeat(32), time: TIME, transactions },
    ...{ fees: 0n, rewardScript: Uint8Array.of(0x51), salt: Uint8Array.of(1) },
  });
}

function sourceWith(...transactions: RawTransaction[]) {
  const block = blockWith(...transactions);
  const hash = shownHash(block.slice(0, HEADER_BYTES));
  return createBitcoinSource(async (method) => (method === 'getblockhash' ? hash : bytesToHex(block)), 'mainnet');
}

it('only the script of an address is a payment to it, and no other that holds the hash of its key', async () => {
  const script = concatBytes(Uint8Array.of(0x00, 0x14), KEY_HASH);
  const others = [
    // Nothing but the hash, which anybody may write and nobody can spend.
    KEY_HASH,
    // A push of it, P2PKH, P2SH, and a witness program of another version.
    concatBytes(Uint8Array.of(0x14), KEY_HASH),
    concatBytes(hexToBytes('76a914'), KEY_HASH, hexToBytes('88ac')),
    concatBytes(hexToBytes('a914'), KEY_HASH, hexToBytes('87')),
    concatBytes(Uint8Array.of(0x51, 0x14), KEY_HASH),
  ];
  const source = sourceWith(paysTo(...others, script));
  const lookup = source.lookupOf(ADDRESS);
  expect(lookup).toBe(bytesToHex(KEY_HASH));
  const block = await source.blockAt(1);
  expect(block?.payments).toHaveLength(others.length + 1);
  expect(block?.payments.filter((payment) => payment.lookup === lookup)).toMatchObject([
    { index: others.length, asset: 'BTC', units: UNITS },
  ]);
});

it('a block says when it was made, in a header that must be the one asked for', async () => {
  const block = blockWith();
  const hash = shownHash(block.slice(0, HEADER_BYTES));
  // A proxy may let through only the methods by which blocks are read.
  const source = createBitcoinSource(async (method) => {
    if (method !== 'getblock') throw new NodeError(`${method} was refused`, null, 403);
    return bytesToHex(block);
  }, 'mainnet');
  expect(await source.madeAt({ height: 1, hash })).toEqual(new Date(TIME * 1_000));
  await expect(source.madeAt({ height: 1, hash: '0f'.repeat(32) })).rejects.toThrow('another block');
});
