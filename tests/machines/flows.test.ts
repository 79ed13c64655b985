import { describe, expect, it } from 'vitest';
import { check } from '#machines/graph/check.ts';
import { statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { goalsOf, goalsOfEdge } from '#machines/graph/plan.ts';
import { committedDocument, staleFiles } from '#walk/documents/documents.ts';
import { flows, graphOf, hostGraphOf, matricesFor, pathsOf, unsafeCalls } from '#walk/paths/flows.ts';
import { walkBack, walkDoublePress, walkFault, walkReload } from '#walk/machine/cells.ts';
import { walkMachine } from '#walk/machine/driver.ts';

/** A flow, a property, a decision, a lifecycle or a section of the specification: the only types of ids. */
const requirementId = /^(F-(0[1-9]|1[0-7])|P-[1-5]|D-(0[1-9]|[12]\d|3[0-3])|L-0[1-5]|SRC §[1-9])$/;

it('has pages under docs/flows that match the charts', () => {
  expect(staleFiles(), 'run npm run flows, look at the difference, and commit it').toEqual([]);
});

describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const paths = pathsOf(cases);
  const { fault, reload, back, doublePress } = matricesFor(cases);

  it('passes every check', () => {
    expect(check(graph, unsafeCalls, matricesFor(cases))).toEqual([]);
  });

  it('covers every transition and every outcome of every call with its plan', () => {
    const covered = new Set(paths.flatMap((path) => path.edges.flatMap((edge) => goalsOfEdge(graph, edge))));
    expect([...goalsOf(graph)].filter((goal) => !covered.has(goal))).toEqual([]);
    expect(transitionsOf(cases.machine).filter(({ id }) => !covered.has(id))).toEqual([]);
  });

  it('reaches every leaf state with its plan', () => {
    const reached = new Set(paths.flatMap((path) => path.edges.map(({ to }) => graph.nodes.get(to)?.state)));
    const passed = new Set(
      paths.flatMap((path) => path.edges.flatMap(({ fired }) => fired.map((id) => id.split(' · ')[0]))),
    );
    const leaves = statesOf(cases.machine)
      .filter((node) => Object.keys(node.states).length === 0)
      .map((node) => node.path.join('.'));
    expect(leaves.filter((leaf) => !reached.has(leaf) && !passed.has(leaf))).toEqual([]);
  });

  it('names only requirements that exist, and visits each on a path', () => {
    const { requirements } = committedDocument(graph.id);
    expect(requirements.filter(({ id }) => !requirementId.test(id))).toEqual([]);
    expect(requirements.filter((requirement) => requirement.paths.length === 0)).toEqual([]);
  });

  it.each(paths)('walks $id on the machine', async (path) => {
    await walkMachine(graph, path);
  });

  it.each(fault)('keeps its promise in $id', (cell) => walkFault(graph, cell));
  it.each(reload)('keeps its promise in $id', (cell) => walkReload(graph, cell, hostGraphOf(cases)));
  it.each(back)('keeps its promise in $id', (cell) => walkBack(graph, cell));
  it.each(doublePress)('keeps its promise in $id', (cell) => walkDoublePress(graph, cell, unsafeCalls));
});
