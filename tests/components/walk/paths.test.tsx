import { describe, expect, it, vi } from 'vitest';
import type { Node } from '#machines/graph/explore.ts';
import { axeFindings } from '#tests/components/support/axe.ts';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flows, graphOf } from '#tests/walk/flows.ts';
import { shortListOf } from '#tests/walk/short-list.ts';
import { walksInTurns } from '#tests/walk/turns.ts';

/** Axe takes a second for a page on a busy machine, and a path comes to a dozen. */
const TIMEOUT_MS = 180_000;

/** What makes of one screen another page: a message, a wait. */
const LOOKS = ['error', 'waiting'];

/** What axe finds; its own timers run while it looks. */
async function violations(where: Document | Element): Promise<readonly string[]> {
  let found: readonly string[] | null = null;
  const running = axeFindings(where).then((findings) => (found = findings));
  while (found === null) await Promise.race([running, vi.advanceTimersByTimeAsync(1)]);
  return running;
}

/**
 * Every planned path on the real routes, one as the members get it and the next as React rehearses it in development; the long list
 * walks each the other way. On its way a control is pressed twice and the browser's Back is pressed, once wherever that must change
 * nothing. Axe finds nothing on any screen, with a message, waiting and without, each looked at the first time that a path comes to it: the
 * frame with the flow's first look, afterwards what stands in it.
 */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const seen = new Set<string>();
  const onStep = async (_: unknown, flow: string, node: Node): Promise<void> => {
    const look = `${flow} ${node.meta?.screen} ${LOOKS.filter((tag) => node.tags.includes(tag)).join(' ')}`;
    if (seen.has(look)) return;
    const content = seen.size === 0 ? null : document.querySelector('main');
    seen.add(look);
    expect(await violations(content ?? document), `${look} (${node.state})`).toEqual([]);
  };

  it.each(walksInTurns(shortListOf(cases).paths))('walks $walk.path.id in $culture', { timeout: TIMEOUT_MS }, ({ walk, culture, strict }) => walkComponent(graph, { ...walk.path, rides: walk.rides }, { culture, strict, onStep }));
});
