import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#server/platform/contract/problems.ts';

/** S-05. The library's default algorithm is argon2id. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The cost of a hash: memory in KiB, rounds over it, and lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Salt and hash of 256 random bits that nobody kept. */
const NOBODYS = 'w8PoC6qwYUZXbvhUyCCRgg$mofUlH4Z2tE59amDkH9chwP/NoLUN3Ys0WuKfmJmbTs';

/** How many calls may wait for a free place before further ones are refused: about a second of work for each place. */
const MAX_WAITING_PER_PLACE = 64;

/** Checks and makes password hashes, a limited number at a time: each takes 19 MiB and a core for about 20 ms. */
export interface PasswordHasher {
  /** Whether the password matches the hash. Without a hash it takes as long and never matches. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** The hash to store. */
  hash(password: string): Promise<string>;
  /** Whether a stored hash should be replaced, since it was made with other options. */
  isOutdated(storedHash: string): boolean;
}

/**
 * @param options.places how many hashes are computed at once
 * @param options.cost of the hashes it makes; another one than the product's own is for tests
 * @throws Problem too_many_requests from its methods if too many callers wait already
 */
export function createPasswordHasher({
  places = availableParallelism(),
  cost = COST,
}: { places?: number; cost?: HashCost } = {}): PasswordHasher {
  const limit = createLimiter(places, places * MAX_WAITING_PER_PLACE);
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  // Compared if there is no password, so that an unknown username takes as long as a wrong password (S-06).
  const dummyHash = `${currentForm}${NOBODYS}`;
  return {
    verify: (storedHash, password) =>
      limit(async () => {
        const right = await verify(storedHash ?? dummyHash, normalize(password));
        return right && storedHash !== null;
      }),
    hash: (password) => limit(() => hash(normalize(password), cost)),
    isOutdated: (storedHash) => !storedHash.startsWith(currentForm),
  };
}

/** One password typed on two keyboards is one password (NIST SP 800-63B-4 §3.1.1.2); nothing is trimmed. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function createLimiter(places: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (waiting.length >= maxWaiting) throw new Problem('too_many_requests', { retryAfterSeconds: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next caller, so nobody overtakes.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
