import { describe, it } from 'vitest';
import { walkFault } from '#walk/component/cells.ts';
import { flows, graphOf, matricesFor, pathsOf } from '#walk/paths/flows.ts';
import { inBothModes, walksInTurns } from '#walk/paths/turns.ts';

/** Every outcome of every call, in every state that makes it, unless a path already meets it. */
const untaken = flows.flatMap((cases) => {
  const taken = new Set(pathsOf(cases).flatMap(({ edges }) => edges));
  const cells = matricesFor(cases).fault.filter(({ edge }) => !taken.has(edge));
  return inBothModes(walksInTurns(cells)).map(({ walk, ...turn }) => ({
    graph: graphOf(cases),
    cell: walk,
    id: walk.id,
    ...turn,
  }));
});

describe('fault', () => {
  it.each(untaken)('keeps $id in $culture', ({ graph, cell, culture, strict }) =>
    walkFault(graph, cell, { culture, strict }),
  );
});
