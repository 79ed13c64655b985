import { describe, it } from 'vitest';
import { walkFault } from '#tests/walk/component-cells.ts';
import { flows, graphOf, matricesFor, pathsOf } from '#tests/walk/flows.ts';
import { cultures } from '#tests/walk/report.ts';

/** Every outcome of every call, in every state that makes it: those that no path goes through already. */
const untaken = flows.flatMap((cases) => {
  const taken = new Set(pathsOf(cases).flatMap(({ edges }) => edges));
  return matricesFor(cases)
    .fault.filter(({ edge }) => !taken.has(edge))
    .map((cell, index) => ({ graph: graphOf(cases), cell, id: cell.id, culture: cultures[index % cultures.length] ?? 'en-US', strict: index % 2 === 1 }));
});

describe('fault', () => {
  it.each(untaken)('keeps $id in $culture', ({ graph, cell, culture, strict }) => walkFault(graph, cell, { culture, strict }));
});
