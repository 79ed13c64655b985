import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { vi } from 'vitest';
import type { Node } from '#machines/graph/explore.ts';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Contrast needs a drawn page: tests/components/theme-contrast.test.ts and the browser look at it. */
const rules = { 'color-contrast': { enabled: false } };

/** What axe finds on the whole page; its own timers run while it looks. */
async function violations(): Promise<readonly string[]> {
  let found: axe.AxeResults | null = null;
  const running = axe.run(document, { rules, resultTypes: ['violations'] }).then((results) => (found = results));
  while (found === null) await Promise.race([running, vi.advanceTimersByTimeAsync(1)]);
  const { violations: broken } = await running;
  return broken.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

/** Axe finds nothing on any situation's page: each is looked at the first time that a path comes to it. */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const seen = new Set<string>();

  it.each(pathsOf(cases).map((path, index) => ({ path, id: path.id, culture: cultures[index % cultures.length] ?? 'en-US' })))('is accessible along $id in $culture', { timeout: 180_000 }, async ({ path, culture }) => {
    const onStep = async (_: unknown, flow: string, node: Node): Promise<void> => {
      const place = `${flow} ${node.state} at ${window.location.pathname}`;
      if (seen.has(place)) return;
      seen.add(place);
      expect(await violations(), place).toEqual([]);
    };
    await walkComponent(graph, path, { culture, strict: false, onStep });
  });
});
