// What Ethereum's blocks say was paid, by nodes that answer wrongly or not at all.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { createEthereumSource, TRANSFER_TOPIC } from '#server/domain/chain/ethereum-source.ts';
import { NodeError } from '#server/domain/chain/rpc.ts';

const HEIGHT = 7;
const HASH = `0x${'a1'.repeat(32)}`;
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const PAYEE = `0x${'5e'.repeat(20)}`;
const NO_METHOD = -32_601;
const TOO_MANY = -32_005;

const transfer = {
  address: CONTRACT.toLowerCase(),
  transactionHash: `0x${'b2'.repeat(32)}`,
  blockHash: HASH,
  logIndex: '0x3',
  topics: [TRANSFER_TOPIC, `0x${'0'.repeat(64)}`, `0x${PAYEE.slice(2).padStart(64, '0')}`],
  data: '0xf4240',
};

/** As a block of Ethereum has it (yellow paper, 4.4.3). */
function bloomOf(...values: string[]): string {
  let bloom = 0n;
  for (const value of values) {
    const hash = keccak_256(hexToBytes(value.slice(2)));
    for (const at of [0, 2, 4]) bloom |= 1n << BigInt(Number.parseInt(bytesToHex(hash.slice(at, at + 2)), 16) & 2047);
  }
  return `0x${bloom.toString(16).padStart(512, '0')}`;
}

const BLOOM = bloomOf(CONTRACT, TRANSFER_TOPIC);

/** A node that answers each call with what is given for it, in turn; an error is thrown. */
function read(answers: Readonly<Record<string, readonly unknown[]>>, logsBloom: string | undefined = BLOOM) {
  const block = { number: '0x7', hash: HASH, parentHash: HASH, timestamp: '0x1', logsBloom, transactions: [] };
  const given = new Map(
    Object.entries({ eth_getBlockByNumber: [block], ...answers }).map(([name, all]) => [name, [...all]]),
  );
  const asked: string[] = [];
  const source = createEthereumSource(
    async (method) => {
      asked.push(method);
      const answer = given.get(method)?.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { chainId: 1, usdtContract: CONTRACT },
  );
  return { asked, source, payments: async () => (await source.blockAt(HEIGHT))?.payments };
}

const paid = [{ txId: transfer.transactionHash, index: 1, lookup: PAYEE, asset: 'USDT', units: 1_000_000n }];

describe('a list of logs', () => {
  it('is believed if it is of the block and of the token', async () => {
    expect(await read({ eth_getLogs: [[transfer]] }).payments()).toEqual(paid);
    const others = [
      { blockHash: `0x${'c3'.repeat(32)}` },
      { address: PAYEE },
      { topics: [`0x${'d4'.repeat(32)}`, ...transfer.topics.slice(1)] },
    ];
    for (const other of others)
      await expect(read({ eth_getLogs: [[{ ...transfer, ...other }]] }).payments()).rejects.toThrow(NodeError);
  });

  it('that is empty is believed if the block says that it holds none', async () => {
    for (const bloom of [bloomOf(), bloomOf(CONTRACT)]) {
      const { asked, payments } = read({ eth_getLogs: [[]] }, bloom);
      expect([await payments(), asked]).toEqual([[], ['eth_getBlockByNumber', 'eth_getLogs']]);
    }
  });

  it('that is empty although the block may hold some is compared with the receipts', async () => {
    const other = { ...transfer, address: PAYEE };
    const found = read({ eth_getLogs: [[]], eth_getBlockReceipts: [[{ logs: [other] }, { logs: [transfer] }]] });
    expect(await found.payments()).toEqual(paid);
    // The bits were set by others: that must not hold up the chain.
    const chance = read({ eth_getLogs: [[]], eth_getBlockReceipts: [[{ logs: [other] }]] });
    expect(await chance.payments()).toEqual([]);
  });

  it('that is empty is asked for once more where the node has no receipts of a block', async () => {
    // As nodes say it, and as proxies do that let only some methods through.
    const codes = [NO_METHOD, -32_600, -32_602, -32_004].map((code) => new NodeError('refused', code));
    const statuses = [401, 403, 404, 405].map((status) => new NodeError('refused', null, status));
    for (const refusal of [...codes, ...statuses]) {
      const late = read({ eth_getLogs: [[], [transfer]], eth_getBlockReceipts: [refusal] });
      expect(await late.payments()).toEqual(paid);
      expect(await read({ eth_getLogs: [[], []], eth_getBlockReceipts: [refusal] }).payments()).toEqual([]);
    }
  });

  it.each([
    new NodeError('no answer'),
    new NodeError('too many requests', TOO_MANY, 429),
    new NodeError('something other than JSON-RPC', null, 502),
  ])('that is empty is not believed where the receipts are not given just now: %s', async (away) => {
    const { payments } = read({ eth_getLogs: [[], []], eth_getBlockReceipts: [away] });
    await expect(payments()).rejects.toThrow(away);
  });
});

it('a block says when it was made, by the call that reads blocks, and must be the one asked for', async () => {
  const { asked, source } = read({});
  expect(await source.madeAt({ height: HEIGHT, hash: HASH })).toEqual(new Date(1_000));
  expect(asked).toEqual(['eth_getBlockByNumber']);
  const other = { height: HEIGHT, hash: `0x${'c3'.repeat(32)}` };
  await expect(read({}).source.madeAt(other)).rejects.toThrow(NodeError);
  await expect(read({ eth_getBlockByNumber: [null] }).source.madeAt(other)).rejects.toThrow(NodeError);
});

it('a block of another height than the one asked for is not read', async () => {
  const other = { number: '0x8', hash: HASH, parentHash: HASH, timestamp: '0x1', transactions: [] };
  await expect(read({ eth_getBlockByNumber: [other], eth_getLogs: [[]] }).payments()).rejects.toThrow(NodeError);
});
