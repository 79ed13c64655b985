import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { balanceActions, balanceGuards } from '../chart/balances.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { exceedsBalance, interruptedAt, refusedAmount } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { closedGuards, draftActions, draftLifetime } from '../confirmation/drafted.ts';
import type {
  CreateTransferInput,
  CreateTransferOutcome,
  FindRecipientInput,
  FindRecipientOutcome,
  GetTransferOptionsOutcome,
  Recipient,
  TransferCheckpoint,
  TransferContext,
  TransferEvent,
  TransferInput,
  TransferOutput,
  TransferStep,
} from './transfer.types.ts';

/** What the parts of the transfer chart share: its types, ports, guards, actions and delays. */
export const transferSetup = setup({
  types: {
    context: {} as TransferContext,
    events: {} as TransferEvent,
    input: {} as TransferInput,
    output: {} as TransferOutput,
    meta: {} as StepMeta<
      | 'transfer-loading'
      | 'transfer-unavailable'
      | 'transfer-on-hold'
      | 'transfer-unconfirmable'
      | 'transfer-recipient'
      | 'transfer-form'
      | 'transfer-review'
      | 'confirmation-reading'
    >,
    tags: {} as StepTag,
    children: {} as {
      getTransferOptions: 'getTransferOptions';
      findRecipient: 'findRecipient';
      createTransfer: 'createTransfer';
      confirmation: 'confirmation';
    },
  },
  actors: {
    getTransferOptions: fromPromise<GetTransferOptionsOutcome>(notProvided('getTransferOptions')),
    findRecipient: fromPromise<FindRecipientOutcome, FindRecipientInput>(notProvided('findRecipient')),
    createTransfer: fromPromise<CreateTransferOutcome, CreateTransferInput>(notProvided('createTransfer')),
    confirmation: confirmationMachine,
  },
  guards: {
    outcomeIs,
    ...balanceGuards,
    interruptedAt: interruptedAt<TransferStep>,
    ...closedGuards,
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && exceedsBalance(context.options, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: TransferCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null
        ? {}
        : {
            username: resume.username,
            recipient: resume.recipient,
            typed: resume.typed,
            open: resume.open,
            resume: null,
          },
    ),
    keepUsername: assign(({ event }) =>
      event.type === 'SUBMIT_RECIPIENT' ? { username: event.username, problem: null } : {},
    ),
    keepRecipient: assign({
      recipient: ({ event }) => outcomeOf<{ kind: 'found'; recipient: Recipient }>(event).recipient,
      problem: null,
    }),
    keepTyped: assign(({ event }) => (event.type === 'SUBMIT_FORM' ? { typed: event.typed, problem: null } : {})),
    dropRecipient: assign({ recipient: null, open: null }),
    keepTooMuch: assign(({ context, event }) =>
      event.type === 'SUBMIT_FORM'
        ? { problem: refusedAmount('insufficient_balance', context.options, event.typed) }
        : {},
    ),
    ...draftActions<TransferContext, TransferEvent>(),
    ...balanceActions<TransferContext, TransferEvent>(),
  },
  delays: { draftLifetime },
});

/** The entry action that stores the current step. */
export function checkpoint(step: TransferStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { username, recipient, typed, open } }: { context: TransferContext }): TransferCheckpoint => ({
      version: 3,
      step,
      username,
      recipient,
      typed,
      open,
    }),
  } as const;
}

/** The request for the draft. Throws if something is missing, which is a bug in the chart. */
export function wanted({ recipient, typed }: TransferContext): CreateTransferInput {
  if (recipient === null || typed === null) throw new Error('The call was entered without a recipient or an amount.');
  return { recipient: recipient.username, ...typed };
}
