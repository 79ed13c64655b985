import type { BlockPayment } from '#server/domain/chain/block-source.ts';
import type { PaymentListener, WatchState } from '#server/domain/chain/chain.ts';
import { createWatcher } from '#server/domain/chain/watcher.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { World } from '#tests/api/support/world.ts';
import type { MemoryNode } from '#tests/support/memory-node.ts';

/** The address that a new member is given for BTC. */
export async function addressIn(world: World): Promise<string> {
  const { db, clock, services } = world;
  const { id: memberId } = await world.member();
  const wanted = { memberId, asset: 'BTC' as const, now: clock.now() };
  const issued = await inTransaction(db, (trx) => services.chain.issueAddress(trx, wanted));
  return String(issued?.address);
}

/** A watcher of a node in memory on the world's database, with everything that it says. */
export function watchNode(
  world: World,
  source: MemoryNode,
  { development = false, longestSeconds }: { development?: boolean; longestSeconds: number },
) {
  const [lines, told, states, lags]: [string[], string[], WatchState[], number[]] = [[], [], [], []];
  const listener: PaymentListener = {
    onSeen: async (_trx, { txId }) => void told.push(`seen ${txId}`),
    onConfirmations: async () => undefined,
    beforeFinals: () => Promise.resolve(),
    onFinal: async (_trx, { txId }) => {
      told.push(`final ${txId}`);
      return 'settled';
    },
    onDropped: async (_trx, { txId }) => void told.push(`dropped ${txId}`),
  };
  const { db, clock } = world;
  const { random } = world.services;
  let state: WatchState = 'starting';
  const watcher = createWatcher({
    clock,
    random,
    source,
    listener,
    confirmationsRequired: async () => 3,
    development,
    log: (line) => lines.push(line),
    state: () => state,
    onState: async (_db, found) => {
      state = found;
      states.push(found);
    },
    age: { longestSeconds, now: async () => world.clock.now() },
    onLag: (blocks) => lags.push(blocks),
  });
  return { run: () => watcher(db), lines, told, states, lags };
}

/** A payment to an address. */
export const paying = (lookup: string, txId: string): BlockPayment => ({
  txId,
  index: 0,
  lookup,
  asset: 'BTC',
  units: 10_000n,
});
