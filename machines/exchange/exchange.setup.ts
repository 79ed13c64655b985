import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { hasOtherBalances, withBalances } from '../chart/balances.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { ownProblem, problemActions } from '../chart/problem.ts';
import { exceedsBalance, interruptedAt } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { expiredProblem } from '../confirmation/confirmation.rules.ts';
import { opened, openOf } from '../confirmation/open-draft.ts';
import type {
  CreateExchangeOutcome,
  GetExchangeOptionsOutcome,
  TypedExchange,
  ExchangeCheckpoint,
  ExchangeContext,
  ExchangeDraft,
  ExchangeEvent,
  ExchangeInput,
  ExchangeOptions,
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
    isOtherBalance: ({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null && hasOtherBalances(context.options, event.options),
    interruptedAt: interruptedAt<ExchangeStep>,
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' &&
      exceedsBalance(context.options, { asset: event.typed.from, amount: event.typed.amount }),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: ExchangeCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: string; options: ExchangeOptions }>(event).options,
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
      open: ({ event }) => openOf(outcomeOf<{ kind: string; draft: ExchangeDraft }>(event).draft),
      problem: null,
    }),
    dropDraft: assign({ open: null }),
    keepTooMuch: assign({ problem: ownProblem('insufficient_balance') }),
    ...problemActions<ExchangeContext, ExchangeEvent>(),
    keepExpiry: assign({ problem: expiredProblem }),
  },
  delays: {
    /** The quote holds for the seconds of the rules (D-07). */
    draftLifetime: ({ context }) => opened(context).lifetime,
  },
});

/** The entry action that stores where the flow stands. */
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

/** What was typed. Throws where nothing was, which is a mistake in the chart. */
export function typedOf({ typed }: ExchangeContext): TypedExchange {
  if (typed === null) throw new Error('The call was entered without an amount.');
  return typed;
}
