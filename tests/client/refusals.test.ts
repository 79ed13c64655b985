import { expect, it } from 'vitest';
import { messageOf } from '#machines/graph/matrices.ts';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { codeEntries, refusedEntry, type Entries } from '#src/flow/refused-entry.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';

/** The codes that a flow's screens can be left with, as its chart and its cases have it. */
function codesOf(flow: (typeof flows)[number]): readonly string[] {
  const codes = [...graphOf(flow).nodes.values()].map((node) => messageOf(node)).filter((code) => code !== null);
  return [...new Set(codes)].toSorted();
}

it.each(flows.filter(({ machine }) => machine.id !== 'session'))(
  'of each refusal of $machine.id it is settled which entry it is about',
  (flow) => {
    const line = (refusedEntries as Readonly<Record<string, Entries>>)[flow.machine.id] ?? {};
    expect(codesOf(flow).filter((code) => !(code in line))).toEqual([]);
  },
);

/**
 * Refusals that a person brings about by typing one entry otherwise, where it can be typed again: [state, entry that
 * was wrong, entry that is shown].
 */
function typedWrong(
  flow: (typeof flows)[number],
  entries: Entries,
): readonly (readonly [state: string, typed: string, shown: string | null])[] {
  const graph = graphOf(flow);
  return graph.edges.flatMap(({ step, to }) => {
    const node = graph.nodes.get(to);
    const fields = step.kind === 'outcome' ? Object.keys(flow.outcomes[step.actor]?.[step.outcome]?.typed ?? {}) : [];
    const [typed] = fields;
    if (node === undefined || typed === undefined || fields.length > 1 || messageOf(node) === null) return [];
    const isAsked = graph.edges.some(
      ({ from, step: next }) =>
        from === to && next.kind === 'event' && typed in (flow.controls[next.event]?.fields ?? {}),
    );
    if (!isAsked) return [];
    return [[node.state, typed, refusedEntry(node.snapshot, entries)] as const];
  });
}

it.each(flows.filter(({ machine }) => machine.id in refusedEntries))(
  'where one entry of $machine.id is typed wrong, no other is shown as refused',
  (flow) => {
    const entries = (refusedEntries as Readonly<Record<string, Entries>>)[flow.machine.id] ?? {};
    expect(typedWrong(flow, entries).filter(([, typed, shown]) => shown !== null && shown !== typed)).toEqual([]);
  },
);

it('the look at what was typed finds the wrong one of two codes', () => {
  const binding = flows
    .filter(({ machine }) => machine.id === 'two-factor')
    .flatMap((flow) => typedWrong(flow, codeEntries));
  expect(binding).toContainEqual(['binding.enteringFirstCode.wrongEmailCode', 'emailCode', 'code']);
});

it('no line is left of a flow that is gone', () => {
  const ids = flows.map(({ machine }) => machine.id);
  expect(Object.keys(refusedEntries).filter((id) => !ids.includes(id))).toEqual([]);
});
