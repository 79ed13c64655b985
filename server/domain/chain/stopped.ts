// A node that has stopped still answers, always with the same newest block: only the time in that block tells.
import type { Db } from '#server/platform/db/kysely.ts';
import { HOUR_SECONDS, MINUTE_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import type { BlockSource } from './block-source.ts';
import type { Network } from './chain.ts';
import { DEVELOPMENT_CHAIN_ID, type ChainSettings } from './settings.ts';

/**
 * How old a node's newest block may be. Ethereum has one every twelve seconds. Bitcoin has one in ten minutes on
 * average, but goes without one for more than an hour every few weeks, and for two once in some years.
 */
const LONGEST_SECONDS: Readonly<Record<Network, number>> = {
  bitcoin: 2 * HOUR_SECONDS,
  ethereum: 5 * MINUTE_SECONDS,
};

/** How old the newest block of a node may be, by which clock. */
export interface BlockAge {
  longestSeconds: number;
  /** A clock in doubt must not make a node look stopped (`trustedMoment`). */
  now: (db: Db) => Promise<Date>;
}

/** Null for a chain whose blocks come on demand: its newest one may be of any age. */
export function blockAgeOf(
  { bitcoin, ethereum }: Pick<ChainSettings, 'bitcoin' | 'ethereum'>,
  network: Network,
  now: BlockAge['now'],
): BlockAge | null {
  const onDemand = network === 'bitcoin' ? bitcoin?.network === 'regtest' : ethereum?.chainId === DEVELOPMENT_CHAIN_ID;
  return onDemand ? null : { longestSeconds: LONGEST_SECONDS[network], now };
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
