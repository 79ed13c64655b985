import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChainAsset, Network } from '#server/domain/chain/chain.ts';
import { payAddress } from '#server/domain/chain/development/pay.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { openTestChain, openWatch, type TestChain, type Watch } from './support.ts';

let world: World;
let chain: TestChain;
let memberId: string;
let watch: Watch;

beforeAll(async () => {
  [world, chain] = await Promise.all([createWorld(), openTestChain()]);
  memberId = (await world.member()).id;
});
afterAll(async () => {
  await chain.remove();
  await world.close();
});
beforeEach(async () => {
  watch = openWatch(world, { url: chain.url, memberId });
  // What an earlier test left open becomes final, so that each test begins with nothing under way.
  const rpc = chain.rpc('bitcoin');
  await rpc('generatetoaddress', [3, await rpc('getnewaddress', [])]);
  await chain.mine('ethereum', 3);
  await watch.run('bitcoin');
  await watch.run('ethereum');
  watch.told.length = 0;
});

const pay = (address: string, amount: string, asset: ChainAsset) =>
  payAddress({ bitcoin: chain.url('bitcoin'), ethereum: chain.url('ethereum') }, { address, amount, asset });
const rowsOf = async (address: string) =>
  world.db
    .selectFrom('chain_sightings')
    .innerJoin('chain_addresses', 'chain_addresses.id', 'chain_sightings.address_id')
    .selectAll('chain_sightings')
    .where('address', '=', address)
    .execute();

describe.each([
  { asset: 'BTC', network: 'bitcoin', amount: '0.12345678', required: 2 },
  { asset: 'ETH', network: 'ethereum', amount: '1.000000000000000001', required: 3 },
  { asset: 'USDT', network: 'ethereum', amount: '250.500001', required: 3 },
] satisfies { asset: ChainAsset; network: Network; amount: string; required: number }[])(
  'a payment in $asset',
  ({ asset, network, amount, required }) => {
    it('is seen, counts its confirmations and is final once', async () => {
      const { address } = await watch.issue(asset);
      const txId = await pay(address, amount, asset);
      await watch.run(network);
      expect(watch.told).toEqual([`seen ${amount} ${asset} 1`]);
      for (let block = 0; block < required + 2; block += 1) {
        await chain.mine(network);
        await watch.run(network);
      }
      const counted = Array.from({ length: required - 2 }, (_, place) => `confirmed ${amount} ${asset} ${place + 2}`);
      expect(watch.told).toEqual([`seen ${amount} ${asset} 1`, ...counted, `final ${amount} ${asset} ${required}`]);
      const rows = await rowsOf(address);
      expect(rows).toMatchObject([
        { tx_id: txId, asset, network, confirmations: required, dropped_at: null, first_seen_at: world.clock.now() },
      ]);
      expect(rows[0]?.final_at).toEqual(world.clock.now());
    });

    it('is found after a time without a watcher, by the next one', async () => {
      const { address } = await watch.issue(asset);
      await pay(address, amount, asset);
      await chain.mine(network, required + 3);
      const other = openWatch(world, { url: chain.url, memberId });
      await other.run(network);
      expect(other.told.at(0)).toBe(`seen ${amount} ${asset} 1`);
      expect(other.told.at(-1)).toBe(`final ${amount} ${asset} ${required}`);
      await watch.run(network);
      expect(watch.told).toEqual([]);
    });
  },
);

describe('what is not a payment to the club', () => {
  it('leaves other addresses alone', async () => {
    await pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '1', 'BTC');
    await pay('0x00000000000000000000000000000000000000aa', '1', 'USDT');
    await watch.run('bitcoin');
    await watch.run('ethereum');
    expect(watch.told).toEqual([]);
  });

  it('ignores ether of a transaction that failed, and sees both of two payments in one block', async () => {
    const [first, second] = [await watch.issue('ETH'), await watch.issue('ETH')];
    const rpc = chain.rpc('ethereum');
    const [from] = (await rpc('eth_accounts', [])) as string[];
    // Code at the address that always reverts: PUSH0 PUSH0 REVERT.
    await rpc('anvil_setCode', [first.address, '0x5f5ffd']);
    await rpc('evm_setAutomine', [false]);
    await rpc('eth_sendTransaction', [{ from, to: first.address, value: '0x5', gas: '0x186a0' }]);
    await rpc('eth_sendTransaction', [{ from, to: second.address, value: '0x6', gas: '0x5208' }]);
    await rpc('eth_sendTransaction', [{ from, to: second.address, value: '0x7', gas: '0x5208' }]);
    await rpc('evm_mine', []);
    await rpc('evm_setAutomine', [true]);
    await watch.run('ethereum');
    expect(watch.told).toEqual(
      expect.arrayContaining(['seen 0.000000000000000006 ETH 1', 'seen 0.000000000000000007 ETH 1']),
    );
    expect(watch.told).toHaveLength(2);
  });

  it('reports the asset that arrived, not the one that the address was requested for', async () => {
    const { address } = await watch.issue('USDT');
    await pay(address, '2', 'ETH');
    await watch.run('ethereum');
    expect(watch.told).toEqual(['seen 2.000000000000000000 ETH 1']);
  });
});

describe('a reorganization', () => {
  it('of Bitcoin drops what is not final, and sees it again in its new block', async () => {
    const { address } = await watch.issue('BTC');
    await pay(address, '0.3', 'BTC');
    await watch.run('bitcoin');
    const rpc = chain.rpc('bitcoin');
    await rpc('invalidateblock', [await rpc('getbestblockhash', [])]);
    // A development chain has one node: what it lacks is gone.
    await watch.run('bitcoin');
    expect(watch.told).toEqual(['seen 0.30000000 BTC 1', 'dropped 0.30000000 BTC']);
    await chain.mine('bitcoin', 2);
    await watch.run('bitcoin');
    expect(watch.told).toHaveLength(2);
    expect((await rowsOf(address))[0]?.dropped_at).not.toBeNull();
    await rpc('generatetoaddress', [2, await rpc('getnewaddress', [])]);
    await watch.run('bitcoin');
    expect(watch.told.slice(2)).toEqual(['seen 0.30000000 BTC 1', 'final 0.30000000 BTC 2']);
    expect(await rowsOf(address)).toMatchObject([{ dropped_at: null, confirmations: 2 }]);
  });

  it('of the same length is noticed too', async () => {
    const { address } = await watch.issue('BTC');
    await pay(address, '0.4', 'BTC');
    await watch.run('bitcoin');
    const rpc = chain.rpc('bitcoin');
    await rpc('invalidateblock', [await rpc('getbestblockhash', [])]);
    await chain.mine('bitcoin');
    await watch.run('bitcoin');
    expect(watch.told).toEqual(['seen 0.40000000 BTC 1', 'dropped 0.40000000 BTC']);
  });

  it('of Ethereum drops what is not final and keeps what is', async () => {
    const final = await watch.issue('USDT');
    const open = await watch.issue('USDT');
    const rpc = chain.rpc('ethereum');
    const before = await rpc('evm_snapshot', []);
    await pay(final.address, '10', 'USDT');
    await chain.mine('ethereum', 1);
    await pay(open.address, '20', 'USDT');
    await watch.run('ethereum');
    await rpc('evm_revert', [before]);
    await chain.mine('ethereum', 6);
    watch.told.length = 0;
    await watch.run('ethereum');
    expect(watch.told).toEqual(['dropped 20.000000 USDT']);
    expect((await rowsOf(final.address))[0]).toMatchObject({ dropped_at: null });
    expect(watch.lines.join()).toMatch(/a reorganization replaced.*1 credited payments/s);
    // What was final appears again in another block: it is not credited a second time.
    await pay(open.address, '20', 'USDT');
    await watch.run('ethereum');
    expect(watch.told).toEqual(['dropped 20.000000 USDT', 'seen 20.000000 USDT 1']);
  });
});

describe('faults', () => {
  it('reports an unreachable node once, and continues when it is back', async () => {
    let up = false;
    const other = openWatch(world, { url: (network) => (up ? chain.url(network) : 'http://127.0.0.1:9'), memberId });
    const { address } = await watch.issue('ETH');
    await pay(address, '3', 'ETH');
    await other.run('ethereum');
    await other.run('ethereum');
    expect(other.lines).toEqual([
      expect.stringMatching(
        /^ethereum: the node gave no answer to eth_chainId .*payments will be seen when the node is back$/,
      ),
    ]);
    up = true;
    await other.run('ethereum');
    expect(other.lines.at(-1)).toBe('ethereum: the node is back');
    expect(other.told).toEqual(['seen 3.000000000000000000 ETH 1']);
  });

  it('rolls back a block whose listener failed, and reads it again', async () => {
    let failures = 1;
    const told: string[] = [];
    const other = openWatch(world, {
      url: chain.url,
      memberId,
      listener: {
        onSeen: async (_trx, { amount }) => {
          failures -= 1;
          if (failures >= 0) throw new Error('the listener is ill');
          told.push(amount);
        },
      },
    });
    const { address } = await watch.issue('BTC');
    await pay(address, '0.7', 'BTC');
    await expect(other.run('bitcoin')).rejects.toThrow('the listener is ill');
    expect(await rowsOf(address)).toEqual([]);
    await other.run('bitcoin');
    expect(told).toEqual(['0.70000000']);
  });

  it('survives a restart of the chains’ process: coins, blocks and indexes are as they were', async () => {
    const [bitcoin, ethereum] = [await watch.issue('BTC'), await watch.issue('USDT')];
    await pay(bitcoin.address, '0.9', 'BTC');
    await pay(ethereum.address, '9', 'USDT');
    await chain.stop();
    await chain.start();
    await watch.run('bitcoin');
    await watch.run('ethereum');
    expect(watch.told).toEqual(['seen 0.90000000 BTC 1', 'seen 9.000000 USDT 1']);
    await pay(ethereum.address, '8', 'USDT');
    await watch.run('ethereum');
    expect(watch.told).toContain('seen 8.000000 USDT 1');
  });

  it('refuses a node of another chain', async () => {
    await world.db
      .updateTable('chain_cursors')
      .set({ genesis_hash: 'another' })
      .where('network', '=', 'bitcoin')
      .execute();
    await expect(watch.run('bitcoin')).rejects.toThrow(
      'the bitcoin node is on another chain than the one that this database was created with',
    );
    await world.db
      .updateTable('chain_cursors')
      .set({ genesis_hash: String(await chain.rpc('bitcoin')('getblockhash', [0])) })
      .where('network', '=', 'bitcoin')
      .execute();
  });
});

describe('several processes', () => {
  it('report a payment once', async () => {
    const addresses = [];
    for (let count = 0; count < 3; count += 1) addresses.push(await watch.issue('USDT'));
    for (const { address } of addresses) await pay(address, '11', 'USDT');
    await chain.mine('ethereum', 3);
    const watches = Array.from({ length: 3 }, () => openWatch(world, { url: chain.url, memberId }));
    await Promise.all(watches.map((each) => each.run('ethereum')));
    await watch.run('ethereum');
    const told = [...watches.flatMap((each) => each.told), ...watch.told];
    expect(told.filter((line) => line.startsWith('seen'))).toHaveLength(3);
    expect(told.filter((line) => line.startsWith('final'))).toHaveLength(3);
  });

  it('give out each address once', async () => {
    const issued = await Promise.all(
      Array.from({ length: 20 }, (_, place) => watch.issue(place % 2 === 0 ? 'ETH' : 'USDT')),
    );
    expect(new Set(issued.map(({ address }) => address)).size).toBe(20);
  });
});
