// Axe during a walk: checks each look of a screen the first time that a path of its flow reaches it.
import { expect, vi } from 'vitest';
import type { Node } from '#machines/graph/explore.ts';
import { axeFindings } from '#tests/components/support/axe.ts';
import type { ComponentWalk } from '#walk/component/route.ts';

/** What makes another page of a screen: a message, a wait. */
const LOOKS = ['error', 'waiting'] as const;
type Look = (typeof LOOKS)[number];

/** What axe finds; its own timers run while it checks. */
async function violations(where: Document | Element): Promise<readonly string[]> {
  let found: readonly string[] | null = null;
  const running = axeFindings(where).then((findings) => (found = findings));
  while (found === null) await Promise.race([running, vi.advanceTimersByTimeAsync(1)]);
  return running;
}

/** Checks the content of the frame, on screens with `look` or on all; the first check also covers the frame itself. */
export function axeOnTheWay(look: Look | 'all'): NonNullable<ComponentWalk['onStep']> {
  const seen = new Set<string>();
  return async (_, flow, node: Node) => {
    const name = `${flow} ${node.meta?.screen} ${LOOKS.filter((tag) => node.tags.includes(tag)).join(' ')}`;
    if (seen.has(name) || (look !== 'all' && !node.tags.includes(look))) return;
    const content = look === 'all' && seen.size === 0 ? null : document.querySelector('main');
    seen.add(name);
    expect(await violations(content ?? document), `${name} (${node.state})`).toEqual([]);
  };
}
