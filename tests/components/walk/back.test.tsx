import { describe, it } from 'vitest';
import { cellsOf, oncePerState } from '#tests/walk/cells.ts';
import { walkCell } from '#tests/walk/component-cells.ts';
import { flows } from '#tests/walk/flows.ts';
import { walksInTurns } from '#tests/walk/turns.ts';

/** Every state × the browser's Back (P-2): one cell of those that look alike; the long list walks the others. */
describe.each(flows)('$machine.id', (cases) => {
  it.each(walksInTurns(oncePerState(cellsOf(cases, ['back']))))('keeps $walk.cell.id in $culture', ({ walk, culture, strict }) => walkCell(walk, { culture, strict }));
});
