import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { balanceActions, balanceGuards } from '../chart/balances.ts';
import { notProvided, outcomeIs } from '../chart/outcomes.ts';
import { exceedsBalance, interruptedAt, isBelowMinimum, refusedAmount } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { closedGuards, draftActions, draftLifetime } from '../confirmation/drafted.ts';
import type {
  CreateWithdrawalOutcome,
  GetWithdrawalOptionsOutcome,
  TypedWithdrawal,
  WithdrawalCheckpoint,
  WithdrawalContext,
  WithdrawalEvent,
  WithdrawalInput,
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
    ...balanceGuards,
    interruptedAt: interruptedAt<WithdrawalStep>,
    ...closedGuards,
    isBelowMinimum: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && isBelowMinimum(context.options, event.typed),
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && exceedsBalance(context.options, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: WithdrawalCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { typed: resume.typed, open: resume.open, resume: null },
    ),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    keepTooLittle: assign(({ context, event }) =>
      event.type === 'SUBMIT_FORM'
        ? { problem: refusedAmount('below_minimum_withdrawal', context.options, event.typed) }
        : {},
    ),
    keepTooMuch: assign(({ context, event }) =>
      event.type === 'SUBMIT_FORM'
        ? { problem: refusedAmount('insufficient_balance', context.options, event.typed) }
        : {},
    ),
    ...draftActions<WithdrawalContext, WithdrawalEvent>(),
    ...balanceActions<WithdrawalContext, WithdrawalEvent>(),
  },
  delays: { draftLifetime },
});

/** The entry action that stores the current step. */
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

/** What was typed. Throws if there is nothing, which is a bug in the chart. */
export function typedOf({ typed }: WithdrawalContext): TypedWithdrawal {
  if (typed === null) throw new Error('The call was entered without an amount.');
  return typed;
}
