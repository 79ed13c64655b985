import { afterAll, beforeAll, describe, it } from 'vitest';
import { walkBrowserCell } from '#walk/browser/cells.ts';
import { canWalk, cellsOf, withoutLookalikes } from '#walk/paths/cells.ts';
import { flows } from '#walk/paths/flows.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { Lanes } from '#fixtures/browser/lanes.ts';

let lanes: Lanes;

beforeAll(async () => {
  lanes = await Lanes.open(launchChromium);
});
afterAll(() => lanes.close());

// The paths walk the cells of the fault matrix: each is an outcome of a call.
describe.concurrent.each(flows)('$machine.id', (cases) => {
  const walks = withoutLookalikes(
    cellsOf(cases, ['reload', 'back', 'double-press']).filter((walk) => canWalk('browser', walk)),
  );

  it.each(walks.map((walk) => [walk.cell.id, walk] as const))('%s', async (_, walk) => {
    const wrong = await lanes.use((lane) => walkBrowserCell(walk, { ...lane, culture: 'en-US' }));
    if (wrong !== null) throw new Error(wrong);
  });
});
