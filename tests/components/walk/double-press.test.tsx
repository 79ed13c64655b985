import { describe, it } from 'vitest';
import { walkDoublePress } from '#tests/walk/component-cells.ts';
import { flows, graphOf, matricesFor } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every control of every state, pressed twice at once (P-3). */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const cells = matricesFor(cases).doublePress.map((cell, index) => ({ cell, id: cell.id, culture: cultures[index % cultures.length] ?? 'en-US', strict: index % 2 === 1 }));

  it.each(cells)('keeps $id in $culture', ({ cell, culture, strict }) => walkDoublePress(graph, cell, { culture, strict }));
});
