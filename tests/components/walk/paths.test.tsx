import { describe, it } from 'vitest';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every planned path on the real routes, once as the members get them and once as React rehearses them in development. */
describe.each([
  { mode: 'plain', strict: false, shift: 0 },
  { mode: 'under StrictMode', strict: true, shift: 1 },
])('$mode', ({ strict, shift }) => {
  describe.each(flows)('$machine.id', (cases) => {
    const graph = graphOf(cases);
    const walks = pathsOf(cases).map((path, index) => ({ path, id: path.id, culture: cultures[(index + shift) % cultures.length] ?? 'en-US' }));

    it.each(walks)('walks $id in $culture', async ({ path, culture }) => {
      await walkComponent(graph, path, { culture, strict });
    });
  });
});
