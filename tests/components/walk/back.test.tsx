import { describe, it } from 'vitest';
import { walkBack } from '#tests/walk/component-cells.ts';
import { flows, graphOf, matricesFor } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every state × the browser's Back (P-2). */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const cells = matricesFor(cases).back.map((cell, index) => ({ cell, id: cell.id, culture: cultures[index % cultures.length] ?? 'en-US', strict: index % 2 === 1 }));

  it.each(cells)('keeps $id in $culture', ({ cell, culture, strict }) => walkBack(graph, cell, { culture, strict }));
});
