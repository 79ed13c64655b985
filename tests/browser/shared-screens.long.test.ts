// The screens that every-screen.test.ts leaves out, in the languages in which it would have looked at them: those that
// one component draws for several flows, and those of a flow's child or host.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '#walk/paths/flows.ts';
import { viewsLeftOut } from '#walk/paths/screens.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';
import { launchBrowser } from './engines/engine.ts';
import { NOTHING, PATH_MS, wrongOnScreens } from './support/screens-on-path.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open(launchBrowser);
});
afterAll(() => lanes.close());

describe.concurrent.each(flows.filter((cases) => viewsLeftOut(cases).length > 0))('$machine.id', (cases) => {
  it.each(viewsLeftOut(cases))('is right on $walk.path.id in $culture', { timeout: PATH_MS }, async (turn) => {
    expect(await lanes.use((lane) => wrongOnScreens(turn, lane))).toEqual(NOTHING);
  });
});
