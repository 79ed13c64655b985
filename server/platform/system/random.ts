import { randomBytes, randomUUID } from 'node:crypto';

/** Source of ids and secrets. Injected, so that a test may know them; the real one is the system's CSPRNG. */
export interface Random {
  /** A number of random bytes. */
  bytes(count: number): Buffer;
  /** A version 4 UUID. */
  uuid(): string;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
