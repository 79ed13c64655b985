// Payments that an operator claims, looked up on the nodes of the development chain, and what their watcher reports to
// the status.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { payAddress } from '#server/domain/chain/development/pay.ts';
import { lookUpBitcoin, lookUpEthereum } from '#server/domain/chain/look-up.ts';
import { createRpc, type Rpc } from '#server/domain/chain/rpc.ts';
import { DEVELOPMENT_USDT } from '#server/domain/chain/settings.ts';
import { normalTransactionId } from '#server/domain/chain/transaction-id.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { openTestChain, openWatch, until, type TestChain, type Watch } from './support.ts';

const ADDRESSES = {
  bitcoin: ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'],
  ethereum: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x00000000000000000000000000000000000000AA'],
} as const;
const UNKNOWN = { bitcoin: 'ab'.repeat(32), ethereum: `0x${'ab'.repeat(32)}` };

let world: World;
let chain: TestChain;
let watch: Watch;

beforeAll(async () => {
  [world, chain] = await Promise.all([createWorld(), openTestChain()]);
  watch = openWatch(world, { url: chain.url, memberId: (await world.member()).id });
});
afterAll(async () => {
  await chain.remove();
  await world.close();
});

const pay = (address: string, amount: string, asset: ChainAsset) =>
  payAddress({ bitcoin: chain.url('bitcoin'), ethereum: chain.url('ethereum') }, { address, amount, asset });

/** A node that refuses everything with its own message, like one that is starting or overloaded. */
async function refusingNode(code: number, message: string): Promise<{ rpc: Rpc; close: () => void }> {
  const server: Server = createServer(
    (_request, response) =>
      void response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ result: null, error: { code, message }, id: 1 })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    rpc: createRpc(() => `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`),
    close: () => void server.close(),
  };
}

describe.each([
  { asset: 'BTC', network: 'bitcoin', amount: '0.12345678', nothing: '0.00000000' },
  { asset: 'ETH', network: 'ethereum', amount: '1.000000000000000001', nothing: '0.000000000000000000' },
  { asset: 'USDT', network: 'ethereum', amount: '250.500001', nothing: '0.000000' },
] satisfies { asset: ChainAsset; network: Network; amount: string; nothing: string }[])(
  'a payment in $asset',
  ({ asset, network, amount, nothing }) => {
    const [address, another] = ADDRESSES[network];

    it('is found with the amount that reached the address, and with more confirmations after each block', async () => {
      const txId = await pay(address, amount, asset);
      expect(await watch.chain.lookUp({ asset, txId, address })).toEqual({ kind: 'found', amount, confirmations: 1 });
      await chain.mine(network, 2);
      expect(await watch.chain.lookUp({ asset, txId, address })).toEqual({ kind: 'found', amount, confirmations: 3 });
      expect(normalTransactionId(network, txId.toUpperCase().replace('0X', ''))).toBe(txId);
    });

    it('has paid another address nothing', async () => {
      const txId = await pay(address, amount, asset);
      expect(await watch.chain.lookUp({ asset, txId, address: another })).toEqual({
        kind: 'found',
        amount: nothing,
        confirmations: 1,
      });
    });

    it('is missing if the node knows no transaction with this id', async () => {
      expect(await watch.chain.lookUp({ asset, txId: UNKNOWN[network], address })).toEqual({ kind: 'missing' });
    });

    it.each([
      [-28, 'Loading block index…'],
      [-32601, 'Method not found'],
      [-32005, 'too many requests'],
    ])('is unknown if the node refuses with %i', async (code, message) => {
      const node = await refusingNode(code, message);
      const said = { asset, txId: UNKNOWN[network], address };
      const answer =
        network === 'bitcoin'
          ? lookUpBitcoin(node.rpc, 'regtest', said)
          : lookUpEthereum(node.rpc, DEVELOPMENT_USDT, said);
      expect(await answer).toEqual({ kind: 'unreachable', reason: expect.stringContaining(message) });
      node.close();
    });

    it('is unknown if the node is unreachable', async () => {
      const away = openWatch(world, { url: () => null, memberId: 'nobody' });
      expect(await away.chain.lookUp({ asset, txId: UNKNOWN[network], address })).toEqual({
        kind: 'unreachable',
        reason: 'the node is not running yet',
      });
    });
  },
);

describe('a transaction on Ethereum', () => {
  const [address] = ADDRESSES.ethereum;
  const rich = async () => ((await chain.rpc('ethereum')('eth_accounts', [])) as string[])[0] ?? '';
  const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0');

  async function send(
    call: Record<string, string>,
  ): Promise<{ txId: string; status: string; contract: string | null }> {
    const rpc = chain.rpc('ethereum');
    const txId = String(await rpc('eth_sendTransaction', [{ from: await rich(), gas: '0x30d40', ...call }]));
    let receipt: { status: string; contractAddress: string | null } | null = null;
    await until(
      'the transaction is in a block',
      async () => (receipt = (await rpc('eth_getTransactionReceipt', [txId])) as typeof receipt) !== null,
    );
    return { txId, status: receipt!.status, contract: receipt!.contractAddress };
  }

  it('that failed has paid nothing, in the token and in ether', async () => {
    // More than the rich account has.
    const token = await send({ to: DEVELOPMENT_USDT, data: `0xa9059cbb${word(address)}${'7f'.padEnd(64, 'f')}` });
    expect(token.status).toBe('0x0');
    expect(await watch.chain.lookUp({ asset: 'USDT', txId: token.txId, address })).toMatchObject({
      kind: 'failed',
    });
    // The token accepts no ether.
    const ether = await send({ to: DEVELOPMENT_USDT, value: '0x1' });
    expect(ether.status).toBe('0x0');
    expect(await watch.chain.lookUp({ asset: 'ETH', txId: ether.txId, address: DEVELOPMENT_USDT })).toMatchObject({
      kind: 'failed',
    });
  });

  it('in which a contract sent the ether cannot be checked, unlike one that paid somebody else', async () => {
    const rpc = chain.rpc('ethereum');
    // Forwards what it receives to the address in the call, as smart wallets do.
    const { contract } = await send({ data: '0x6e6000600060006000346000355af100600052600f6011f3' });
    const before = BigInt(String(await rpc('eth_getBalance', [address, 'latest'])));
    const { txId, status } = await send({
      to: String(contract),
      value: '0xde0b6b3a7640000',
      data: `0x${word(address)}`,
    });
    expect([status, BigInt(String(await rpc('eth_getBalance', [address, 'latest']))) - before]).toEqual([
      '0x1',
      10n ** 18n,
    ]);
    expect(await watch.chain.lookUp({ asset: 'ETH', txId, address })).toEqual({ kind: 'unseen', confirmations: 1 });
    // For the token, the log shows the payment, no matter who called it.
    expect(await watch.chain.lookUp({ asset: 'USDT', txId, address })).toEqual({
      kind: 'found',
      amount: '0.000000',
      confirmations: 1,
    });
  });
});

describe('the watcher of a network', () => {
  beforeEach(() => Object.assign(world.services, { chain: watch.chain }));
  const statusOf = async (network: Network) =>
    (await world.browser().call('getStatus')).body.networks.find(
      (each: { network: Network }) => each.network === network,
    );

  it('reports to the status: starting, then current, then an unreachable node, and back', async () => {
    let url = chain.url;
    watch = openWatch(world, { url: (network) => url(network), memberId: 'nobody' });
    Object.assign(world.services, { chain: watch.chain });
    expect(await statusOf('bitcoin')).toEqual({ network: 'bitcoin', state: 'starting', since: null });
    await watch.run('bitcoin');
    expect(await statusOf('bitcoin')).toEqual({
      network: 'bitcoin',
      state: 'current',
      since: world.clock.now().toISOString(),
    });
    expect(await statusOf('ethereum')).toMatchObject({ state: 'starting' });
    world.clock.advance(60);
    url = () => 'http://127.0.0.1:1';
    await watch.run('bitcoin').catch(() => undefined);
    expect(await statusOf('bitcoin')).toEqual({
      network: 'bitcoin',
      state: 'unreachable',
      since: world.clock.now().toISOString(),
    });
    url = chain.url;
    await watch.run('bitcoin');
    expect(await statusOf('bitcoin')).toMatchObject({ state: 'current' });
  });
});
