// The watcher with a node that lost blocks, replaces another, or is on another chain: reported once, shown in the
// status, nothing credited, and it continues by itself.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChainBlock } from '#server/domain/chain/block-source.ts';
import { NodeError } from '#server/domain/chain/rpc.ts';
import { rich, setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';
import { addressIn, paying, watchNode } from './watch-node.ts';

const LONGEST = 7_200;

let world: World;
let lookup: string;
beforeEach(async () => {
  world = await createWorld();
  lookup = await addressIn(world);
});
afterEach(() => world.close());

const watch = (source: MemoryNode) => watchNode(world, source, { longestSeconds: LONGEST });
const pays = (txId: string) => paying(lookup, txId);
const times = async (count: number, run: () => Promise<unknown>) => {
  for (let round = 0; round < count; round += 1) await run();
};

describe('a node with fewer blocks than were read', () => {
  it('is reported in one line, drops and credits nothing, and continues where it was once it has caught up', async () => {
    const node = new MemoryNode('main', 200);
    const { run, lines, told, states, lags } = watch(node);
    await run();
    node.mine('main', 2, [pays('tx1')]);
    await run();
    const whole = [...node.blocks];
    node.blocks = whole.slice(0, 190);
    await times(5, run);
    expect([lags.at(0), lags.at(-1)]).toEqual([0, -13]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^bitcoin: the node's newest block is 189, but block 202 was read before: it was restored, or another node answers; payments will be seen when it has caught up$/,
      ),
    ]);
    expect(told).toEqual(['seen tx1']);
    node.blocks = whole.slice(0, 196);
    await run();
    expect(lines).toHaveLength(1);
    node.blocks = [...whole];
    node.mine('main', 2, [pays('tx2')]);
    await times(2, run);
    expect(lines.slice(1)).toEqual(['bitcoin: the chain is read up to its newest block; payments are seen again']);
    expect(told).toEqual(['seen tx1', 'seen tx2', 'final tx1']);
    expect(states).toEqual(['current', 'behind', 'current']);
  });

  it('is reported again by a process that starts while it lags', async () => {
    const node = new MemoryNode('main', 10);
    await watch(node).run();
    node.blocks.length = 5;
    const later = watch(node);
    await times(2, later.run);
    expect([later.lines.length, later.states]).toEqual([1, ['behind']]);
  });
});

describe('a node that has stopped', () => {
  it('is behind, though nothing is unread, until it has newer blocks', async () => {
    const node = new MemoryNode('main', 20);
    const { run, lines, states } = watch(node);
    node.made = world.clock.now();
    await run();
    world.clock.advance(LONGEST);
    expect(await run()).toBeUndefined();
    world.clock.advance(1);
    for (let round = 0; round < 3; round += 1) expect(await run()).toBe('not here');
    expect(lines).toEqual([
      `bitcoin: the node's newest block, 20, was made at ${node.made.toISOString()}: it has stopped, or has not caught up with its network; payments will be seen when it has newer blocks`,
    ]);
    // A node that synchronizes has new blocks which are old.
    node.mine('main', 1);
    await run();
    expect(states).toEqual(['current', 'behind']);
    node.mine('main', 1);
    node.made = world.clock.now();
    await run();
    expect(lines.slice(1)).toEqual(['bitcoin: the chain is read up to its newest block; payments are seen again']);
    expect(states).toEqual(['current', 'behind', 'current']);
  });
});

describe('a node that is behind for another cause than before', () => {
  it('is reported once more, but not at each change of one that goes to and fro', async () => {
    const node = new MemoryNode('main', 200);
    const { run, lines, states } = watch(node);
    node.made = world.clock.now();
    await run();
    const whole = [...node.blocks];
    world.clock.advance(LONGEST + 1);
    const FEWER = expect.stringContaining("the node's newest block is 190, but block");
    const STOPPED = expect.stringContaining("the node's newest block, 200, was made at");
    const fewer = async () => {
      node.blocks = whole.slice(0, 191);
      await times(2, run);
    };
    const stopped = async () => {
      node.blocks = [...whole];
      await times(2, run);
    };
    await fewer();
    await stopped();
    expect(lines).toEqual([FEWER, STOPPED]);
    await fewer();
    await stopped();
    expect(lines).toHaveLength(2);
    world.clock.advance(15 * 60);
    await stopped();
    expect(lines).toHaveLength(2);
    await fewer();
    expect(lines.slice(2)).toEqual([FEWER]);
    expect(states).toEqual(['current', 'behind']);
    // What was reported is reported again when it comes after a time without trouble.
    node.made = world.clock.now();
    node.blocks = [...whole];
    node.mine('main', 1);
    await run();
    await fewer();
    expect(lines.slice(3)).toEqual([expect.stringContaining('payments are seen again'), FEWER]);
  });
});

describe('several nodes at one address', () => {
  it('of which one lacks the newest block, undo nothing', async () => {
    const node = new MemoryNode('main', 200);
    const { run, lines, told, states } = watch(node);
    await run();
    node.mine('main', 2, [pays('tx1')]);
    await run();
    const hashAt = (height: number) => MemoryNode.prototype.hashAt.call(node, height);
    node.hashAt = async (height) => (height > 150 ? null : hashAt(height));
    await times(2, run);
    expect(lines).toEqual([
      'bitcoin: the node does not have block 202, though it has named a later one or the same; payments will be seen when the node is back',
    ]);
    // The next block comes from a node on another branch, but its hashes from one that is as far back as before.
    node.blocks.length = 202;
    node.mine('other', 2);
    await run();
    node.hashAt = hashAt;
    expect([told, states]).toEqual([['seen tx1'], ['current', 'unreachable']]);
    await run();
    expect(told).toEqual(['seen tx1', 'final tx1']);
    expect(lines.slice(1)).toEqual([
      'bitcoin: a reorganization replaced the blocks above 201',
      'bitcoin: the node is back',
    ]);
  });

  it('of which one has a block that the other has replaced, undo nothing', async () => {
    const node = new MemoryNode('main', 10);
    const { run, told } = watch(node);
    await run();
    node.mine('main', 1, [pays('tx1')]);
    await run();
    const whole = [...node.blocks];
    node.blocks.length = 11;
    node.mine('other', 2);
    const forked = node.blocks.at(-1);
    node.blocks = whole;
    node.tip = async () => 12;
    node.blockAt = async () => forked ?? null;
    await run();
    expect(told).toEqual(['seen tx1']);
  });

  it('of which one has not got a block that has just come, is no trouble', async () => {
    const node = new MemoryNode('main', 10);
    const { run, states } = watch(node);
    await run();
    node.tip = async () => 12;
    await run();
    expect(states).toEqual(['current']);
  });
});

describe('a chain with many blocks that are not read', () => {
  it('is behind until all are read, goes on at once, and is not called back before', async () => {
    const node = new MemoryNode('main', 10);
    const { run, lines, told, states } = watch(node);
    await run();
    let elapsed = 0;
    const timer = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    try {
      const blockAt = node.blockAt.bind(node);
      node.blockAt = async (height) => {
        elapsed += 1_000;
        return blockAt(height);
      };
      const answers = node.tip.bind(node);
      node.tip = () => Promise.reject(new NodeError('no answer'));
      await run();
      node.tip = answers;
      node.mine('main', 7);
      node.mine('main', 1, [pays('tx1')]);
      const outcomes = [await run(), await run(), await run()];
      expect(outcomes).toEqual(['more', undefined, undefined]);
    } finally {
      timer.mockRestore();
    }
    expect(states).toEqual(['current', 'unreachable', 'behind', 'current']);
    expect(told).toEqual(['seen tx1']);
    expect(lines.slice(1)).toEqual([
      'bitcoin: about 5 blocks are not read yet; payments in them will be seen when they are',
      'bitcoin: the chain is read up to its newest block; payments are seen again',
    ]);
  });
});

describe('a node that answers slowly', () => {
  const slowly = async (node: MemoryNode, method: 'genesis' | 'blockAt', run: () => Promise<void>) => {
    let elapsed = 0;
    const timer = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    const answer = node[method].bind(node) as (height?: unknown) => Promise<never>;
    node[method] = async (height?: unknown) => {
      elapsed += 10_000;
      return answer(height);
    };
    await run().finally(() => timer.mockRestore());
  };

  it('is read all the same, a block in each run', async () => {
    const node = new MemoryNode('main', 20);
    const { run, told, states } = watch(node);
    await run();
    node.mine('main', 1, [pays('tx1')]);
    await slowly(node, 'genesis', async () => void (await run()));
    expect([told, states]).toEqual([['seen tx1'], ['current']]);
  });

  it('has not stopped while its newest block is new, however old the one is that was just read', async () => {
    const node = new MemoryNode('main', 20);
    const { run, lines, states } = watch(node);
    await run();
    node.mine('main', 3);
    const old = new Date(world.clock.now().getTime() - (LONGEST + 1) * 1_000);
    node.madeAt = async ({ height } = { height: 23, hash: '' }) => (height < 23 ? old : world.clock.now());
    await slowly(node, 'blockAt', async () => void (await run()));
    // Nor while one of several nodes does not have its next block yet.
    const blockAt = node.blockAt.bind(node);
    node.blockAt = async () => null;
    await run();
    node.blockAt = blockAt;
    await run();
    expect([lines, states]).toEqual([[], ['current']]);
  });

  it('has as many blocks to be read after a reorganization as it has replaced, and more', async () => {
    const node = new MemoryNode('main', 10);
    const { run, lines } = watch(node);
    await run();
    node.mine('main', 10);
    await run();
    node.blocks.length = 11;
    node.mine('other', 10);
    let elapsed = 0;
    const timer = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 10_000));
    expect(await run().finally(() => timer.mockRestore())).toBe('more');
    expect(lines).toEqual([
      'bitcoin: a reorganization replaced the blocks above 10',
      'bitcoin: about 10 blocks are not read yet; payments in them will be seen when they are',
    ]);
  });
});

describe('a node of another chain at the same address', () => {
  it('is refused once by its first block, credits nothing, and the watcher continues with the right one', async () => {
    const [node, other] = [new MemoryNode('main', 10), new MemoryNode('other', 40)];
    const { run, lines, told, states } = watch(node);
    await run();
    const right = node.blocks;
    other.mine('other', 3, [pays('forged')]);
    node.blocks = other.blocks;
    await expect(run()).rejects.toThrow(
      'the bitcoin node is on another chain than the one that this database was created with',
    );
    await times(3, run);
    expect([told, lines]).toEqual([[], []]);
    node.blocks = right;
    node.mine('main', 1, [pays('real')]);
    await run();
    expect(told).toEqual(['seen real']);
    expect(lines).toEqual(['bitcoin: the node is on the right chain again; payments are seen again']);
    expect(states).toEqual(['current', 'otherChain', 'current']);
  });

  it('is refused once even if its first block is the same, but none of those that were read', async () => {
    const node = new MemoryNode('main', 300);
    const { run, told, states } = watch(node);
    await run();
    node.blocks = [node.blocks[0] as ChainBlock];
    node.mine('forged', 320, [pays('forged')]);
    node.mine('forged', 5, [pays('forged too')]);
    await expect(run()).rejects.toThrow('the node has none of the newest blocks that were read');
    await times(3, run);
    expect([told, states]).toEqual([[], ['current', 'otherChain']]);
  });
});

describe('a network whose payments are not seen', () => {
  it('is reported in the status, where deposits are requested and on the deposit, until it continues', async () => {
    const since = world.clock.now();
    expect((await world.browser().call('getStatus')).body.networks).toEqual([
      { network: 'bitcoin', state: 'current', since: null },
      { network: 'ethereum', state: 'current', since: null },
    ]);
    world.troubledNetworks.set('bitcoin', { state: 'behind', since });
    expect((await world.browser().call('getStatus')).body.networks[0]).toEqual({
      network: 'bitcoin',
      state: 'behind',
      since: since.toISOString(),
    });
    await setRates(world);
    const who = await rich(world, {});
    const delays = async () =>
      (await who.call('getDepositOptions')).body.assets.map(
        ({ asset, networks }: { asset: string; networks: { delayedSince: string | null }[] }) => [
          asset,
          networks[0]?.delayedSince,
        ],
      );
    expect(await delays()).toEqual([
      ['BTC', since.toISOString()],
      ['ETH', null],
      ['USDT', null],
    ]);
    const { body } = await who.call('createDeposit', { body: { asset: 'BTC', network: 'bitcoin', amount: '1' } });
    expect(body).toMatchObject({ status: 'awaitingPayment', delayedSince: since.toISOString() });
    world.troubledNetworks.clear();
    expect((await who.call('getDeposit', { path: { id: body.id } })).body.delayedSince).toBeNull();
    expect(await delays()).toEqual([
      ['BTC', null],
      ['ETH', null],
      ['USDT', null],
    ]);
  });
});
