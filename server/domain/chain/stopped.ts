// A node that has stopped still answers, always with the same newest block: only the time in that block tells.
import type { Db } from '#server/platform/db/kysely.ts';
import { MINUTE_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import type { BlockSource } from './block-source.ts';
import type { Network } from './chain.ts';
import type { ChainSettings } from './settings.ts';

/** How old the newest block of a node may be, by which clock. */
export interface BlockAge {
  longestSeconds: number;
  /** A clock in doubt must not make a node look stopped (`trustedMoment`). */
  now: (db: Db) => Promise<Date>;
}

/** Null for a chain whose newest block may be of any age. */
export function blockAgeOf(
  settings: Pick<ChainSettings, 'bitcoin' | 'ethereum'>,
  network: Network,
  now: BlockAge['now'],
): BlockAge | null {
  const minutes = settings[network]?.blockAgeMinutes ?? 0;
  return minutes === 0 ? null : { longestSeconds: minutes * MINUTE_SECONDS, now };
}

/**
 * When the newest block of a node was made, if that is too long ago; otherwise null.
 *
 * @throws NodeError
 */
export async function stoppedSince(
  db: Db,
  newest: { height: number; hash: string; age: BlockAge | null; madeAt: BlockSource['madeAt'] },
): Promise<Date | null> {
  const { height, hash, age, madeAt } = newest;
  if (age === null) return null;
  const made = await madeAt({ height, hash });
  return made < secondsAfter(await age.now(db), -age.longestSeconds) ? made : null;
}
