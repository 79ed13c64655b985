// Payments that come, vanish and come back while two processes watch: each is credited once, when it is final.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { checkDeposits } from '#tests/prove/models/deposits.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe('after any sequence of payments and reorganizations', () => {
  it(
    'members have what a small model says, and the books agree',
    () => checkDeposits(world, { seed: Date.now() % 2 ** 31, runs: 8, longest: 40 }),
    240_000,
  );
});
