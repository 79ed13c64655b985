import { describe, it } from 'vitest';
import { cellsOf, withoutLookalikes } from '#tests/walk/cells.ts';
import { walkCell } from '#tests/walk/component-cells.ts';
import { flows } from '#tests/walk/flows.ts';
import { walksInTurns } from '#tests/walk/turns.ts';

/** The cells that the short list takes for others: the same screen with another key, another checkpoint, another problem behind it. */
describe.each(['reload', 'back', 'double-press'] as const)('%s', (matrix) => {
  const walks = flows.flatMap((cases) => {
    const all = cellsOf(cases, [matrix]);
    const short = new Set(withoutLookalikes(all));
    return walksInTurns(all.filter((walk) => !short.has(walk)));
  });

  it.each(walks)('keeps $walk.cell.id in $culture', ({ walk, culture, strict }) => walkCell(walk, { culture, strict }));
});
