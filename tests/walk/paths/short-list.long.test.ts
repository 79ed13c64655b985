import { describe, expect, it } from 'vitest';
import { goalsOf, goalsOfEdge } from '#machines/graph/plan.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { shortListOf } from '#walk/paths/short-list.ts';

describe.each(flows)('of $machine.id the short list', (cases) => {
  const graph = graphOf(cases);
  const { paths, alone, cells } = shortListOf(cases);

  it('takes every transition, and meets every outcome of every call in every state', () => {
    const covered = new Set(paths.flatMap(({ path }) => path.edges.flatMap((edge) => goalsOfEdge(graph, edge))));
    expect([...goalsOf(graph)].filter((goal) => !covered.has(goal))).toEqual([]);
  });

  it('walks the beginning of every path, and all of the good case', () => {
    expect(paths.map(({ path }) => path)).toEqual(
      pathsOf(cases).map((path, index) => ({ ...path, edges: path.edges.slice(0, paths[index]?.path.edges.length) })),
    );
    expect(paths[0]?.path).toEqual(pathsOf(cases)[0]);
  });

  it('walks cells of the matrices, each on a path or alone', () => {
    const known = new Set(cellsOf(cases).map(({ cell }) => cell));
    expect([...cells].filter((cell) => !known.has(cell))).toEqual([]);
    expect(alone.filter(({ cell }) => !cells.has(cell))).toEqual([]);
    const rides = paths.map(({ rides: { twice, back, reload } }) => twice.size + back.size + reload.size);
    // A step of a path is the ride of several cells that are alike.
    expect(cells.size).toBeGreaterThanOrEqual(alone.length + rides.reduce((sum, each) => sum + each, 0));
  });
});
