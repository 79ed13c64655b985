import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf, type Branch } from '../chart/outcomes.ts';
import { depositSetup, checkpoint, typedOf, watched } from './deposit.setup.ts';
import type {
  CancelDepositOutcome,
  CreateDepositOutcome,
  Deposit,
  DepositContext,
  DepositOutput,
  GetDepositOptionsOutcome,
  GetDepositOutcome,
} from './deposit.types.ts';

const form = { route: '/Deposit', screen: 'deposit-form', title: 'deposit:title', onReload: 'resume' } as const;
const address = {
  route: '/Deposit2',
  screen: 'deposit-address',
  title: 'deposit:address.title',
  onReload: 'resume',
} as const;
const unknown = {
  route: '/Deposit2',
  screen: 'deposit-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;
const toFormWith = (problem: string) => ({ target: `enteringDeposit.${problem}`, actions: 'keepProblem' }) as const;
const toAddress = { target: 'awaitingPayment', actions: 'keepDeposit' } as const;
const receiptOf = (event: unknown): string => outcomeOf<{ kind: string; deposit: Deposit }>(event).deposit.receiptId;

/** Reads the request and shows its status; `awaited` says that nothing is new, `unread` that it could not be read. */
const readingOr = <const TUnread extends string, const TAwaited extends Branch>(unread: TUnread, awaited: TAwaited) =>
  ({
    id: 'getDeposit',
    src: 'getDeposit',
    input: ({ context }: { readonly context: DepositContext }) => watched(context),
    onDone: onOutcome<GetDepositOutcome>()({
      awaited,
      seen: { target: 'countingConfirmations', actions: 'keepDeposit' },
      credited: { target: 'credited' },
      notApproved: { target: 'notApproved' },
      cancelled: { target: 'cancelled' },
      gone: { target: 'enteringDeposit.gone', actions: 'keepProblem' },
      sessionEnded: { target: 'sessionEnded' },
      ...failuresTo(unread),
    }),
    onError: { target: unread, actions: 'keepError' },
  }) as const;

/**
 * A deposit from a chain (F-09): asset, network and amount, the address, then what the chain reports until it is
 * credited.
 *
 * The screen only watches: the chain decides what is credited (D-06), whether or not anybody watches.
 */
export const depositMachine = depositSetup.createMachine({
  id: 'deposit',
  context: ({ input }) => ({
    resume: input.resume,
    options: null,
    typed: null,
    depositId: null,
    deposit: null,
    problem: null,
  }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<DepositOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'deposit-loading',
        title: 'deposit:title',
        api: ['getDepositOptions'],
        onReload: 'resume',
        requirements: ['F-09', 'P-1', 'D-04'],
      },
      invoke: {
        id: 'getDepositOptions',
        src: 'getDepositOptions',
        onDone: onOutcome<GetDepositOptionsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: optionsUnavailable('deposit', 'F-09'),
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'cancelling' } }, target: 'reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'watching' } }, target: 'readingDeposit' },
        { target: 'enteringDeposit' },
      ],
      exit: 'takeUpResume',
    },
    enteringDeposit: {
      tags: 'form',
      meta: { ...form, requirements: ['F-09', 'P-1', 'P-4', 'D-04', 'D-25', 'SRC §5'] },
      entry: ['dropDeposit', checkpoint('entering')],
      on: {
        SUBMIT_FORM: [
          { guard: 'isBelowMinimum', target: '.belowMinimum', actions: 'keepTooLittle' },
          { target: 'creatingDeposit', actions: 'keepTyped' },
        ],
        OPEN_REQUEST: { target: 'readingDeposit', actions: 'keepChoice' },
      },
      initial: 'blank',
      states: {
        blank: {},
        belowMinimum: { tags: 'error' },
        closed: { tags: 'error' },
        /** The open requests are read again: another tab may have made some of them. */
        tooManyOpen: { tags: 'error', on: { RETRY: '#deposit.loadingOptions' } },
        gone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingDeposit: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createDeposit'],
        lostAnswer: 'A request moves nothing; a second one stands among the open ones and can be cancelled.',
        requirements: ['F-09', 'P-3'],
      },
      entry: checkpoint('entering'),
      invoke: {
        id: 'createDeposit',
        src: 'createDeposit',
        input: ({ context }) => typedOf(context),
        onDone: onOutcome<CreateDepositOutcome>()({
          created: { target: 'awaitingPayment', actions: 'keepDeposit' },
          belowMinimum: toFormWith('belowMinimum'),
          closed: toFormWith('closed'),
          tooManyOpen: toFormWith('tooManyOpen'),
          running: { target: 'enteringDeposit' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringDeposit.problem'),
        }),
        onError: { target: 'enteringDeposit.problem', actions: 'keepError' },
      },
    },
    readingDeposit: {
      tags: 'waiting',
      meta: { ...address, screen: 'deposit-reading', api: ['getDeposit'], requirements: ['F-09', 'P-1'] },
      entry: checkpoint('watching'),
      invoke: readingOr('depositUnavailable', toAddress),
    },
    depositUnavailable: {
      tags: 'error',
      meta: { ...address, screen: 'deposit-lost', requirements: ['F-09', 'P-4', 'D-30'] },
      after: { nextLook: 'readingDeposit' },
      on: { RETRY: 'readingDeposit', BACK: 'loadingOptions' },
    },
    awaitingPayment: {
      meta: { ...address, requirements: ['F-09', 'P-1', 'P-2', 'D-06', 'D-28'] },
      entry: checkpoint('watching'),
      on: { CANCEL_REQUEST: 'confirmingCancel', BACK: 'loadingOptions' },
      initial: 'blank',
      states: {
        blank: { after: { nextLook: '#deposit.readingDeposit' } },
        notCancelled: { tags: 'error', after: { nextLook: '#deposit.rereadingDeposit' } },
      },
    },
    /** The chain may have news, and what was said of the cancellation stays until the member does something. */
    rereadingDeposit: {
      tags: ['waiting', 'error'],
      meta: { ...address, screen: 'deposit-reading', api: ['getDeposit'], requirements: ['F-09', 'P-4', 'D-06'] },
      entry: checkpoint('watching'),
      on: { CANCEL_REQUEST: 'confirmingCancel', BACK: 'loadingOptions' },
      invoke: readingOr('depositUnavailable', { target: 'awaitingPayment.notCancelled', actions: 'renewDeposit' }),
    },
    countingConfirmations: {
      meta: { ...address, screen: 'deposit-confirmations', requirements: ['F-09', 'P-1', 'P-2', 'D-06', 'D-27'] },
      entry: checkpoint('watching'),
      after: { nextLook: 'readingDeposit' },
      on: { BACK: 'loadingOptions' },
    },
    confirmingCancel: {
      meta: { ...address, requirements: ['F-09', 'P-2', 'D-06'] },
      entry: checkpoint('watching'),
      on: { CONFIRM_CANCEL: 'cancelling', KEEP_REQUEST: 'awaitingPayment' },
    },
    cancelling: {
      tags: 'waiting',
      meta: { ...address, api: ['cancelDeposit'], onReload: 'reconcile', requirements: ['F-09', 'P-3', 'D-06'] },
      entry: checkpoint('cancelling'),
      invoke: {
        id: 'cancelDeposit',
        src: 'cancelDeposit',
        input: ({ context }) => watched(context),
        onDone: onOutcome<CancelDepositOutcome>()({
          cancelled: { target: 'cancelled' },
          notCancellable: { target: 'readingDeposit' },
          gone: { target: 'enteringDeposit.gone', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('awaitingPayment.notCancelled'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getDeposit'], requirements: ['P-3'] },
      invoke: readingOr('outcomeUnknown', toAddress),
    },
    credited: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): DepositOutput => ({ kind: 'credited', receiptId: receiptOf(event) }),
    },
    notApproved: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): DepositOutput => ({ kind: 'notApproved', receiptId: receiptOf(event) }),
    },
    cancelled: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): DepositOutput => ({ kind: 'cancelled', receiptId: receiptOf(event) }),
    },
    sessionEnded: endsAs<DepositOutput>('sessionEnded'),
  },
});
