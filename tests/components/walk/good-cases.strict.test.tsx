import { it } from 'vitest';
import { walkComponent } from '#walk/component/driver.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { walksInTurns } from '#walk/paths/turns.ts';

/**
 * The good case of each flow in React's development build under StrictMode, which draws everything twice and starts
 * every effect twice: what is not pure sends a call twice, loses what was typed or is heard on the console. The long
 * list walks every path so.
 */
const goodCases = flows.flatMap((cases) =>
  pathsOf(cases)
    .slice(0, 1)
    .map((path) => ({ graph: graphOf(cases), path })),
);

it.each(walksInTurns(goodCases))(
  'walks $walk.path.id in $culture',
  { timeout: 180_000 },
  ({ walk: { graph, path }, culture }) => walkComponent(graph, path, { culture, strict: true }),
);
