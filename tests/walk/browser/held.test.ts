import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#src/recorder/recorder.ts';
import { awaitedBy, heldCalls } from '#walk/browser/held.ts';
import { expand } from '#walk/paths/expand.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { optionsOf } from '#walk/paths/options-of.ts';

const graphs = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)] as const));
const entry = (flow: string, state: string): LogEntry => ({ flow, event: '', outcome: null, state, at: 0 });

describe('a held call', () => {
  it('is awaited wherever a path continues with its answer', () => {
    for (const path of flows.flatMap(pathsOf)) {
      const steps = expand(path, graphs);
      const awaits = awaitedBy(steps);
      for (const {
        flow,
        edge: { from, step },
      } of steps) {
        if (step.kind !== 'outcome' || !heldCalls(steps).has(step.actor)) continue;
        expect(
          awaits(step.actor, [entry(flow, graphs.get(flow)?.nodes.get(from ?? '')?.state ?? '')]),
          `${path.id} ${step.actor}`,
        ).toBe(true);
      }
    }
  });

  it('is awaited as long as nothing is known of the flow', () => {
    expect(
      awaitedBy(expand(pathsOf(flowOf('transfer'))[0] ?? { id: '', edges: [] }, graphs))('getTransferOptions', []),
    ).toBe(true);
  });

  it('is not awaited if a form for money refreshes its balance', () => {
    for (const flow of ['deposit', 'withdrawal', 'transfer', 'exchange', 'purchase']) {
      const call = optionsOf(flow);
      const [path] = pathsOf(flowOf(flow));
      const awaits = awaitedBy(expand(path ?? { id: '', edges: [] }, graphs));
      const forms = [...(graphs.get(flow)?.nodes.values() ?? [])].filter(({ tags }) => tags.includes('form'));
      for (const { state } of forms)
        expect(
          awaits(call, [entry(flow, 'reading'), entry(flow, state), entry('session', 'signedIn')]),
          `${flow} ${state}`,
        ).toBe(false);
      expect([flow, forms.length > 0, flowOf(flow).outcomes[call] !== undefined]).toEqual([flow, true, true]);
    }
  });
});
