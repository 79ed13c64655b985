import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt, isBelowMinimum, refusedAmount } from '../chart/chart.rules.ts';
import type {
  CancelDepositOutcome,
  CreateDepositOutcome,
  Deposit,
  DepositCheckpoint,
  DepositContext,
  DepositEvent,
  DepositIdInput,
  DepositInput,
  DepositOptions,
  DepositOutput,
  DepositStep,
  GetDepositOptionsOutcome,
  GetDepositOutcome,
  TypedDeposit,
} from './deposit.types.ts';

/** What the parts of the deposit chart share: its types, ports, guards, actions and delays. */
export const depositSetup = setup({
  types: {
    context: {} as DepositContext,
    events: {} as DepositEvent,
    input: {} as DepositInput,
    output: {} as DepositOutput,
    meta: {} as StepMeta<
      | 'deposit-loading'
      | 'deposit-unavailable'
      | 'deposit-form'
      | 'deposit-reading'
      | 'deposit-lost'
      | 'deposit-address'
      | 'deposit-confirmations'
      | 'deposit-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getDepositOptions: fromPromise<GetDepositOptionsOutcome>(notProvided('getDepositOptions')),
    createDeposit: fromPromise<CreateDepositOutcome, TypedDeposit>(notProvided('createDeposit')),
    getDeposit: fromPromise<GetDepositOutcome, DepositIdInput>(notProvided('getDeposit')),
    cancelDeposit: fromPromise<CancelDepositOutcome, DepositIdInput>(notProvided('cancelDeposit')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<DepositStep>,
    isBelowMinimum: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && isBelowMinimum(context.options, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: DepositCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: 'loaded'; options: DepositOptions }>(event).options,
      problem: null,
    }),
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { typed: resume.typed, depositId: resume.depositId, resume: null },
    ),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    keepChoice: assign(({ event }) =>
      event.type === 'OPEN_REQUEST' ? { depositId: event.depositId, problem: null } : {},
    ),
    keepDeposit: assign(({ event }) => ({ ...read(event), problem: null })),
    renewDeposit: assign(({ event }) => read(event)),
    dropDeposit: assign({ deposit: null, depositId: null }),
    keepTooLittle: assign(({ context, event }) =>
      event.type === 'SUBMIT_FORM'
        ? { problem: refusedAmount('below_minimum_deposit', context.options, event.typed) }
        : {},
    ),
    ...problemActions<DepositContext, DepositEvent>(),
  },
  delays: {
    /** How often the screen reads the chain's state, in milliseconds; a block takes longer. */
    nextLook: 5_000,
    nextInquiry,
  },
});

/** The request of an answer. */
function read(event: unknown): Pick<DepositContext, 'deposit' | 'depositId'> {
  const { deposit } = outcomeOf<{ kind: string; deposit: Deposit }>(event);
  return { deposit, depositId: deposit.id };
}

/** The entry action that stores the current step. */
export function checkpoint(step: DepositStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { typed, depositId } }: { context: DepositContext }): DepositCheckpoint => ({
      version: 1,
      step,
      typed,
      depositId,
    }),
  } as const;
}

/** The request that is being watched. Throws if there is none, which is a bug in the chart. */
export function watched({ depositId }: DepositContext): DepositIdInput {
  if (depositId === null) throw new Error('The step was entered without a request.');
  return { depositId };
}

/** What was typed. Throws if there is nothing, which is a bug in the chart. */
export function typedOf({ typed }: DepositContext): TypedDeposit {
  if (typed === null) throw new Error('The call was entered without an amount.');
  return typed;
}
