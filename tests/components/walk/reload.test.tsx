import { describe, it } from 'vitest';
import { walkReload } from '#tests/walk/component-cells.ts';
import { flows, graphOf, matricesFor } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every state × the page loaded again (P-1). */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const cells = matricesFor(cases).reload.map((cell, index) => ({ cell, id: cell.id, culture: cultures[index % cultures.length] ?? 'en-US', strict: index % 2 === 1 }));

  it.each(cells)('keeps $id in $culture', ({ cell, culture, strict }) => walkReload(graph, cell, { culture, strict }));
});
