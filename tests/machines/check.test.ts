import { describe, expect, it } from 'vitest';
import { fromPromise, setup, type AnyStateMachine } from 'xstate';
import { check, rules, type CheckName } from '#machines/graph/check.ts';
import { explore, type AnyCases } from '#machines/graph/explore.ts';
import { matricesOf } from '#machines/graph/matrices.ts';
import { outcomeIs } from '#machines/chart/outcomes.ts';

const meta = (screen: string, more: object = {}) => ({
  route: '/Sample',
  screen,
  title: 'sample:title',
  onReload: 'resume',
  requirements: ['P-1'],
  ...more,
});
const when = (kind: string) => ({ type: 'outcomeIs', params: { kind } });

type States = Readonly<Record<string, object>>;

/** A valid flow of three states: a form, an unsafe call with one answer, an unknown outcome that asks the server. */
const sound: States = {
  filling: { meta: meta('form'), tags: 'form', on: { SEND: 'sending' } },
  sending: {
    meta: meta('form', { onReload: 'reconcile' }),
    tags: 'waiting',
    entry: { type: 'saveCheckpoint', params: { step: 'sending' } },
    invoke: { id: 'send', src: 'send', onDone: [{ guard: when('sent'), target: 'sent' }], onError: 'unknown' },
  },
  unknown: {
    meta: meta('unknown', { onReload: 'reconcile' }),
    tags: 'error',
    on: { RETRY: 'asking' },
    after: { patience: 'asking' },
  },
  asking: {
    meta: meta('unknown', { onReload: 'reconcile' }),
    tags: 'waiting',
    invoke: { id: 'ask', src: 'ask', onDone: [{ guard: when('known'), target: 'sent' }], onError: 'unknown' },
  },
  choosing: { always: [{ guard: 'interrupted', target: 'asking' }, { target: 'filling' }] },
  sent: { type: 'final', entry: 'forgetCheckpoint' },
};

function findingsIn(states: States, cases: Partial<AnyCases> = {}): readonly string[] {
  const machine = setup({
    types: {
      context: {} as { resume: { step?: string } | null; kept?: unknown },
      input: {} as { resume: object | null },
    },
    actors: {
      send: fromPromise(() => Promise.resolve()),
      ask: fromPromise(() => Promise.resolve()),
      other: fromPromise(() => Promise.resolve()),
    },
    actions: { saveCheckpoint: () => {}, forgetCheckpoint: () => {} },
    guards: { outcomeIs, interrupted: ({ context }) => context.resume?.step === 'sending' },
    delays: { patience: 1_000, secondPatience: 2_000 },
  }).createMachine({
    id: 'sample',
    initial: 'choosing',
    context: ({ input }: { input: { resume: object | null } }) => ({ resume: input.resume }),
    states,
  } as never) as unknown as AnyStateMachine;
  const graph = explore({
    machine,
    area: 'Help',
    purpose: 'A sample.',
    starts: {
      fresh: { input: { resume: null }, at: '/Sample' },
      reloaded: { input: { resume: { step: 'sending' } }, at: '/Sample' },
    },
    controls: { SEND: { name: 'sample:send' }, RETRY: { name: 'sample:retry' }, LEAVE: { name: 'sample:leave' } },
    world: [],
    events: { SEND: { press: {} }, RETRY: { press: {} }, LEAVE: { press: {} } },
    outcomes: {
      send: { sent: { output: { kind: 'sent' } } },
      ask: { known: { output: { kind: 'known' } } },
      other: { known: { output: { kind: 'known' } } },
    },
    ...cases,
  });
  const unsafe = new Set(['send']);
  return check(graph, unsafe, matricesOf(graph, unsafe)).map(({ check: name, place }) => `${name}: ${place}`);
}

const state = (name: string): object => sound[name] ?? {};

/** For each check a chart that is broken in that one way, and the place that must be named. */
const broken: Readonly<Record<CheckName, () => { readonly found: readonly string[]; readonly place: string }>> = {
  unreachedState: () => ({
    found: findingsIn({ ...sound, attic: { meta: meta('attic'), on: { LEAVE: 'sent' } } }),
    place: 'attic',
  }),
  transitionNeverTaken: () => ({
    found: findingsIn(
      { ...sound, filling: { ...state('filling'), on: { SEND: 'sending', LEAVE: 'sent' } } },
      { events: { SEND: { press: {} }, RETRY: { press: {} } } },
    ),
    place: 'filling · LEAVE → sent',
  }),
  deadEnd: () => ({
    found: findingsIn({
      ...sound,
      filling: { ...state('filling'), on: { SEND: 'sending', LEAVE: 'cellar' } },
      cellar: { meta: meta('cellar') },
    }),
    place: 'cellar',
  }),
  noWayToAnEnd: () => ({
    found: findingsIn({
      ...sound,
      filling: { ...state('filling'), on: { SEND: 'sending', LEAVE: 'maze' } },
      maze: { meta: meta('maze'), on: { LEAVE: 'maze2' } },
      maze2: { meta: meta('maze'), on: { LEAVE: 'maze' } },
    }),
    place: 'maze',
  }),
  errorWithoutExit: () => ({
    found: findingsIn({ ...sound, unknown: { ...state('unknown'), on: {} } }),
    place: 'unknown',
  }),
  unhandledRejection: () => ({
    found: findingsIn({
      ...sound,
      sending: {
        ...state('sending'),
        invoke: { id: 'send', src: 'send', onDone: [{ guard: when('sent'), target: 'sent' }] },
      },
    }),
    place: 'sending · ✗ send [networkError]',
  }),
  answerIgnored: () => ({
    found: findingsIn(sound, {
      outcomes: {
        send: { sent: { output: { kind: 'sent' } }, refused: { output: { kind: 'refused' } } },
        ask: { known: { output: { kind: 'known' } } },
      },
    }),
    place: 'sending · ✓ send [refused]',
  }),
  outcomeWithoutCase: () => ({
    found: findingsIn(sound, { outcomes: { send: { sent: { output: { kind: 'sent' } } } } }),
    place: 'ask',
  }),
  waitingWithoutCall: () => ({
    found: findingsIn({ ...sound, filling: { ...state('filling'), tags: 'waiting' } }),
    place: 'filling',
  }),
  callWithoutWaiting: () => ({
    found: findingsIn({ ...sound, asking: { ...state('asking'), tags: [] } }),
    place: 'asking',
  }),
  twoCallsAtOnce: () => ({
    found: findingsIn({
      ...sound,
      asking: {
        ...state('asking'),
        invoke: [
          (state('asking') as { invoke: object }).invoke,
          { id: 'other', src: 'other', onDone: 'sent', onError: 'unknown' },
        ],
      },
    }),
    place: 'asking',
  }),
  twoTimersAtOnce: () => ({
    found: findingsIn({
      ...sound,
      unknown: { ...state('unknown'), after: { patience: 'asking', secondPatience: 'sent' } },
    }),
    place: 'unknown',
  }),
  unsafeCallLeft: () => ({
    found: findingsIn({ ...sound, sending: { ...state('sending'), on: { LEAVE: 'filling' } } }),
    place: 'sending · LEAVE',
  }),
  unsafeCallAtStart: () => ({ found: findingsIn({ ...sound, choosing: { always: 'sending' } }), place: 'start fresh' }),
  lostAnswerNotAskedFor: () => ({
    found: findingsIn({
      ...sound,
      sending: {
        ...state('sending'),
        invoke: { ...(state('sending') as { invoke: object }).invoke, onError: 'filling' },
      },
    }),
    place: 'sending · ✗ send [undocumentedReply]',
  }),
  secretKept: () => ({
    found: findingsIn(
      {
        ...sound,
        sending: {
          ...state('sending'),
          entry: {
            type: 'saveCheckpoint',
            params: ({ event }: { event: { password?: string } }) => ({ step: 'sending', password: event.password }),
          },
        },
      },
      { events: { SEND: { filled: { password: 'perch-passphrase' } }, RETRY: { press: {} }, LEAVE: { press: {} } } },
    ),
    place: 'saveCheckpoint',
  }),
  stateWithoutMeta: () => ({
    found: findingsIn({ ...sound, filling: { tags: 'form', on: { SEND: 'sending' } } }),
    place: 'filling',
  }),
  controlWithoutName: () => ({
    found: findingsIn(sound, {
      controls: {
        SEND: { name: { elsewhere: 'sample:send' } },
        RETRY: { name: 'sample:retry' },
        LEAVE: { name: 'sample:leave' },
      },
    }),
    place: 'form · SEND',
  }),
  reloadBroken: () => ({ found: findingsIn({ ...sound, choosing: { always: 'filling' } }), place: 'unknown' }),
  doubleEffect: () => ({
    found: findingsIn({
      ...sound,
      sending: { ...state('sending'), on: { SEND: { target: 'sending', reenter: true } } },
      filling: { ...state('filling'), on: { SEND: 'sending' } },
    }),
    place: 'filling · SEND',
  }),
};

it('finds nothing in a valid chart', () => {
  expect(findingsIn(sound)).toEqual([]);
});

describe.each(Object.entries(broken) as [CheckName, (typeof broken)[CheckName]][])('%s', (name, make) => {
  it(`catches ${rules[name].finds}`, () => {
    const { found, place } = make();
    expect(found).toContain(`${name}: ${place}`);
  });
});

it('accepts an exception that the chart declares', () => {
  const sending = {
    ...state('sending'),
    meta: meta('form', { onReload: 'reconcile', lostAnswer: 'It may be sent twice.' }),
    invoke: { ...(state('sending') as { invoke: object }).invoke, onError: 'filling' },
  };
  expect(findingsIn({ ...sound, sending }).filter((found) => found.startsWith('lostAnswer'))).toEqual([]);
});
