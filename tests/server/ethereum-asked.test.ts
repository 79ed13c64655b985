// What is asked of an Ethereum node, and which of its answers count as payments; the node is a record of answers.
import { expect, it } from 'vitest';
import type { PaymentSaid } from '#server/domain/chain/chain.ts';
import { createEthereumSource, TRANSFER_TOPIC } from '#server/domain/chain/ethereum-source.ts';
import { lookUpEthereum } from '#server/domain/chain/look-up.ts';

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OTHER_TOKEN = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BLOCK_HASH = `0x${'b1'.repeat(32)}`;
const PARENT_HASH = `0x${'b0'.repeat(32)}`;
const TX = `0x${'7a'.repeat(32)}`;
const NUMBER = '0x10';
const HEIGHT = 16;

const padded = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const logOf = (contract: string) => ({
  address: contract.toLowerCase(),
  topics: [TRANSFER_TOPIC, padded(OTHER_TOKEN), padded(PAYEE)],
  data: '0xee6b280',
  blockNumber: NUMBER,
  blockHash: BLOCK_HASH,
  transactionHash: TX,
  transactionIndex: '0x0',
  logIndex: '0x0',
  removed: false,
});
const receiptOf = (status: '0x0' | '0x1', logs: unknown[] = []) => ({
  status,
  transactionHash: TX,
  blockHash: BLOCK_HASH,
  blockNumber: NUMBER,
  logs,
});
const block = (value: string) => ({
  number: NUMBER,
  hash: BLOCK_HASH,
  parentHash: PARENT_HASH,
  transactions: [{ hash: TX, to: PAYEE.toLowerCase(), value, blockHash: BLOCK_HASH, blockNumber: NUMBER }],
});

/** A node that answers each method in one way, and notes what it was asked. */
function nodeOf(answers: Readonly<Record<string, unknown>>) {
  const asked: Record<string, readonly unknown[]> = {};
  const rpc = (method: string, params: readonly unknown[]) => {
    asked[method] = params;
    if (!(method in answers)) throw new Error(`${method} was not expected`);
    return Promise.resolve(answers[method]);
  };
  return { rpc, asked };
}
const sourceOf = (rpc: ReturnType<typeof nodeOf>['rpc']) =>
  createEthereumSource(rpc, { chainId: 1, usdtContract: TOKEN });

it('asks for the transfers of the token alone, in the very block that it read', async () => {
  const { rpc, asked } = nodeOf({ eth_getBlockByNumber: block('0x0'), eth_getLogs: [logOf(TOKEN)] });
  expect(await sourceOf(rpc).blockAt(HEIGHT)).toEqual({
    height: HEIGHT,
    hash: BLOCK_HASH,
    parentHash: PARENT_HASH,
    payments: [{ txId: TX, index: 1, lookup: PAYEE.toLowerCase(), asset: 'USDT', units: 250_000_000n }],
  });
  expect(asked['eth_getLogs']).toEqual([{ blockHash: BLOCK_HASH, address: TOKEN, topics: [TRANSFER_TOPIC] }]);
});

it.each([
  ['0x1', true],
  ['0x0', false],
] as const)('ether of a transaction with the status %s took place: %s', async (status, took) => {
  const { rpc } = nodeOf({
    eth_getBlockByNumber: block('0x64'),
    eth_getLogs: [],
    eth_getTransactionReceipt: receiptOf(status),
  });
  const source = sourceOf(rpc);
  const read = await source.blockAt(HEIGHT);
  const [payment] = read?.payments ?? [];
  if (read === null || payment === undefined) throw new Error('the payment was not read');
  expect(payment).toMatchObject({ asset: 'ETH', units: 100n });
  expect(await source.tookPlace(payment, read)).toBe(took);
});

it.each([
  ['the token', TOKEN, '250.000000'],
  ['another contract', OTHER_TOKEN, '0.000000'],
])('a transaction whose only transfer is of %s is looked up', async (_what, contract, amount) => {
  const { rpc } = nodeOf({
    eth_getTransactionByHash: { hash: TX, to: contract.toLowerCase(), value: '0x0', blockHash: BLOCK_HASH },
    eth_getTransactionReceipt: receiptOf('0x1', [logOf(contract)]),
    eth_blockNumber: '0x11',
    eth_getBlockByNumber: block('0x0'),
  });
  const said: PaymentSaid = { asset: 'USDT', txId: TX, address: PAYEE };
  expect(await lookUpEthereum(rpc, TOKEN, said)).toEqual({ kind: 'found', amount, confirmations: 2 });
});

it.each(['ETH', 'USDT'] as const)(
  'a transaction that has failed is told apart from one that paid nobody: %s',
  async (asset) => {
    const { rpc } = nodeOf({
      eth_getTransactionByHash: { hash: TX, to: PAYEE.toLowerCase(), value: '0x64', blockHash: BLOCK_HASH },
      eth_getTransactionReceipt: receiptOf('0x0'),
      eth_blockNumber: '0x11',
    });
    expect(await lookUpEthereum(rpc, TOKEN, { asset, txId: TX, address: PAYEE })).toEqual({
      kind: 'failed',
      confirmations: 2,
    });
  },
);
