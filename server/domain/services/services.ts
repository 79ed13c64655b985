// Everything an operation works with, built once and passed along: no module has state of its own.
import type { Chain } from '#server/domain/chain/chain.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Keys } from '#server/platform/crypto/keys.ts';
import type { PasswordHasher } from '#server/platform/crypto/passwords.ts';
import type { CommitWatch } from '#server/platform/db/commit-watch.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import type { Changes } from './changes.ts';

export interface Services {
  config: Config;
  db: Db;
  /**
   * The number by which other processes on the database see whether this one is still there; null if it is the only.
   */
  processNumber: number | null;
  /** Tells all processes of changes. */
  bus: Bus;
  /** Whether commits wait for a standby of PostgreSQL. */
  commits: Pick<CommitWatch, 'waitSince'>;
  clock: Clock;
  random: Random;
  keys: Keys;
  passwords: PasswordHasher;
  chain: Chain;
  changes: Changes;
}
