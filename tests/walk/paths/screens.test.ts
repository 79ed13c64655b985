import { describe, expect, it } from 'vitest';
import { goodCaseOf } from '#machines/graph/plan.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { pathsToEveryScreen, screensOf } from '#walk/paths/screens.ts';

describe.each(flows)('what is checked of $machine.id', (cases) => {
  const chosen = pathsToEveryScreen(cases);

  it('is every screen that any of its paths reaches', () => {
    const seen = chosen.flatMap(({ screens }) => [...screens]);
    expect(new Set(seen).size).toBe(seen.length);
    expect(
      pathsOf(cases)
        .flatMap((path) => [...screensOf(path)])
        .filter((screen) => !seen.includes(screen)),
    ).toEqual([]);
  });

  it('is on the paths that it is checked on', () => {
    expect(
      chosen.flatMap(({ path, screens }) => [...screens].filter((screen) => !screensOf(path).has(screen))),
    ).toEqual([]);
  });

  it('begins with its good case, to the end of it', () => {
    const good = goodCaseOf(graphOf(cases));
    if (good !== null) expect(chosen[0]?.path.edges).toEqual(good);
  });
});
