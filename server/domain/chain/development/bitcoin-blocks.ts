// Makes blocks by the rules of regtest: a real reward, real roots and a real (if easy) proof of work.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { RawBlock, shownHash, txIdOf, type RawTransaction } from '#server/domain/chain/bitcoin-block.ts';
import { RawTx } from '@scure/btc-signer/script.js';

const SATOSHIS = 100_000_000n;
const FIRST_REWARD = 50n * SATOSHIS;
const HALVING_BLOCKS = 150;
const VERSION = 0x2000_0000;
/** The easiest difficulty: every second hash meets it. */
const EASY_BITS = 0x207f_ffff;
const HASH_BYTES = 32;
const FINAL_SEQUENCE = 0xffff_ffff;
const WITNESS_COMMITMENT = hexToBytes('6a24aa21a9ed');

/** The first block of regtest, the same on every node. */
export const GENESIS_BLOCK = hexToBytes(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a' +
    'dae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054' +
    '696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff' +
    '0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d57' +
    '8a4c702b6bf11d5fac00000000',
);

export interface BlockPlan {
  height: number;
  /** In display order. */
  parentHash: string;
  /** Seconds since 1970. */
  time: number;
  transactions: readonly RawTransaction[];
  fees: bigint;
  rewardScript: Uint8Array;
  /** Makes the reward unique; otherwise two blocks of one height could be identical. */
  salt: Uint8Array;
}

/** Builds and mines a block. */
export function mineBlock(plan: BlockPlan): Uint8Array {
  const transactions = [rewardOf(plan), ...plan.transactions];
  const root = merkleRoot(transactions.map((transaction) => hexToBytes(txIdOf(transaction)).reverse()));
  const header = new Uint8Array(80);
  const view = new DataView(header.buffer);
  view.setUint32(0, VERSION, true);
  header.set(hexToBytes(plan.parentHash).reverse(), 4);
  header.set(root, 36);
  view.setUint32(68, plan.time, true);
  view.setUint32(72, EASY_BITS, true);
  for (let nonce = 0; !shownHash(header).match(/^[0-7]/); nonce += 1) view.setUint32(76, nonce, true);
  return RawBlock.encode({ header, transactions });
}

function rewardOf({ height, transactions, fees, rewardScript, salt }: BlockPlan): RawTransaction {
  const reserved = new Uint8Array(HASH_BYTES);
  const witnessRoot = merkleRoot([reserved, ...transactions.map((transaction) => twice(RawTx.encode(transaction)))]);
  return {
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: new Uint8Array(HASH_BYTES),
        index: FINAL_SEQUENCE,
        finalScriptSig: concatBytes(heightPush(height), Uint8Array.of(salt.length), salt),
        sequence: FINAL_SEQUENCE,
      },
    ],
    outputs: [
      { amount: (FIRST_REWARD >> BigInt(Math.floor(height / HALVING_BLOCKS))) + fees, script: rewardScript },
      { amount: 0n, script: concatBytes(WITNESS_COMMITMENT, twice(concatBytes(witnessRoot, reserved))) },
    ],
    witnesses: [[reserved]],
    lockTime: 0,
  };
}

/** BIP-34: a reward begins with the block's height, in as few bytes as a signed number needs. */
function heightPush(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}

function merkleRoot(hashes: Uint8Array[]): Uint8Array {
  if (hashes.length <= 1) return hashes[0] ?? new Uint8Array(HASH_BYTES);
  const pairs: Uint8Array[] = [];
  for (let place = 0; place < hashes.length; place += 2) {
    const left = hashes[place] ?? new Uint8Array(HASH_BYTES);
    pairs.push(twice(concatBytes(left, hashes[place + 1] ?? left)));
  }
  return merkleRoot(pairs);
}

function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
