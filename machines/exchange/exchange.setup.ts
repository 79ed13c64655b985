import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { balanceActions, balanceGuards } from '../chart/balances.ts';
import { notProvided, outcomeIs } from '../chart/outcomes.ts';
import { exceedsBalance, interruptedAt, refusedAmount } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { quoteExpiredProblem } from '../confirmation/confirmation.rules.ts';
import { draftActions, draftLifetime } from '../confirmation/drafted.ts';
import type {
  CreateExchangeOutcome,
  GetExchangeOptionsOutcome,
  TypedExchange,
  ExchangeCheckpoint,
  ExchangeContext,
  ExchangeEvent,
  ExchangeInput,
  ExchangeOutput,
  ExchangeStep,
} from './exchange.types.ts';

/** What the parts of the exchange chart share: its types, ports, guards, actions and delays. */
export const exchangeSetup = setup({
  types: {
    context: {} as ExchangeContext,
    events: {} as ExchangeEvent,
    input: {} as ExchangeInput,
    output: {} as ExchangeOutput,
    meta: {} as StepMeta<
      | 'exchange-loading'
      | 'exchange-unavailable'
      | 'exchange-form'
      | 'exchange-quote'
      | 'exchange-expired'
      | 'confirmation-reading'
    >,
    tags: {} as StepTag,
    children: {} as {
      getExchangeOptions: 'getExchangeOptions';
      createExchange: 'createExchange';
      confirmation: 'confirmation';
    },
  },
  actors: {
    getExchangeOptions: fromPromise<GetExchangeOptionsOutcome>(notProvided('getExchangeOptions')),
    createExchange: fromPromise<CreateExchangeOutcome, TypedExchange>(notProvided('createExchange')),
    confirmation: confirmationMachine,
  },
  guards: {
    outcomeIs,
    ...balanceGuards,
    interruptedAt: interruptedAt<ExchangeStep>,
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' &&
      exceedsBalance(context.options, { asset: event.typed.from, amount: event.typed.amount }),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: ExchangeCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { typed: resume.typed, open: resume.open, resume: null },
    ),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    keepTooMuch: assign(({ context, event }) =>
      event.type === 'SUBMIT_FORM'
        ? {
            problem: refusedAmount('insufficient_balance', context.options, {
              asset: event.typed.from,
              amount: event.typed.amount,
            }),
          }
        : {},
    ),
    ...draftActions<ExchangeContext, ExchangeEvent>(),
    keepExpiry: assign({ problem: quoteExpiredProblem }),
    ...balanceActions<ExchangeContext, ExchangeEvent>(),
  },
  delays: { draftLifetime },
});

/** The entry action that stores the current step. */
export function checkpoint(step: ExchangeStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { typed, open } }: { context: ExchangeContext }): ExchangeCheckpoint => ({
      version: 1,
      step,
      typed,
      open: step === 'entering' ? null : open,
    }),
  } as const;
}

/** What was typed. Throws if there is nothing, which is a bug in the chart. */
export function typedOf({ typed }: ExchangeContext): TypedExchange {
  if (typed === null) throw new Error('The call was entered without an amount.');
  return typed;
}
