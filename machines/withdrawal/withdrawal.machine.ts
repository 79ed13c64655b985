import { closedSteps, confirmedOrClosed, confirmationStep, receiptOf } from '../confirmation/drafted.ts';
import { balanceRead } from '../chart/balances.ts';
import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { withdrawalSetup, checkpoint, typedOf } from './withdrawal.setup.ts';
import type { CreateWithdrawalOutcome, GetWithdrawalOptionsOutcome, WithdrawalOutput } from './withdrawal.types.ts';

const form = { route: '/Withdraw', screen: 'withdrawal-form', title: 'withdrawal:title', onReload: 'resume' } as const;
const quote = {
  route: '/Withdraw2',
  screen: 'withdrawal-review',
  title: 'withdrawal:review.title',
  onReload: 'resume',
} as const;
const toFormWith = (problem: string) => ({ target: `enteringWithdrawal.${problem}`, actions: 'keepProblem' }) as const;

/**
 * A withdrawal to a chain (F-10): asset, address and amount, the quote with the fee, the second factor.
 *
 * A quote moves nothing. The withdrawal is confirmed in the step that all such flows share, and is carried out once.
 */
export const withdrawalMachine = withdrawalSetup.createMachine({
  id: 'withdrawal',
  context: ({ input }) => ({ resume: input.resume, options: null, typed: null, open: null, problem: null }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<WithdrawalOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'withdrawal-loading',
        title: 'withdrawal:title',
        api: ['getWithdrawalOptions'],
        onReload: 'resume',
        requirements: ['F-10', 'P-1', 'D-04'],
      },
      invoke: {
        id: 'getWithdrawalOptions',
        src: 'getWithdrawalOptions',
        onDone: onOutcome<GetWithdrawalOptionsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          onHold: { target: 'choosingStep', actions: 'keepOptions' },
          unconfirmable: { target: 'choosingStep', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: optionsUnavailable('withdrawal', 'F-10'),
    ...closedSteps({ flow: 'withdrawal', route: '/Withdraw', requirement: 'F-10' }),
    choosingStep: {
      always: [
        ...confirmedOrClosed,
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { guard: { type: 'interruptedAt', params: { step: 'comparing' } }, target: 'comparingAddresses' },
        { target: 'enteringWithdrawal' },
      ],
      exit: 'takeUpResume',
    },
    enteringWithdrawal: {
      tags: 'form',
      meta: { ...form, requirements: ['F-10', 'P-1', 'P-4', 'D-04', 'D-25', 'D-33', 'SRC §5'] },
      entry: ['dropDraft', checkpoint('entering')],
      on: {
        SUBMIT_FORM: [
          { guard: 'isBelowMinimum', target: '.belowMinimum', actions: 'keepTooLittle' },
          { guard: 'exceedsBalance', target: '.insufficientBalance', actions: 'keepTooMuch' },
          { target: 'creatingWithdrawal', actions: 'keepTyped' },
        ],
        ...balanceRead,
      },
      initial: 'blank',
      states: {
        blank: {},
        belowMinimum: { tags: 'error' },
        insufficientBalance: { tags: 'error' },
        addressRefused: { tags: 'error' },
        addressNotAllowed: { tags: 'error' },
        closed: { tags: 'error' },
        forbidden: { tags: 'error' },
        draftOver: { tags: 'error' },
        declined: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingWithdrawal: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createWithdrawal'],
        lostAnswer: 'A quote moves nothing; pressing again makes another, and the older one is void.',
        requirements: ['F-10', 'P-3'],
      },
      entry: checkpoint('entering'),
      invoke: {
        id: 'createWithdrawal',
        src: 'createWithdrawal',
        input: ({ context }) => typedOf(context),
        onDone: onOutcome<CreateWithdrawalOutcome>()({
          created: { target: 'reviewing', actions: 'keepDraft' },
          resembling: { target: 'comparingAddresses', actions: 'keepDraft' },
          belowMinimum: toFormWith('belowMinimum'),
          insufficientBalance: toFormWith('insufficientBalance'),
          addressRefused: toFormWith('addressRefused'),
          addressNotAllowed: toFormWith('addressNotAllowed'),
          closed: toFormWith('closed'),
          forbidden: toFormWith('forbidden'),
          running: { target: 'enteringWithdrawal' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringWithdrawal.problem'),
        }),
        onError: { target: 'enteringWithdrawal.problem', actions: 'keepError' },
      },
    },
    comparingAddresses: {
      meta: {
        ...quote,
        route: '/Withdraw2?step=address',
        screen: 'withdrawal-compare',
        title: 'withdrawal:compare.title',
        requirements: ['F-10', 'D-28', 'P-2'],
      },
      entry: checkpoint('comparing'),
      after: { draftLifetime: { target: 'enteringWithdrawal.draftOver', actions: 'keepExpiry' } },
      on: { CONFIRM_ADDRESS: 'reviewing', BACK: { target: 'enteringWithdrawal', actions: 'forgetProblem' } },
    },
    reviewing: {
      meta: { ...quote, requirements: ['F-10', 'P-1', 'P-2', 'D-24', 'D-26', 'SRC §9'] },
      entry: checkpoint('reviewing'),
      after: { draftLifetime: { target: 'enteringWithdrawal.draftOver', actions: 'keepExpiry' } },
      on: { CONFIRM: 'confirming', BACK: { target: 'enteringWithdrawal', actions: 'forgetProblem' } },
    },
    confirming: {
      ...confirmationStep({
        route: '/Withdraw2?step=code',
        requirements: ['F-10'],
        executed: 'accepted',
        over: toFormWith('draftOver'),
        declined: toFormWith('declined'),
      }),
      entry: checkpoint('confirming'),
    },
    accepted: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): WithdrawalOutput => ({
        kind: 'accepted',
        receiptId: receiptOf(event),
      }),
    },
    left: endsAs<WithdrawalOutput>('left'),
    sessionEnded: endsAs<WithdrawalOutput>('sessionEnded'),
  },
});
