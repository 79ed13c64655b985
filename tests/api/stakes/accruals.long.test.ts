// What stakes earn on every day of a year: many steps that run the same code, so the short list has only the edges.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import { throughAYear } from '../support/years.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

/** 365 days, each with a run of the jobs and a check of the books. */
const A_YEAR_MS = 180_000;

describe('a stake', () => {
  it(
    'earns its share every day of a year and of the terms that follow, and returns all of it in the end',
    () =>
      throughAYear(
        world,
        Array.from({ length: 365 }, (_, index) => index + 1),
      ),
    A_YEAR_MS,
  );
});
