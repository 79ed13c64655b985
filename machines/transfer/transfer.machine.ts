import { closedSteps, confirmedOrClosed, confirmationStep, receiptOf } from '../confirmation/drafted.ts';
import { balanceRead } from '../chart/balances.ts';
import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { transferSetup, checkpoint, wanted } from './transfer.setup.ts';
import type {
  CreateTransferOutcome,
  FindRecipientOutcome,
  GetTransferOptionsOutcome,
  TransferOutput,
} from './transfer.types.ts';

const naming = {
  route: '/Transfer',
  screen: 'transfer-recipient',
  title: 'transfer:title',
  onReload: 'resume',
} as const;
const form = {
  route: '/Transfer?step=amount',
  screen: 'transfer-form',
  title: 'transfer:amount.title',
  onReload: 'resume',
} as const;
const toNamingWith = (problem: string) => ({ target: `enteringRecipient.${problem}`, actions: 'keepProblem' }) as const;
const toFormWith = (problem: string) => ({ target: `enteringTransfer.${problem}`, actions: 'keepProblem' }) as const;

/**
 * A transfer to another member (F-11): the recipient is shown before anything else is typed, then amount and note, the
 * review and the second factor.
 */
export const transferMachine = transferSetup.createMachine({
  id: 'transfer',
  context: ({ input }) => ({
    resume: input.resume,
    options: null,
    username: '',
    recipient: null,
    typed: null,
    open: null,
    problem: null,
  }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<TransferOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'transfer-loading',
        title: 'transfer:title',
        api: ['getTransferOptions'],
        onReload: 'resume',
        requirements: ['F-11', 'P-1'],
      },
      invoke: {
        id: 'getTransferOptions',
        src: 'getTransferOptions',
        onDone: onOutcome<GetTransferOptionsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          onHold: { target: 'choosingStep', actions: 'keepOptions' },
          unconfirmable: { target: 'choosingStep', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: optionsUnavailable('transfer', 'F-11'),
    ...closedSteps({ flow: 'transfer', route: '/Transfer', requirement: 'F-11' }),
    choosingStep: {
      always: [
        ...confirmedOrClosed,
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { guard: { type: 'interruptedAt', params: { step: 'entering' } }, target: 'enteringTransfer' },
        { target: 'enteringRecipient' },
      ],
      exit: 'takeUpResume',
    },
    enteringRecipient: {
      tags: 'form',
      meta: { ...naming, requirements: ['F-11', 'P-1', 'P-4', 'D-15', 'SRC §5'] },
      entry: ['dropRecipient', checkpoint('naming')],
      on: {
        SUBMIT_RECIPIENT: { target: 'findingRecipient', actions: 'keepUsername' },
        // The next form shows it.
        BALANCE_READ: { guard: 'isOtherBalance', actions: 'keepBalance' },
      },
      initial: 'blank',
      states: {
        blank: {},
        unknown: { tags: 'error' },
        self: { tags: 'error' },
        recipientGone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    findingRecipient: {
      tags: 'waiting',
      meta: { ...naming, api: ['findRecipient'], requirements: ['F-11', 'D-15'] },
      entry: checkpoint('naming'),
      invoke: {
        id: 'findRecipient',
        src: 'findRecipient',
        input: ({ context }) => ({ username: context.username }),
        onDone: onOutcome<FindRecipientOutcome>()({
          found: { target: 'enteringTransfer', actions: 'keepRecipient' },
          unknown: toNamingWith('unknown'),
          self: toNamingWith('self'),
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringRecipient.problem'),
        }),
        onError: { target: 'enteringRecipient.problem', actions: 'keepError' },
      },
    },
    enteringTransfer: {
      tags: 'form',
      meta: { ...form, requirements: ['F-11', 'P-1', 'P-2', 'P-4', 'D-25', 'SRC §5'] },
      entry: ['dropDraft', checkpoint('entering')],
      on: {
        SUBMIT_FORM: [
          { guard: 'exceedsBalance', target: '.insufficientBalance', actions: 'keepTooMuch' },
          { target: 'creatingTransfer', actions: 'keepTyped' },
        ],
        ...balanceRead,
        BACK: { target: 'enteringRecipient', actions: 'forgetProblem' },
      },
      initial: 'blank',
      states: {
        blank: {},
        insufficientBalance: { tags: 'error' },
        forbidden: { tags: 'error' },
        draftOver: { tags: 'error' },
        declined: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingTransfer: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createTransfer'],
        lostAnswer: 'A draft moves nothing; pressing again makes another, and the older one is void.',
        requirements: ['F-11', 'P-3'],
      },
      entry: checkpoint('entering'),
      invoke: {
        id: 'createTransfer',
        src: 'createTransfer',
        input: ({ context }) => wanted(context),
        onDone: onOutcome<CreateTransferOutcome>()({
          created: { target: 'reviewing', actions: 'keepDraft' },
          recipientGone: toNamingWith('recipientGone'),
          insufficientBalance: toFormWith('insufficientBalance'),
          forbidden: toFormWith('forbidden'),
          running: { target: 'enteringTransfer' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringTransfer.problem'),
        }),
        onError: { target: 'enteringTransfer.problem', actions: 'keepError' },
      },
    },
    reviewing: {
      meta: {
        route: '/Transfer?step=review',
        screen: 'transfer-review',
        title: 'transfer:review.title',
        onReload: 'resume',
        requirements: ['F-11', 'P-1', 'P-2', 'D-24'],
      },
      entry: checkpoint('reviewing'),
      after: { draftLifetime: { target: 'enteringTransfer.draftOver', actions: 'keepExpiry' } },
      on: { CONFIRM: 'confirming', BACK: { target: 'enteringTransfer', actions: 'forgetProblem' } },
    },
    confirming: {
      ...confirmationStep({
        route: '/Transfer?step=code',
        requirements: ['F-11'],
        executed: 'sent',
        over: toFormWith('draftOver'),
        declined: toFormWith('declined'),
      }),
      entry: checkpoint('confirming'),
    },
    sent: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): TransferOutput => ({
        kind: 'sent',
        receiptId: receiptOf(event),
      }),
    },
    left: endsAs<TransferOutput>('left'),
    sessionEnded: endsAs<TransferOutput>('sessionEnded'),
  },
});
