import { fromPromise } from 'xstate';
import type {
  CreateTransferInput,
  CreateTransferOutcome,
  FindRecipientInput,
  FindRecipientOutcome,
  GetTransferOptionsOutcome,
  TypedTransfer,
} from '#machines/transfer/transfer.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { moneyForbidden } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const transferEntries: Entries<keyof TypedTransfer | 'username'> = {
  user_not_found: 'username',
  recipient_self: 'username',
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
};

/** The live ports of one run of transferring. */
export function transferPorts(services: Services) {
  return {
    getTransferOptions: fromPromise<GetTransferOptionsOutcome>(({ signal }) => getTransferOptions(services, signal)),
    findRecipient: fromPromise<FindRecipientOutcome, FindRecipientInput>(({ input, signal }) =>
      findRecipient(services, input, signal),
    ),
    createTransfer: fromPromise<CreateTransferOutcome, CreateTransferInput>(({ input }) =>
      createTransfer(services, input),
    ),
    confirmation: confirmationPort(services),
  };
}

export function getTransferOptions({ api }: Services, signal: AbortSignal): Promise<GetTransferOptionsOutcome> {
  return settle<'getTransferOptions', GetTransferOptionsOutcome>(api.GET('/transfers/options', { signal }), {
    ...readAnswers,
    200: (options) => {
      if (options.heldUntil !== null) return { kind: 'onHold', options };
      return { kind: options.secondFactor === null ? 'unconfirmable' : 'loaded', options };
    },
  });
}

function findRecipient(
  { api }: Services,
  query: FindRecipientInput,
  signal: AbortSignal,
): Promise<FindRecipientOutcome> {
  return settle<'findRecipient', FindRecipientOutcome>(api.GET('/transfers/recipient', { params: { query }, signal }), {
    ...readAnswers,
    400: { user_not_found: 'unknown', recipient_self: 'self', invalid_request: 'refused' },
    200: (recipient) => ({ kind: 'found', recipient }),
  });
}

/**
 * Each press requests a new draft under a new key: a draft moves nothing. The asset is remembered for the next time
 * (SRC §3).
 */
function createTransfer({ api, newId, storage }: Services, body: CreateTransferInput): Promise<CreateTransferOutcome> {
  storage.set('transferAssetName', body.asset);
  return settle<'createTransfer', CreateTransferOutcome>(
    api.POST('/transfers', { body, params: { header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      // The recipient was looked up before: whatever is wrong with the name now has changed since.
      400: {
        user_not_found: 'recipientGone',
        recipient_self: 'recipientGone',
        invalid_request: 'refused',
      },
      401: { session_ended: 'sessionEnded' },
      403: moneyForbidden,
      409: { insufficient_balance: 'insufficientBalance', request_running: 'running' },
      422: { idempotency_key_reused: 'refused' },
      200: (draft) => ({ kind: 'created', draft }),
    },
  );
}
