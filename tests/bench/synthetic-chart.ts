import { assign, fromPromise, setup, type AnyStateMachine } from 'xstate';
import { outcomeIs } from '#machines/chart/outcomes.ts';
import type { AnyCases } from '#machines/graph/explore.ts';

const refusals = ['refused', 'throttled', 'failed', 'maintenance'];

/**
 * A wizard of `groups` steps with ten leaf states each, shaped like the real flows: form, call, errors, lost response,
 * review.
 */
function syntheticCases(groups: number): AnyCases {
  const names = Array.from({ length: groups }, (_, index) => `step${index + 1}`);
  const states = Object.fromEntries(
    names.map((name, index) => [name, group(name, names[index - 1], names[index + 1])]),
  );
  const machine = setup({
    types: { context: {} as { problem: string | null } },
    actors: { save: fromPromise(() => Promise.resolve()), ask: fromPromise(() => Promise.resolve()) },
    guards: { outcomeIs },
    actions: {
      keepProblem: assign({ problem: ({ event }) => (event as unknown as { output: { kind: string } }).output.kind }),
      forgetProblem: assign({ problem: null }),
    },
    delays: { patience: 5_000 },
  }).createMachine({
    id: 'synthetic',
    initial: 'step1',
    context: { problem: null },
    states: { ...states, finished: { type: 'final' } },
  } as never);
  const outcome = (kind: string) => [kind, { output: { kind } }] as const;
  return {
    machine: machine as unknown as AnyStateMachine,
    area: 'Help',
    purpose: 'A wizard made by code, for measuring.',
    starts: { fresh: { input: undefined, at: '/Synthetic' } },
    controls: {},
    world: [],
    events: { SUBMIT: { press: {} }, CONFIRM: { press: {} }, BACK: { press: {} }, RETRY: { press: {} } },
    outcomes: {
      save: Object.fromEntries(['saved', ...refusals].map(outcome)),
      ask: Object.fromEntries(['done', 'notDone', 'running'].map(outcome)),
    },
  };
}

function group(name: string, before: string | undefined, after: string | undefined): object {
  const meta = {
    route: `/Synthetic?step=${name}`,
    screen: name,
    title: 'synthetic:title',
    onReload: 'resume',
    requirements: ['P-1'],
  };
  const when = (kind: string, target: string, actions: string) => ({
    guard: { type: 'outcomeIs', params: { kind } },
    target,
    actions,
  });
  return {
    meta,
    initial: 'entering',
    states: {
      entering: {
        on: {
          SUBMIT: 'saving',
          ...(before === undefined ? {} : { BACK: { target: `#synthetic.${before}`, actions: 'forgetProblem' } }),
        },
        initial: 'blank',
        states: Object.fromEntries(['blank', ...refusals, 'notDone'].map((leaf) => [leaf, {}])),
      },
      saving: {
        tags: 'waiting',
        invoke: {
          id: 'save',
          src: 'save',
          onDone: [
            when('saved', 'reviewing', 'forgetProblem'),
            ...refusals.map((kind) => when(kind, `entering.${kind}`, 'keepProblem')),
          ],
          onError: 'outcomeUnknown',
        },
      },
      outcomeUnknown: { tags: 'error', on: { RETRY: 'reconciling' }, after: { patience: 'reconciling' } },
      reconciling: {
        tags: 'waiting',
        invoke: {
          id: 'ask',
          src: 'ask',
          onDone: [
            when('done', 'reviewing', 'forgetProblem'),
            when('notDone', 'entering.notDone', 'forgetProblem'),
            when('running', 'outcomeUnknown', 'forgetProblem'),
          ],
          onError: 'outcomeUnknown',
        },
      },
      reviewing: {
        on: { CONFIRM: after === undefined ? '#synthetic.finished' : `#synthetic.${after}`, BACK: 'entering' },
      },
    },
  };
}

/** The wizard of the walker's budget. */
export const syntheticWizard = syntheticCases(16);
