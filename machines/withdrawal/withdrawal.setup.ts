import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { hasOtherBalances, withBalances } from '../chart/balances.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { ownProblem, problemActions } from '../chart/problem.ts';
import { exceedsBalance, interruptedAt, isBelowMinimum } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { expiredProblem } from '../confirmation/confirmation.rules.ts';
import { opened, openOf } from '../confirmation/open-draft.ts';
import type {
  CreateWithdrawalOutcome,
  GetWithdrawalOptionsOutcome,
  TypedWithdrawal,
  WithdrawalCheckpoint,
  WithdrawalContext,
  WithdrawalDraft,
  WithdrawalEvent,
  WithdrawalInput,
  WithdrawalOptions,
  WithdrawalOutput,
  WithdrawalStep,
} from './withdrawal.types.ts';

/** What the parts of the withdrawal chart share: its types, ports, guards, actions and delays. */
export const withdrawalSetup = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    input: {} as WithdrawalInput,
    output: {} as WithdrawalOutput,
    meta: {} as StepMeta<
      | 'withdrawal-loading'
      | 'withdrawal-unavailable'
      | 'withdrawal-on-hold'
      | 'withdrawal-unconfirmable'
      | 'withdrawal-form'
      | 'withdrawal-compare'
      | 'withdrawal-review'
      | 'confirmation-reading'
    >,
    tags: {} as StepTag,
    children: {} as {
      getWithdrawalOptions: 'getWithdrawalOptions';
      createWithdrawal: 'createWithdrawal';
      confirmation: 'confirmation';
    },
  },
  actors: {
    getWithdrawalOptions: fromPromise<GetWithdrawalOptionsOutcome>(notProvided('getWithdrawalOptions')),
    createWithdrawal: fromPromise<CreateWithdrawalOutcome, TypedWithdrawal>(notProvided('createWithdrawal')),
    confirmation: confirmationMachine,
  },
  guards: {
    outcomeIs,
    isOtherBalance: ({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null && hasOtherBalances(context.options, event.options),
    interruptedAt: interruptedAt<WithdrawalStep>,
    isBelowMinimum: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && isBelowMinimum(context.options, event.typed),
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && exceedsBalance(context.options, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: WithdrawalCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: string; options: WithdrawalOptions }>(event).options,
      problem: null,
    }),
    /** All else stays as the member has seen it. */
    keepBalance: assign(({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null
        ? { options: withBalances(context.options, event.options) }
        : {},
    ),
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { typed: resume.typed, open: resume.open, resume: null },
    ),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    keepDraft: assign({
      open: ({ event }) => openOf(outcomeOf<{ kind: string; draft: WithdrawalDraft }>(event).draft),
      problem: null,
    }),
    dropDraft: assign({ open: null }),
    keepTooLittle: assign({ problem: ownProblem('below_minimum_withdrawal') }),
    keepTooMuch: assign({ problem: ownProblem('insufficient_balance') }),
    ...problemActions<WithdrawalContext, WithdrawalEvent>(),
    keepExpiry: assign({ problem: expiredProblem }),
  },
  delays: {
    /** The quote holds for the minutes of the rules (S-16). */
    draftLifetime: ({ context }) => opened(context).lifetime,
  },
});

/** The entry action that stores where the flow stands. */
export function checkpoint(step: WithdrawalStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { typed, open } }: { context: WithdrawalContext }): WithdrawalCheckpoint => ({
      version: 1,
      step,
      typed,
      open: step === 'entering' ? null : open,
    }),
  } as const;
}

/** What was typed. Throws where nothing was, which is a mistake in the chart. */
export function typedOf({ typed }: WithdrawalContext): TypedWithdrawal {
  if (typed === null) throw new Error('The call was entered without an amount.');
  return typed;
}
