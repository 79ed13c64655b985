import { assign, fromPromise, setup } from 'xstate';
import { unknownOutcome, nextInquiry, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { endsAs } from '../chart/ends.ts';
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

/**
 * A member freezes their own account at once (D-32): the page says what happens, and one press does it, without a
 * password (decision 0020).
 *
 * A lost response never leads back to the question: the server is asked for the outcome by key.
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
    ...unknownOutcome<EarlierCall>()(
      { route: '/Account?step=freeze', screen: 'account-freeze-unknown', requirements: ['D-32'] },
      {
        done: { target: 'frozen' },
        notDone: { target: 'asking.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: 'sessionEnded' },
      },
    ),
    frozen: endsAs<AccountFreezeOutput>('frozen'),
    cancelled: endsAs<AccountFreezeOutput>('cancelled'),
    sessionEnded: endsAs<AccountFreezeOutput>('sessionEnded'),
  },
});
