import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import type {
  AccountFreezeCheckpoint,
  AccountFreezeContext,
  AccountFreezeEvent,
  AccountFreezeInput,
  AccountFreezeOutput,
  FreezeAccountInput,
  FreezeAccountOutcome,
} from './account-freeze.types.ts';

const accountFreezeSetup = setup({
  types: {
    context: {} as AccountFreezeContext,
    events: {} as AccountFreezeEvent,
    input: {} as AccountFreezeInput,
    output: {} as AccountFreezeOutput,
    meta: {} as StepMeta<'account-freeze' | 'account-freeze-unknown'>,
    tags: {} as StepTag,
  },
  actors: {
    freezeAccount: fromPromise<FreezeAccountOutcome, FreezeAccountInput>(notProvided('freezeAccount')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    callWasSent: ({ context }) => context.resume !== null,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: AccountFreezeCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    ...problemActions<AccountFreezeContext, AccountFreezeEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

const ask = { route: '/Account?step=freeze', screen: 'account-freeze', title: 'account-freeze:title' } as const;
const unknown = {
  route: '/Account?step=freeze',
  screen: 'account-freeze-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;

/**
 * A member freezes their own account at once (D-32): what happens is said, and one press does it, without a password
 * (decision 0020).
 *
 * A lost answer never leads back to the question: the server is asked by the key what became of the call.
 */
export const accountFreezeMachine = accountFreezeSetup.createMachine({
  id: 'account-freeze',
  context: ({ input }) => ({ key: keyOfRun(input), resume: input.resume, problem: null }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<AccountFreezeOutput>(event),
  states: {
    choosingStep: {
      always: [{ guard: 'callWasSent', target: 'reconciling' }, { target: 'asking' }],
      exit: 'forgetResume',
    },
    asking: {
      meta: { ...ask, onReload: 'resume', requirements: ['D-32', 'P-1', 'P-4'] },
      entry: 'forgetCheckpoint',
      on: { CONFIRM: 'freezing', CANCEL: 'cancelled' },
      initial: 'fresh',
      states: {
        fresh: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    freezing: {
      tags: 'waiting',
      meta: { ...ask, api: ['freezeAccount'], onReload: 'reconcile', requirements: ['D-32', 'P-3', 'SRC §7'] },
      entry: { type: 'saveCheckpoint', params: ({ context }) => ({ version: 1, step: 'freezing', key: context.key }) },
      invoke: {
        id: 'freezeAccount',
        src: 'freezeAccount',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<FreezeAccountOutcome>()({
          frozen: { target: 'frozen' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('asking.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['D-32', 'P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getRequestOutcome'], requirements: ['D-32', 'P-3'] },
      invoke: {
        id: 'getRequestOutcome',
        src: 'getRequestOutcome',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<EarlierCall>()({
          done: { target: 'frozen' },
          notDone: { target: 'asking.notDone', actions: 'forgetProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('outcomeUnknown'),
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    frozen: { type: 'final', entry: 'forgetCheckpoint', output: (): AccountFreezeOutput => ({ kind: 'frozen' }) },
    cancelled: { type: 'final', entry: 'forgetCheckpoint', output: (): AccountFreezeOutput => ({ kind: 'cancelled' }) },
    sessionEnded: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): AccountFreezeOutput => ({ kind: 'sessionEnded' }),
    },
  },
});
