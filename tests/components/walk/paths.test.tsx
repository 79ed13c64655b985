import { describe, it } from 'vitest';
import { walkComponent } from '#walk/component/driver.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { shortListOf } from '#walk/paths/short-list.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { axeOnTheWay } from './axe-on-the-way.ts';

/** Axe takes a second for a page on a busy machine, and a path comes to a dozen. */
const TIMEOUT_MS = 180_000;

/**
 * Every planned path on the real routes, one as the members get it and the next as React rehearses it in development;
 * the long list walks each the other way. On its way a control is pressed twice, the browser's Back is pressed and the
 * page is loaded again, each once wherever that must change nothing. Axe looks at the screens with a message: without
 * one it sees them drawn (tests/browser/every-screen), and while they wait on the long list.
 */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const onStep = axeOnTheWay('error');

  it.each(walksInTurns(shortListOf(cases).paths))(
    'walks $walk.path.id in $culture',
    { timeout: TIMEOUT_MS },
    ({ walk, culture, strict }) =>
      walkComponent(graph, { ...walk.path, rides: walk.rides }, { culture, strict, onStep }),
  );
});
