import { toDirectedGraph } from '@xstate/graph';
import { describe, expect, it } from 'vitest';
import {
  createActor,
  fromPromise,
  setup,
  SimulatedClock,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import {
  activeStates,
  doneEvent,
  errorEvent,
  library,
  pathOf,
  probe,
  runningIn,
  statesOf,
  timersOf,
  transitionNames,
  transitionsOf,
} from '#machines/graph/internals.ts';
import { judge } from '#machines/graph/judge.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';

const moved = (what: string): string =>
  `xstate has moved ${what}. machines/graph/internals.ts relies on it; make that file fit the new version before anything else is believed.`;

const seen: string[] = [];
const canary = setup({
  types: { context: {} as { stored: string | null }, input: {} as { from: string } },
  actors: { read: fromPromise<{ kind: string }>(() => Promise.resolve({ kind: 'ok' })) },
  actions: { saveCheckpoint: (_, checkpoint: { step: string }) => void seen.push(checkpoint.step) },
  guards: { isFresh: ({ context }) => context.stored === null },
  delays: { patience: 1_000 },
}).createMachine({
  id: 'canary',
  context: ({ input }) => ({ stored: input.from === '' ? null : input.from }),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'isFresh', target: 'cage.open' }, { target: 'reading' }] },
    cage: {
      initial: 'open',
      entry: { type: 'saveCheckpoint', params: { step: 'cage' } },
      states: { open: { on: { SHUT: 'shut' } }, shut: { after: { patience: '#canary.reading' } } },
    },
    reading: { invoke: { id: 'read', src: 'read', onDone: 'flown', onError: 'cage' } },
    flown: { type: 'final' },
  },
}) as unknown as AnyStateMachine;

describe('what internals.ts relies on', () => {
  const probing = probe(canary);
  const start = probing.start({ from: '' });

  it('the transitions of a microstep, by the identity of their definitions', () => {
    expect(
      start.fired,
      moved('the transitions of microsteps (_transitions), or they are no longer the definitions of the chart'),
    ).toEqual(['choosing · always [isFresh] → cage.open']);
    expect(probing.step(start.snapshot, { type: 'SHUT' }).fired, moved('microstep inspection')).toEqual([
      'cage.open · SHUT → cage.shut',
    ]);
  });

  it('the same inspection in a running actor', () => {
    const fired: string[] = [];
    const heard = transitionNames(canary);
    const actor = createActor(canary, {
      input: { from: '' },
      clock: new SimulatedClock(),
      inspect: (event: InspectionEvent) => void fired.push(...heard(event)),
    });
    actor.start();
    actor.send({ type: 'SHUT' });
    actor.stop();
    expect(fired, moved('what an actor reports to an inspector')).toEqual([
      'choosing · always [isFresh] → cage.open',
      'cage.open · SHUT → cage.shut',
    ]);
  });

  it('an actor scope that runs nothing and returns the actions', () => {
    seen.length = 0;
    const landing = probing.start({ from: '' });
    expect(landing.effects, moved('the action executor of an actor scope (_actorScope)')).toEqual([
      { type: 'saveCheckpoint', params: { step: 'cage' } },
    ]);
    expect(seen, moved('the executor: a probe now carries out actions')).toEqual([]);
    expect(
      probing.start({ from: 'stored' }).started,
      moved('the action that starts a child (xstate.spawnChild)'),
    ).toEqual(['read']);
  });

  it('the active state nodes of a snapshot', () => {
    expect(activeStates(start.snapshot).map(pathOf), moved('the state nodes of a snapshot (_nodes)')).toEqual([
      '(any)',
      'cage',
      'cage.open',
    ]);
  });

  it('the children of a snapshot and the source of each', () => {
    const { snapshot } = probing.start({ from: 'stored' });
    expect(runningIn(snapshot), moved('children and their src')).toEqual([{ id: 'read', src: 'read' }]);
  });

  it('the names of done, error and timer events', () => {
    const reading = probing.start({ from: 'stored' }).snapshot;
    const shut = probing.step(start.snapshot, { type: 'SHUT' }).snapshot;
    expect(
      probing.step(reading, doneEvent('read', { kind: 'ok' })).snapshot.value,
      moved('the name of done events'),
    ).toBe('flown');
    expect(probing.step(reading, errorEvent('read', {})).snapshot.value, moved('the name of error events')).toEqual({
      cage: 'open',
    });
    const [timer] = timersOf(shut);
    expect(timer?.delay, moved('the table of timers of a state node (after)')).toBe('patience');
    expect(timer && probing.step(shut, timer.event).snapshot.value, moved('the name of timer events')).toBe('reading');
  });

  it('the directed graph of the graph package, and the eventless transitions that it leaves out', () => {
    const root = toDirectedGraph(canary);
    const choosing = root.children.find(({ id }) => id === 'canary.choosing');
    expect(choosing?.edges, moved('eventless transitions into the directed graph; they would be listed twice')).toEqual(
      [],
    );
    expect(
      transitionsOf(canary).map(({ id }) => id),
      moved('the directed graph or the tables of a state node'),
    ).toEqual([
      'cage.open · SHUT → cage.shut',
      'cage.shut · after patience → reading',
      'reading · ✓ read → flown',
      'reading · ✗ read → cage',
      'choosing · always [isFresh] → cage.open',
      'choosing · always → reading',
    ]);
    expect(statesOf(canary).map(pathOf)).toEqual(['choosing', 'cage', 'cage.open', 'cage.shut', 'reading', 'flown']);
  });

  it('the traversal of the graph package, which takes our events and our keys', () => {
    const traversal = {
      input: { from: '' },
      events: () => [{ type: 'SHUT' }],
      key: ({ value }: AnyMachineSnapshot) => JSON.stringify(value),
    };
    expect([...library.reached(canary, traversal)], moved('getAdjacencyMap')).toEqual([
      '{"cage":"open"}',
      '{"cage":"shut"}',
    ]);
    expect(
      library.shortestPaths(canary, traversal).map((events) => events.length),
      moved('getShortestPaths'),
    ).toEqual([0, 1]);
  });
});

describe.each(flows)('$machine.id', (cases) => {
  it('has the same situations for the graph package as for the explorer, from the same events', () => {
    expect(judge(graphOf(cases))).toEqual({ onlyExplored: [], onlyTraversed: [] });
  });

  it('has transitions with distinct ids', () => {
    const ids = transitionsOf(cases.machine).map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});
