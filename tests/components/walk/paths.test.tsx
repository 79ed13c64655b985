import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import type { Node } from '#machines/graph/explore.ts';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Contrast needs a drawn page: tests/components/theme-contrast.test.ts and the browser look at it. */
const rules = { 'color-contrast': { enabled: false } };
/** Axe takes a second for a page on a busy machine, and a path comes to a dozen. */
const TIMEOUT_MS = 180_000;

/** What axe finds on the whole page; its own timers run while it looks. */
async function violations(): Promise<readonly string[]> {
  let found: axe.AxeResults | null = null;
  const running = axe.run(document, { rules, resultTypes: ['violations'] }).then((results) => (found = results));
  while (found === null) await Promise.race([running, vi.advanceTimersByTimeAsync(1)]);
  const { violations: broken } = await running;
  return broken.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

/**
 * Every planned path on the real routes, once as React rehearses them in development, and once as the members get them: there axe
 * finds nothing on any situation's page, each looked at the first time that a path comes to it.
 */
describe.each([
  { mode: 'plain', strict: false, shift: 0 },
  { mode: 'under StrictMode', strict: true, shift: 1 },
])('$mode', ({ strict, shift }) => {
  describe.each(flows)('$machine.id', (cases) => {
    const graph = graphOf(cases);
    const seen = new Set<string>();
    const walks = pathsOf(cases).map((path, index) => ({ path, id: path.id, culture: cultures[(index + shift) % cultures.length] ?? 'en-US' }));
    const onStep = async (_: unknown, flow: string, node: Node): Promise<void> => {
      const place = `${flow} ${node.state} at ${window.location.pathname}`;
      if (seen.has(place)) return;
      seen.add(place);
      expect(await violations(), place).toEqual([]);
    };

    it.each(walks)('walks $id in $culture', { timeout: TIMEOUT_MS }, async ({ path, culture }) => {
      await walkComponent(graph, path, strict ? { culture, strict } : { culture, strict, onStep });
    });
  });
});
