import { afterEach, beforeEach, expect, it } from 'vitest';
import { NodeError } from '#server/domain/chain/rpc.ts';
import { unreadChain } from '#server/domain/chain/unread.ts';
import { saveWatch } from '#server/domain/chain/watches.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';

/** Whether all payments of a chain can be known: a restore is not accepted before. */

const READ = 8;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const read = () =>
  world.db
    .insertInto('chain_cursors')
    .values({
      ...{ network: 'bitcoin', genesis_hash: 'main-0' },
      ...{ height: BigInt(READ), hash: `main-${READ}`, moved_at: world.clock.now() },
    })
    .execute();

it.each([
  [READ, null],
  [READ + 3, { network: 'bitcoin', why: 'unread', blocks: 3 }],
  // As a node that was lost with its machine, and synchronizes from the beginning.
  [1, { network: 'bitcoin', why: 'behind', blocks: READ - 1 }],
])('a node at block %i, read up to block 8: %j', async (tip, expected) => {
  await read();
  expect(await unreadChain(world.db, new MemoryNode('main', tip))).toEqual(expected);
});

it('a chain that was never read misses nothing', async () => {
  expect(await unreadChain(world.db, new MemoryNode('main', 40))).toBeNull();
});

it('a node that does not answer, or is on another chain', async () => {
  await read();
  const node = new MemoryNode('main', READ);
  const silent = Object.assign(new MemoryNode('main', READ), {
    tip: () => Promise.reject(new NodeError('no answer')),
  });
  expect(await unreadChain(world.db, silent)).toEqual({ network: 'bitcoin', why: 'silent' });
  await saveWatch(world.db, { network: 'bitcoin', state: 'otherChain', since: world.clock.now() });
  expect(await unreadChain(world.db, node)).toEqual({ network: 'bitcoin', why: 'otherChain' });
});
