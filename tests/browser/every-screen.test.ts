// Every screen of every flow, once, on a 360 px phone, in one language each in rotation: what axe finds, what
// overflows, what is outside the window (at 320 and 390 px too), bare keys, English left in the other languages. Of
// those that one component draws for several flows, one is looked at here. The long list looks at the others, at all of
// them in the two other languages, and walks all paths.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '#walk/paths/flows.ts';
import { viewsOnShortList } from '#walk/paths/screens.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';
import { launchBrowser } from './engines/engine.ts';
import { NOTHING, PATH_MS, wrongOnScreens } from './support/screens-on-path.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open(launchBrowser);
});
afterAll(() => lanes.close());

describe.concurrent.each(flows)('$machine.id', (cases) => {
  it.each(viewsOnShortList(cases))('is right on $walk.path.id in $culture', { timeout: PATH_MS }, async (turn) => {
    expect(await lanes.use((lane) => wrongOnScreens(turn, lane))).toEqual(NOTHING);
  });
});
