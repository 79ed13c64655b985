import type { ConfirmationOutput } from '../confirmation/confirmation.types.ts';
import { opened } from '../confirmation/open-draft.ts';
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
 * Money goes to another member (F-11): who gets it is shown before anything is typed, then amount and note, the review
 * and the second factor.
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
      // The address of a step that was interrupted stays, so that it is not forgotten when the page is loaded once
      // more.
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
          onHold: { target: 'onHold', actions: 'keepOptions' },
          unconfirmable: { target: 'unconfirmable', actions: 'keepOptions' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'transfer-unavailable',
        title: 'transfer:title',
        onReload: 'resume',
        requirements: ['F-11', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingOptions' },
    },
    onHold: {
      tags: 'terminal',
      meta: {
        route: '/Transfer',
        screen: 'transfer-on-hold',
        title: 'money:hold.title',
        onReload: 'resume',
        requirements: ['F-11', 'P-5'],
      },
      on: { LEAVE: 'left' },
    },
    unconfirmable: {
      tags: 'terminal',
      meta: {
        route: '/Transfer',
        screen: 'transfer-unconfirmable',
        title: 'transfer:unconfirmable.title',
        onReload: 'resume',
        requirements: ['F-11', 'D-08', 'P-5'],
      },
      on: { LEAVE: 'left' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
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
      on: { SUBMIT_RECIPIENT: { target: 'findingRecipient', actions: 'keepUsername' } },
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
        BACK: { target: 'enteringRecipient', actions: 'forgetProblem' },
      },
      initial: 'blank',
      states: {
        blank: { on: { BALANCE_READ: { guard: 'isOtherBalance', actions: 'keepBalance' } } },
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
      meta: {
        route: '/Transfer?step=code',
        screen: 'confirmation-reading',
        title: 'confirmation:noCode',
        api: ['getDraft'],
        onReload: 'resume',
        requirements: ['F-11', 'D-08', 'P-3'],
      },
      entry: checkpoint('confirming'),
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context }) => ({ draftId: opened(context).draft.id }),
        onDone: onOutcome<ConfirmationOutput>()({
          executed: { target: 'sent' },
          abandoned: { target: 'reviewing' },
          over: toFormWith('draftOver'),
          declined: toFormWith('declined'),
          sessionEnded: { target: 'sessionEnded' },
        }),
      },
    },
    sent: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): TransferOutput => ({
        kind: 'sent',
        receiptId: outcomeOf<Extract<ConfirmationOutput, { kind: 'executed' }>>(event).receiptId,
      }),
    },
    left: { type: 'final', entry: 'forgetCheckpoint', output: (): TransferOutput => ({ kind: 'left' }) },
    sessionEnded: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): TransferOutput => ({ kind: 'sessionEnded' }),
    },
  },
});
