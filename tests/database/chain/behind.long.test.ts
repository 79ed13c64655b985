// The watch over a node that lost blocks, stands in another one's place, or is on another chain: told once, shown in
// the status, nothing credited, and it goes on by itself.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlockPayment, BlockSource, ChainBlock } from '#server/domain/chain/block-source.ts';
import type { PaymentListener, WatchState } from '#server/domain/chain/chain.ts';
import { createWatcher } from '#server/domain/chain/watcher.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { rich, setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
let lookup: string;
beforeEach(async () => {
  world = await createWorld();
  const { id: memberId } = await world.member();
  const issued = await inTransaction(world.db, (trx) =>
    world.services.chain.issueAddress(trx, { memberId, asset: 'BTC', now: world.clock.now() }),
  );
  lookup = String(issued?.address);
});
afterEach(() => world.close());

/** A node in memory, whose blocks a test takes away and puts back. */
class MemoryNode implements BlockSource {
  readonly network = 'bitcoin';
  up = true;
  blocks: ChainBlock[] = [];

  constructor(name: string, height: number) {
    this.mine(name, height + 1);
  }

  mine(name: string, count: number, payments: BlockPayment[] = []): void {
    for (let made = 0; made < count; made += 1) {
      const height = this.blocks.length;
      this.blocks.push({
        height,
        hash: `${name}-${height}`,
        parentHash: this.blocks.at(-1)?.hash ?? 'none',
        payments: made === 0 ? payments : [],
      });
    }
  }

  async genesis() {
    return (await this.hashAt(0)) ?? '';
  }
  async tip() {
    return this.blocks.length - 1;
  }
  async hashAt(height: number) {
    return this.blocks[height]?.hash ?? null;
  }
  async blockAt(height: number) {
    return this.blocks[height] ?? null;
  }
  async tookPlace() {
    return true;
  }
}

function watch(source: MemoryNode) {
  const [lines, told, states]: [string[], string[], WatchState[]] = [[], [], []];
  const listener: PaymentListener = {
    onSeen: async (_trx, { txId }) => void told.push(`seen ${txId}`),
    onConfirmations: async () => undefined,
    onFinal: async (_trx, { txId }) => void told.push(`final ${txId}`),
    onDropped: async (_trx, { txId }) => void told.push(`dropped ${txId}`),
  };
  const { db, clock } = world;
  const { random } = world.services;
  const run = createWatcher({
    db,
    clock,
    random,
    source,
    listener,
    confirmationsRequired: async () => 3,
    development: false,
    log: (line) => lines.push(line),
    onState: (state) => states.push(state),
  });
  return { run, lines, told, states };
}

const pays = (txId: string): BlockPayment => ({ txId, index: 0, lookup, asset: 'BTC', units: 10_000n });
const times = async (count: number, run: () => Promise<void>) => {
  for (let round = 0; round < count; round += 1) await run();
};

describe('a node with fewer blocks than were read', () => {
  it('is told in one line, drops and credits nothing, and goes on where it was once it has caught up', async () => {
    const node = new MemoryNode('main', 200);
    const { run, lines, told, states } = watch(node);
    await run();
    node.mine('main', 2, [pays('tx1')]);
    await run();
    const whole = [...node.blocks];
    node.blocks = whole.slice(0, 190);
    await times(5, run);
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
    expect(lines.slice(1)).toEqual(['bitcoin: the node has caught up with what was read; payments are seen again']);
    expect(told).toEqual(['seen tx1', 'seen tx2', 'final tx1']);
    expect(states).toEqual(['current', 'behind', 'current']);
  });

  it('is told again by a process that starts while it lags', async () => {
    const node = new MemoryNode('main', 10);
    await watch(node).run();
    node.blocks.length = 5;
    const later = watch(node);
    await times(2, later.run);
    expect([later.lines.length, later.states]).toEqual([1, ['behind']]);
  });
});

describe('a node of another chain behind the same address', () => {
  it('is refused once by its first block, credits nothing, and the watch goes on with the right one', async () => {
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

  it('is refused once too where only the first block is the same and none of those that were read', async () => {
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
  it('is told in the status, where deposits are asked for and on the deposit, until it goes on', async () => {
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
