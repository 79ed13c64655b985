import { describe, it } from 'vitest';
import { walkComponent } from '#walk/component/driver.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { axeOnTheWay } from './axe-on-the-way.ts';

/** Axe takes a second per page on a busy machine, and a path reaches a dozen. */
const TIMEOUT_MS = 180_000;

/**
 * Every planned path under React's StrictMode, in another language than on the short list. Axe checks each screen, also
 * while it waits.
 */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const onStep = axeOnTheWay('all');

  it.each(walksInTurns(pathsOf(cases), 1))('walks $walk.id in $culture', { timeout: TIMEOUT_MS }, ({ walk, culture }) =>
    walkComponent(graph, walk, { culture, strict: true, onStep }),
  );
});
