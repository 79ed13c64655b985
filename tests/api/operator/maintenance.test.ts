// Maintenance from the command line: the club stays closed until it is opened, whatever moment members are shown.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClubState } from '#server/domain/club/state.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });

it('is closed until it is opened, whatever moment members are shown', async () => {
  const soon = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const later = new Date(world.clock.now().getTime() + 120_000).toISOString();
  const shown = async () => (await readClubState(world.db)).maintenanceUntil?.toISOString() ?? null;
  expect(await run('maintenance', 'on', '--until', world.clock.now().toISOString())).toEqual({
    code: 1,
    text: `${world.clock.now().toISOString()} is over`,
  });
  expect(await readClubState(world.db)).toMatchObject({ maintenance: false, maintenanceUntil: null });
  expect((await run('maintenance', 'on', '--until', soon)).text.split('\n')).toEqual([
    'the club is closed until "maintenance off"',
    `members are shown ${soon} as its expected end; nothing opens by itself then`,
  ]);
  expect((await run('maintenance', 'on', '--until', later)).text).toContain(
    `members are shown ${later} as its expected end, no longer ${soon}; nothing opens`,
  );
  expect(await shown()).toBe(later);
  world.clock.advance(180);
  expect((await world.browser().call('getRules')).status).toBe(503);
  expect((await run('status')).text).toContain(
    `CLOSED for maintenance until "maintenance off"; members are shown ${later} as its expected end, WHICH IS OVER`,
  );
  expect((await run('maintenance', 'on')).text).toContain(
    `members are shown no moment as its expected end, no longer ${later}`,
  );
  expect(await shown()).toBeNull();
  expect((await run('maintenance', 'off')).code).toBe(0);
  expect((await world.browser().call('getRules')).status).toBe(200);
});
