// A page takes from the dates of responses how far its device's clock is off (src/api/server-clock.ts).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it('a response is dated by the clock that it is about, also a refusal', async () => {
  const written = async (operation: 'getStatus' | 'getWallet') => {
    const { headers } = await world.browser().call(operation);
    return Date.parse(String(headers['date']));
  };
  world.clock.advance(26 * 3600);
  const now = world.clock.now().getTime();
  for (const operation of ['getStatus', 'getWallet'] as const)
    expect(Math.abs((await written(operation)) - now)).toBeLessThan(60_000);
});
