import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goodCaseOf } from '#machines/graph/plan.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { pathsToEveryScreen, screensOf, viewsLeftOut, viewsOnShortList } from '#walk/paths/screens.ts';
import { sharedScreens } from '#walk/paths/shared-screens.ts';

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

describe('what the short list looks at in a browser', () => {
  const seen = flows.flatMap((cases) => viewsOnShortList(cases).flatMap(({ walk }) => [...walk.screens]));
  const left = flows.flatMap((cases) => viewsLeftOut(cases).flatMap(({ walk }) => [...walk.screens]));
  const every = flows.flatMap((cases) => pathsToEveryScreen(cases).flatMap(({ screens }) => [...screens]));

  it('and what it leaves to the long list are together every screen', () => {
    expect([...seen, ...left].toSorted()).toEqual(every.toSorted());
  });

  it('is each screen once, without those that are drawn like another', () => {
    const alike = sharedScreens.flatMap((shared) => shared.alike);
    expect(new Set(seen).size).toBe(seen.length);
    expect(
      [...new Set(every)].filter((name) => !alike.some((screen) => name.endsWith(` ${screen}`))).toSorted(),
    ).toEqual(seen.toSorted());
  });

  it('is, of each group of screens that one component draws, at least one', () => {
    for (const { seen: named } of sharedScreens) {
      expect(named).not.toEqual([]);
      for (const screen of named) expect(seen.filter((name) => name.endsWith(` ${screen}`))).toHaveLength(1);
    }
  });

  it('is on paths that reach it', () => {
    for (const cases of flows)
      for (const { walk } of [...viewsOnShortList(cases), ...viewsLeftOut(cases)])
        expect([...walk.screens].filter((screen) => !screensOf(walk.path).has(screen))).toEqual([]);
  });
});

describe('the screens that one component draws', () => {
  const routes = readdirSync('src/flows', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`src/flows/${file}`, 'utf8'));

  it.each(sharedScreens)('are those that the routes give to $drawnBy', ({ drawnBy, seen, alike }) => {
    const given = routes.flatMap((route) =>
      [...route.matchAll(new RegExp(String.raw`'([a-z-]+)': ${drawnBy}\b`, 'g'))].map(([, screen]) => screen),
    );
    expect([...seen, ...alike].toSorted()).toEqual(given.toSorted());
  });

  it('have the same name wherever they are made', () => {
    for (const route of routes)
      expect(route.includes(': Options,')).toBe(route.includes('const Options = optionsScreen('));
  });
});
