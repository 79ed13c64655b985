import { confirmationStep, receiptOf } from '../confirmation/drafted.ts';
import { balanceRead } from '../chart/balances.ts';
import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { exchangeSetup, checkpoint, typedOf } from './exchange.setup.ts';
import type { CreateExchangeOutcome, ExchangeOutput, GetExchangeOptionsOutcome } from './exchange.types.ts';

const form = { route: '/Exchange', screen: 'exchange-form', title: 'exchange:title', onReload: 'resume' } as const;
const quote = {
  route: '/Exchange?step=quote',
  screen: 'exchange-quote',
  title: 'exchange:quote.title',
  onReload: 'resume',
} as const;
const toFormWith = (problem: string) => ({ target: `enteringExchange.${problem}`, actions: 'keepProblem' }) as const;

/**
 * An exchange of one asset for another (F-12): pair and amount, a quote that expires, and the second factor if the
 * rules require it. It is carried out at the quoted rate or not at all.
 */
export const exchangeMachine = exchangeSetup.createMachine({
  id: 'exchange',
  context: ({ input }) => ({ resume: input.resume, options: null, typed: null, open: null, problem: null }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<ExchangeOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'exchange-loading',
        title: 'exchange:title',
        api: ['getExchangeOptions'],
        onReload: 'resume',
        requirements: ['F-12', 'P-1'],
      },
      invoke: {
        id: 'getExchangeOptions',
        src: 'getExchangeOptions',
        onDone: onOutcome<GetExchangeOptionsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: optionsUnavailable('exchange', 'F-12'),
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { target: 'enteringExchange' },
      ],
      exit: 'takeUpResume',
    },
    enteringExchange: {
      tags: 'form',
      meta: { ...form, requirements: ['F-12', 'P-1', 'P-4', 'D-25', 'SRC §5'] },
      entry: ['dropDraft', checkpoint('entering')],
      on: {
        SUBMIT_FORM: [
          { guard: 'exceedsBalance', target: '.insufficientBalance', actions: 'keepTooMuch' },
          { target: 'creatingExchange', actions: 'keepTyped' },
        ],
        ...balanceRead,
      },
      initial: 'blank',
      states: {
        blank: {},
        insufficientBalance: { tags: 'error' },
        tooSmall: { tags: 'error' },
        rateStale: { tags: 'error' },
        forbidden: { tags: 'error' },
        declined: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingExchange: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createExchange'],
        lostAnswer: 'A quote moves nothing; pressing again makes another, and the older one is void.',
        requirements: ['F-12', 'P-3'],
      },
      entry: checkpoint('entering'),
      invoke: {
        id: 'createExchange',
        src: 'createExchange',
        input: ({ context }) => typedOf(context),
        onDone: onOutcome<CreateExchangeOutcome>()({
          created: { target: 'reviewing', actions: 'keepDraft' },
          tooSmall: toFormWith('tooSmall'),
          insufficientBalance: toFormWith('insufficientBalance'),
          rateStale: toFormWith('rateStale'),
          forbidden: toFormWith('forbidden'),
          running: { target: 'enteringExchange' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringExchange.problem'),
        }),
        onError: { target: 'enteringExchange.problem', actions: 'keepError' },
      },
    },
    reviewing: {
      meta: { ...quote, requirements: ['F-12', 'P-1', 'P-2', 'D-07', 'D-24'] },
      entry: checkpoint('reviewing'),
      after: { draftLifetime: { target: 'quoteExpired', actions: 'keepExpiry' } },
      on: { CONFIRM: 'confirming', BACK: { target: 'enteringExchange', actions: 'forgetProblem' } },
    },
    quoteExpired: {
      tags: 'error',
      meta: { ...quote, screen: 'exchange-expired', onReload: 'restart', requirements: ['F-12', 'D-07', 'P-4'] },
      entry: ['dropDraft', checkpoint('entering')],
      on: {
        NEW_QUOTE: { target: 'creatingExchange', actions: 'forgetProblem' },
        BACK: { target: 'enteringExchange', actions: 'forgetProblem' },
      },
    },
    confirming: {
      ...confirmationStep({
        route: '/Exchange?step=code',
        requirements: ['F-12'],
        executed: 'exchanged',
        over: { target: 'quoteExpired', actions: 'keepProblem' },
        declined: toFormWith('declined'),
      }),
      entry: checkpoint('confirming'),
    },
    exchanged: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): ExchangeOutput => ({
        kind: 'exchanged',
        receiptId: receiptOf(event),
      }),
    },
    sessionEnded: endsAs<ExchangeOutput>('sessionEnded'),
  },
});
