import { afterEach, beforeEach, expect, it } from 'vitest';
import { NodeError, NodeSilent } from '#server/domain/chain/rpc.ts';
import { unreadChain } from '#server/domain/chain/unread.ts';
import { saveWatch } from '#server/domain/chain/watches.ts';
import { unreadText } from '#server/domain/restores/accept.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';

/** Whether all payments of a chain can be known: a restore is not accepted before. */

const READ = 8;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const LONGEST = 7_200;
const age = () => ({ longestSeconds: LONGEST, now: async () => world.clock.now() });
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
  expect(await unreadChain(world.db, new MemoryNode('main', tip), age())).toEqual(expected);
});

it('a chain that was never read misses nothing', async () => {
  expect(await unreadChain(world.db, new MemoryNode('main', 40), age())).toBeNull();
});

it('a node that does not answer, or is on another chain', async () => {
  await read();
  const node = new MemoryNode('main', READ);
  const silent = Object.assign(new MemoryNode('main', READ), {
    tip: () => Promise.reject(new NodeSilent('no answer')),
  });
  expect(await unreadChain(world.db, silent, age())).toEqual({ network: 'bitcoin', why: 'silent' });
  await saveWatch(world.db, { network: 'bitcoin', state: 'otherChain', since: world.clock.now() });
  expect(await unreadChain(world.db, node, age())).toEqual({ network: 'bitcoin', why: 'otherChain' });
});

it('a node that has stopped: what its network has since is not known', async () => {
  await read();
  const node = new MemoryNode('main', READ);
  node.made = secondsAfter(world.clock.now(), -LONGEST);
  expect(await unreadChain(world.db, node, age())).toBeNull();
  world.clock.advance(1);
  expect(await unreadChain(world.db, node, age())).toEqual({ network: 'bitcoin', why: 'stopped', since: node.made });
  // One whose blocks come on demand.
  expect(await unreadChain(world.db, node, null)).toBeNull();
});

it('a node with as many blocks, but other ones, or without the one that it has named', async () => {
  await read();
  expect(await unreadChain(world.db, new MemoryNode('other', READ), age())).toEqual({
    ...{ network: 'bitcoin', why: 'replaced' },
  });
  const lacking = Object.assign(new MemoryNode('main', READ), { hashAt: async () => null });
  const found = await unreadChain(world.db, lacking, age());
  expect(found === null ? null : unreadText(found)).toBe(
    'the node of bitcoin gives no usable answer (the node does not have block 8, though it has named a later one or the same)',
  );
});

it('a node that refuses a call, or answers with another block', async () => {
  await read();
  for (const method of ['tip', 'hashAt', 'madeAt'] as const) {
    const refusing = Object.assign(new MemoryNode('main', READ), {
      [method]: () => Promise.reject(new NodeError('the node gave another block than it was asked for')),
    });
    expect(await unreadChain(world.db, refusing, age())).toEqual({
      ...{ network: 'bitcoin', why: 'wrong', reason: 'the node gave another block than it was asked for' },
    });
  }
});
