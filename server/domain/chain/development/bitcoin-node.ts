// A regtest chain of our own: real blocks and transactions, one wallet that owns all rewards, no peers.
import { hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { RawTx } from '@scure/btc-signer/script.js';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { RawBlock, shownHash, txIdOf, type RawTransaction } from '#server/domain/chain/bitcoin-block.ts';
import { checkBitcoinAddress } from '#server/domain/chain/validate.ts';
import { GENESIS_BLOCK, mineBlock } from './bitcoin-blocks.ts';
import type { BlockFile } from './block-file.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
/** The wallet's key is public, because its coins are worth nothing. */
const WALLET_KEY = sha256(new TextEncoder().encode('perch development chain: the rich wallet'));
const WALLET = p2wpkh(pubECDSA(WALLET_KEY), REGTEST);
const MATURITY = 100;
/** How many rewards are mature in a new chain. */
const FIRST_BLOCKS = MATURITY + 40;
const FEE = 1_000n;
const SALT_BYTES = 8;
const TIME_OFFSET = 68;

interface Block {
  hash: string;
  raw: Uint8Array;
  time: number;
  transactions: { id: string; raw: RawTransaction }[];
}

interface Coin {
  txId: string;
  index: number;
  amount: bigint;
  spendableFrom: number;
}

/** An error with one of Bitcoin Core's codes. */
export class BitcoinRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const INVALID_ADDRESS = -5;
export const INVALID_PARAMETER = -8;
const INSUFFICIENT_FUNDS = -6;

export class BitcoinNode {
  /** Where rewards go if no address is given. */
  readonly walletAddress: string = WALLET.address ?? '';
  private readonly blocks: Block[] = [];
  private readonly mempool = new Map<string, { raw: RawTransaction; fee: bigint }>();
  private readonly file: BlockFile;

  constructor(file: BlockFile) {
    this.file = file;
    const stored = file.read();
    if (stored.length === 0) {
      file.append(GENESIS_BLOCK);
      stored.push(GENESIS_BLOCK);
    }
    for (const raw of stored) this.blocks.push(readBlock(raw));
    while (this.height < FIRST_BLOCKS) this.mine(this.walletAddress, []);
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  /** Blocks since the last one with a payment in it. */
  get quietBlocks(): number {
    const last = this.blocks.findLastIndex((block) => block.transactions.length > 1);
    return last < 0 ? this.blocks.length : this.height - last;
  }

  hashAt(height: number): string | null {
    return this.blocks[height]?.hash ?? null;
  }

  block(hash: string): Uint8Array | null {
    return this.blocks.find((block) => block.hash === hash)?.raw ?? null;
  }

  transaction(id: string): Uint8Array | null {
    const raw =
      this.mempool.get(id)?.raw ??
      this.blocks.flatMap((block) => block.transactions).find((transaction) => transaction.id === id)?.raw;
    return raw === undefined ? null : RawTx.encode(raw);
  }

  /** How many confirmations it has, its own block included; 0 while it waits. */
  confirmationsOf(id: string): number {
    const height = this.blocks.findIndex((block) => block.transactions.some((transaction) => transaction.id === id));
    return height < 0 ? 0 : this.height - height + 1;
  }

  waiting(): string[] {
    return [...this.mempool.keys()];
  }

  /** Pays from the wallet; the transaction waits for a block. */
  send(address: string, amount: bigint): string {
    if (checkBitcoinAddress(address, 'regtest').kind !== 'ok')
      throw new BitcoinRefusal(INVALID_ADDRESS, 'Invalid address');
    if (amount <= 0n) throw new BitcoinRefusal(INVALID_PARAMETER, 'Invalid amount');
    const transaction = new Transaction();
    let sum = 0n;
    for (const coin of this.coins()) {
      if (sum >= amount + FEE) break;
      transaction.addInput({
        txid: coin.txId,
        index: coin.index,
        witnessUtxo: { script: WALLET.script, amount: coin.amount },
      });
      sum += coin.amount;
    }
    if (sum < amount + FEE) throw new BitcoinRefusal(INSUFFICIENT_FUNDS, 'Insufficient funds');
    transaction.addOutputAddress(address, amount, REGTEST);
    if (sum > amount + FEE) transaction.addOutputAddress(this.walletAddress, sum - amount - FEE, REGTEST);
    transaction.sign(WALLET_KEY);
    transaction.finalize();
    this.mempool.set(transaction.id, { raw: RawTx.decode(transaction.extract()), fee: FEE });
    return transaction.id;
  }

  /** Mines one block with the given transactions, or with all that wait; the address receives its reward. */
  mine(rewardAddress: string, ids: readonly string[] = this.waiting()): string {
    const chosen = ids.map((id) => this.mempool.get(id));
    if (chosen.includes(undefined)) throw new BitcoinRefusal(INVALID_ADDRESS, 'Transaction not in mempool');
    const found = chosen.filter((entry) => entry !== undefined);
    const previous = this.blocks.at(-1);
    const raw = mineBlock({
      height: this.blocks.length,
      parentHash: previous?.hash ?? '',
      time: Math.max(Math.floor(Date.now() / MS_PER_SECOND), (previous?.time ?? 0) + 1),
      transactions: found.map((entry) => entry.raw),
      fees: found.reduce((sum, entry) => sum + entry.fee, 0n),
      rewardScript: scriptOf(rewardAddress),
      salt: randomBytes(SALT_BYTES),
    });
    // Written to the file first: a block that was announced must survive a crash.
    this.file.append(raw);
    const block = readBlock(raw);
    this.blocks.push(block);
    for (const id of ids) this.mempool.delete(id);
    return block.hash;
  }

  /** Removes a block and all above it from the chain; their payments wait for another block, as with Bitcoin Core. */
  invalidate(hash: string): void {
    const height = this.blocks.findIndex((block) => block.hash === hash);
    if (height < 1) throw new BitcoinRefusal(INVALID_ADDRESS, 'Block not found');
    this.file.cut(height);
    const removed = this.blocks.splice(height);
    for (const { id, raw } of removed.flatMap((block) => block.transactions.slice(1)))
      this.mempool.set(id, { raw, fee: FEE });
  }

  close(): void {
    this.file.close();
  }

  /** What the wallet can spend now, oldest first. */
  private coins(): Coin[] {
    const coins = new Map<string, Coin>();
    const spend = (transaction: RawTransaction) => {
      for (const input of transaction.inputs) coins.delete(`${Buffer.from(input.txid).toString('hex')}:${input.index}`);
    };
    this.blocks.forEach((block, height) => {
      block.transactions.forEach(({ id, raw }, place) => {
        spend(raw);
        raw.outputs.forEach(({ amount, script }, index) => {
          if (Buffer.compare(script, WALLET.script) !== 0) return;
          coins.set(`${id}:${index}`, {
            txId: id,
            index,
            amount,
            spendableFrom: place === 0 ? height + MATURITY : height,
          });
        });
      });
    });
    for (const { raw } of this.mempool.values()) spend(raw);
    return [...coins.values()].filter((coin) => coin.spendableFrom <= this.blocks.length);
  }
}

function readBlock(raw: Uint8Array): Block {
  const { header, transactions } = RawBlock.decode(raw);
  const time = new DataView(header.buffer, header.byteOffset).getUint32(TIME_OFFSET, true);
  return {
    hash: shownHash(header),
    raw,
    time,
    transactions: transactions.map((transaction) => ({ id: txIdOf(transaction), raw: transaction })),
  };
}

function scriptOf(address: string): Uint8Array {
  const check = checkBitcoinAddress(address, 'regtest');
  if (check.kind !== 'ok') throw new BitcoinRefusal(INVALID_ADDRESS, 'Invalid address');
  const probe = new Transaction({ allowUnknownOutputs: true });
  probe.addOutputAddress(check.address, 0n, REGTEST);
  return probe.getOutput(0).script ?? hexToBytes('');
}
