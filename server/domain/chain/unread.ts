import type { Db } from '#server/platform/db/kysely.ts';
import type { BlockSource } from './block-source.ts';
import type { UnreadChain } from './chain.ts';
import { lacking } from './cursor.ts';
import { NodeError, NodeSilent } from './rpc.ts';
import { stoppedSince, type BlockAge } from './stopped.ts';
import { savedWatch } from './watches.ts';

/** Whether a node's chain is read up to its newest block: null if it is, and otherwise why payments may be unknown. */
export async function unreadChain(db: Db, source: BlockSource, age: BlockAge | null): Promise<UnreadChain | null> {
  const { network } = source;
  if ((await savedWatch(db, network))?.state === 'otherChain') return { network, why: 'otherChain' };
  try {
    const tip = await source.tip();
    const cursor = await db
      .selectFrom('chain_cursors')
      .select(['height', 'hash'])
      .where('network', '=', network)
      .executeTakeFirst();
    // A chain that was never read has nothing that could have been missed.
    const read = cursor === undefined ? tip : Number(cursor.height);
    if (read === tip) return await unreadAtTip(db, source, { height: tip, read: cursor?.hash ?? null, age });
    return tip > read ? { network, why: 'unread', blocks: tip - read } : { network, why: 'behind', blocks: read - tip };
  } catch (error) {
    if (error instanceof NodeSilent) return { network, why: 'silent' };
    if (error instanceof NodeError) return { network, why: 'wrong', reason: error.message };
    throw error;
  }
}

/** As many blocks as were read may be other ones, and all that a node has may be old. */
async function unreadAtTip(
  db: Db,
  source: BlockSource,
  tip: { height: number; read: string | null; age: BlockAge | null },
): Promise<UnreadChain | null> {
  const { network } = source;
  const hash = await source.hashAt(tip.height);
  if (hash === null) throw lacking(tip.height);
  if (tip.read !== null && tip.read !== hash) return { network, why: 'replaced' };
  const since = await stoppedSince(db, {
    ...{ height: tip.height, hash, age: tip.age },
    madeAt: (block) => source.madeAt(block),
  });
  return since === null ? null : { network, why: 'stopped', since };
}
