// Everything an operation works with, built once and passed along: no module keeps state of its own.
import type { PasswordHasher } from './accounts/passwords.ts';
import type { Chain } from './chain/chain.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './crypto/keys.ts';
import type { Db } from './db/kysely.ts';
import type { Random } from './random.ts';
import type { RateChanges } from './rate-changes.ts';

export interface Services {
  config: Config;
  db: Db;
  clock: Clock;
  random: Random;
  keys: Keys;
  passwords: PasswordHasher;
  chain: Chain;
  rateChanges: RateChanges;
}
