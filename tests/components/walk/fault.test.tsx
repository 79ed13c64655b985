import { describe, it } from 'vitest';
import { walkFault } from '#tests/walk/component-cells.ts';
import { flows, graphOf, matricesFor } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every outcome of every call, in every state that makes it: screen, message and ways on. */
describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const cells = matricesFor(cases).fault.map((cell, index) => ({ cell, id: cell.id, culture: cultures[index % cultures.length] ?? 'en-US', strict: index % 2 === 1 }));

  it.each(cells)('keeps $id in $culture', ({ cell, culture, strict }) => walkFault(graph, cell, { culture, strict }));
});
