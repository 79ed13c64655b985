import { describe, expect, it } from 'vitest';
import { goodCaseOf } from '#machines/graph/plan.ts';
import { flows, graphOf, pathsOf } from './flows.ts';
import { pathsToEveryScreen, screensOf } from './screens.ts';

describe.each(flows)('what is looked at of $machine.id', (cases) => {
  const chosen = pathsToEveryScreen(cases);

  it('is every screen that any of its paths comes to', () => {
    const seen = new Set(chosen.flatMap((path) => [...screensOf(path)]));
    expect(pathsOf(cases).flatMap((path) => [...screensOf(path)]).filter((screen) => !seen.has(screen))).toEqual([]);
  });

  it('begins with its good case, to the end of it', () => {
    const good = goodCaseOf(graphOf(cases));
    if (good !== null) expect(chosen[0]?.edges).toEqual(good);
  });
});
