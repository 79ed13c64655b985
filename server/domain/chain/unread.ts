import type { Db } from '#server/platform/db/kysely.ts';
import type { BlockSource } from './block-source.ts';
import type { UnreadChain } from './chain.ts';
import { NodeError } from './rpc.ts';
import { savedWatch } from './watches.ts';

/** Whether a node's chain is read up to its newest block: null if it is, and otherwise why payments may be unknown. */
export async function unreadChain(db: Db, source: BlockSource): Promise<UnreadChain | null> {
  const { network } = source;
  if ((await savedWatch(db, network))?.state === 'otherChain') return { network, why: 'otherChain' };
  try {
    const tip = await source.tip();
    const cursor = await db
      .selectFrom('chain_cursors')
      .select('height')
      .where('network', '=', network)
      .executeTakeFirst();
    // A chain that was never read has nothing that could have been missed.
    const read = cursor === undefined ? tip : Number(cursor.height);
    if (read === tip) return null;
    return tip > read ? { network, why: 'unread', blocks: tip - read } : { network, why: 'behind', blocks: read - tip };
  } catch (error) {
    if (error instanceof NodeError) return { network, why: 'silent' };
    throw error;
  }
}
