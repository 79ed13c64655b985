// The watcher with a development chain that was deleted or lost blocks: it follows by itself, unlike on a real chain.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { MemoryNode } from '#tests/support/memory-node.ts';
import { addressIn, paying, watchNode } from './watch-node.ts';

let world: World;
let lookup: string;
beforeEach(async () => {
  world = await createWorld();
  lookup = await addressIn(world);
});
afterEach(() => world.close());

const watch = (source: MemoryNode) => watchNode(world, source, { development: true, longestSeconds: 7_200 });
const pays = (txId: string) => paying(lookup, txId);

it('a development chain that was made again is watched from its newest block, and what is paid on it is credited', async () => {
  const node = new MemoryNode('main', 200);
  const { run, lines, told, states } = watch(node);
  await run();
  node.mine('main', 1, [pays('tx1')]);
  await run();
  node.blocks.length = 1;
  node.mine('again', 5);
  await run();
  await run();
  expect(lines).toEqual(['bitcoin: the development chain was made again and is watched from block 5']);
  expect(told).toEqual(['seen tx1', 'dropped tx1']);
  node.mine('again', 3, [pays('tx2')]);
  await run();
  expect(told.slice(2)).toEqual(['seen tx2', 'final tx2']);
  expect(states).toEqual(['current']);
});

it('a development chain that lost its newest blocks is followed from those that it still has, with their payments', async () => {
  const node = new MemoryNode('main', 200);
  const { run, lines, told } = watch(node);
  await run();
  node.mine('main', 1, [pays('tx1')]);
  node.mine('main', 1, [pays('tx2')]);
  await run();
  node.blocks.length -= 1;
  await run();
  await run();
  expect(lines).toEqual(['bitcoin: a reorganization replaced the blocks above 201']);
  expect(told).toEqual(['seen tx1', 'seen tx2', 'dropped tx2']);
  node.mine('main', 3, [pays('tx2')]);
  await run();
  expect(told.slice(3)).toEqual(expect.arrayContaining(['seen tx2', 'final tx1', 'final tx2']));
});
