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
  CreateTransferInput,
  CreateTransferOutcome,
  FindRecipientInput,
  FindRecipientOutcome,
  GetTransferOptionsOutcome,
  Recipient,
  TransferCheckpoint,
  TransferContext,
  TransferDraft,
  TransferEvent,
  TransferInput,
  TransferOptions,
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
    isOtherBalance: ({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null && hasOtherBalances(context.options, event.options),
    interruptedAt: interruptedAt<TransferStep>,
    exceedsBalance: ({ context, event }) =>
      event.type === 'SUBMIT_FORM' && exceedsBalance(context.options, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: TransferCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: string; options: TransferOptions }>(event).options,
      problem: null,
    }),
    /** All else stays as the member has seen it. */
    keepBalance: assign(({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null
        ? { options: withBalances(context.options, event.options) }
        : {},
    ),
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
    keepDraft: assign({
      open: ({ event }) => openOf(outcomeOf<{ kind: string; draft: TransferDraft }>(event).draft),
      problem: null,
    }),
    dropRecipient: assign({ recipient: null, open: null }),
    dropDraft: assign({ open: null }),
    keepTooMuch: assign({ problem: ownProblem('insufficient_balance') }),
    ...problemActions<TransferContext, TransferEvent>(),
    keepExpiry: assign({ problem: expiredProblem }),
  },
  delays: {
    /** The draft holds for the minutes of the rules (S-16). */
    draftLifetime: ({ context }) => opened(context).lifetime,
  },
});

/** The entry action that stores where the flow stands. */
export function checkpoint(step: TransferStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { username, recipient, typed, open } }: { context: TransferContext }): TransferCheckpoint => ({
      version: 2,
      step,
      username,
      recipient,
      typed,
      open,
    }),
  } as const;
}

/** What the draft is asked with. Throws where something is missing, which is a mistake in the chart. */
export function wanted({ recipient, typed }: TransferContext): CreateTransferInput {
  if (recipient === null || typed === null) throw new Error('The call was entered without a recipient or an amount.');
  return { recipient: recipient.username, ...typed };
}
