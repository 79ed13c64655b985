// The screens of every-screen.test.ts in the two languages that each was not seen in there: what fits in one language
// may be too long in another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '#walk/paths/flows.ts';
import { pathsToEveryScreen } from '#walk/paths/screens.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';
import { launchBrowser } from './engines/engine.ts';
import { NOTHING, PATH_MS, wrongOnScreens } from './support/screens-on-path.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open(launchBrowser);
});
afterAll(() => lanes.close());

describe.concurrent.each(flows)('$machine.id', (cases) => {
  const paths = pathsToEveryScreen(cases);
  it.each([...walksInTurns(paths, 1), ...walksInTurns(paths, 2)])(
    'is right on $walk.path.id in $culture',
    { timeout: PATH_MS },
    async (turn) => {
      expect(await lanes.use((lane) => wrongOnScreens(turn, lane))).toEqual(NOTHING);
    },
  );
});
