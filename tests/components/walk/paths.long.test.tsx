import { describe, it } from 'vitest';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { walksInTurns } from '#tests/walk/turns.ts';

/** Every planned path in the mode and the language that the short list does not take it in. */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);

  it.each(walksInTurns(pathsOf(cases), 1))('walks $walk.id in $culture', ({ walk, culture, strict }) => walkComponent(graph, walk, { culture, strict }));
});
