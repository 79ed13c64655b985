import { describe, it } from 'vitest';
import { walkComponent } from '#walk/component/driver.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { shortListOf } from '#walk/paths/short-list.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { axeOnTheWay } from './axe-on-the-way.ts';

/** Axe takes a second per page on a busy machine, and a path reaches a dozen. */
const TIMEOUT_MS = 180_000;

/**
 * Every planned path on the real routes, as members get them; the long list walks each under React's StrictMode. On its
 * way a control is pressed twice, the browser's Back is pressed and the page is
 * reloaded, each once wherever that must change nothing. Axe checks the screens with a message; the browser tests check
 * those without one (tests/browser/every-screen), and the long list checks them while they wait.
 */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const onStep = axeOnTheWay('error');

  it.each(walksInTurns(shortListOf(cases).paths))(
    'walks $walk.path.id in $culture',
    { timeout: TIMEOUT_MS },
    ({ walk, culture }) =>
      walkComponent(graph, { ...walk.path, rides: walk.rides }, { culture, strict: false, onStep }),
  );
});
