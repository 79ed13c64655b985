// How far a chain was read. Every step forward or back locks the cursor's row and requires the position that the step
// was computed for, so any number of processes may watch.
import { inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { WrongChainError, type BlockSource } from './block-source.ts';
import type { Network } from './chain.ts';
import { NodeError } from './rpc.ts';

/**
 * How many of the newest block hashes are kept. A deeper reorganization stops the watcher until the operator has
 * looked.
 */
export const BLOCKS_KEPT = 144;

export interface Position {
  height: number;
  hash: string;
}

/**
 * Makes sure that the node is on the chain that the database was created with. A chain that was never read is started
 * at its newest block: no address was given out before.
 *
 * @throws WrongChainError if it is on another one
 * @throws NodeError if the node cannot be used
 */
export async function openCursor(db: Db, source: BlockSource, now: Date): Promise<void> {
  const genesis = await source.genesis();
  const { network } = source;
  const known = await db
    .selectFrom('chain_cursors')
    .select('genesis_hash')
    .where('network', '=', network)
    .executeTakeFirst();
  if (known === undefined) {
    const begin = await newestBlock(source);
    await inTransaction(db, (trx) => beginAt(trx, { network, genesis, ...begin, now }));
  } else if (known.genesis_hash !== genesis) {
    throw new WrongChainError(
      `the ${network} node is on another chain than the one that this database was created with`,
    );
  }
}

/** The position up to which the chain was read. */
export async function readPosition(db: Db, network: Network): Promise<Position> {
  const row = await db
    .selectFrom('chain_cursors')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return { height: Number(row.height), hash: row.hash };
}

/** What a node is that does not have a block which it should have, as one of several that answer in turn. */
export function lacking(height: number): NodeError {
  return new NodeError(`the node does not have block ${height}, though it has named a later one or the same`);
}

/** The block at the end of the node's chain. */
export async function newestBlock(source: BlockSource): Promise<Position> {
  const height = await source.tip();
  const hash = await source.hashAt(height);
  if (hash === null) throw new NodeError('the chain changed while it was read');
  return { height, hash };
}

/** The first of several processes creates the cursor; the others find it. */
async function beginAt(
  trx: Trx,
  begin: { network: Network; genesis: string; height: number; hash: string; now: Date },
): Promise<void> {
  const { network, genesis, height, hash, now } = begin;
  const made = await trx
    .insertInto('chain_cursors')
    .values({ network, genesis_hash: genesis, height: BigInt(height), hash, moved_at: now })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .returning('network')
    .executeTakeFirst();
  if (made !== undefined)
    await trx
      .insertInto('chain_blocks')
      .values({ network, height: BigInt(height), hash })
      .execute();
}

/** Makes a step from a position; returns false and does nothing if another process has made one meanwhile. */
export async function stepFrom(
  db: Db,
  network: Network,
  from: Position,
  step: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const cursor = await trx
      .selectFrom('chain_cursors')
      .select(['height', 'hash'])
      .where('network', '=', network)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (Number(cursor.height) !== from.height || cursor.hash !== from.hash) return false;
    await step(trx);
    return true;
  });
}

/** Records a block as the newest one read, and forgets those older than any reorganization that is followed. */
export async function moveForward(trx: Trx, network: Network, to: Position, now: Date): Promise<void> {
  await trx
    .insertInto('chain_blocks')
    .values({ network, height: BigInt(to.height), hash: to.hash })
    .execute();
  await trx
    .deleteFrom('chain_blocks')
    .where('network', '=', network)
    .where('height', '<=', BigInt(to.height - BLOCKS_KEPT))
    .execute();
  await moveTo(trx, network, to, now);
}

/** Goes back to a block that was read before; those above it are forgotten. */
export async function moveBack(trx: Trx, network: Network, to: Position, now: Date): Promise<void> {
  await trx.deleteFrom('chain_blocks').where('network', '=', network).where('height', '>', BigInt(to.height)).execute();
  await moveTo(trx, network, to, now);
}

/** Starts over at another block, for example after a development chain was deleted. */
export async function moveAnywhere(trx: Trx, network: Network, to: Position, now: Date): Promise<void> {
  await trx.deleteFrom('chain_blocks').where('network', '=', network).execute();
  await moveForward(trx, network, to, now);
}

async function moveTo(trx: Trx, network: Network, to: Position, now: Date): Promise<void> {
  await trx
    .updateTable('chain_cursors')
    .set({ height: BigInt(to.height), hash: to.hash, moved_at: now })
    .where('network', '=', network)
    .execute();
}

/**
 * The newest block that was read and that the node still has; null if it has none of those that are kept.
 *
 * @param gone.lackingIsGone whether a block that the node lacks was removed, as on a development chain that was deleted
 * @throws NodeError if it lacks one elsewhere: that it has not got it yet does not say that it was replaced
 */
export async function commonBlock(
  db: Db,
  source: BlockSource,
  { lackingIsGone }: { lackingIsGone: boolean },
): Promise<Position | null> {
  const blocks = await db
    .selectFrom('chain_blocks')
    .select(['height', 'hash'])
    .where('network', '=', source.network)
    .orderBy('height', 'desc')
    .execute();
  for (const block of blocks) {
    const height = Number(block.height);
    const hash = await source.hashAt(height);
    if (hash === null && !lackingIsGone) throw lacking(height);
    if (hash === block.hash) return { height, hash };
  }
  return null;
}
