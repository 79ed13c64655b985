import { fromPromise } from 'xstate';
import type {
  CreateTransferInput,
  CreateTransferOutcome,
  FindRecipientInput,
  FindRecipientOutcome,
  GetTransferOptionsOutcome,
} from '#machines/transfer/transfer.types.ts';
import { commonAnswers, readAnswers, viewOf } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Services } from '#src/session/services.ts';

/** The live ports of one run of transferring. */
export function transferPorts(services: Services) {
  return {
    getTransferOptions: fromPromise<GetTransferOptionsOutcome>(({ signal }) => getTransferOptions(services, signal)),
    findRecipient: fromPromise<FindRecipientOutcome, FindRecipientInput>(({ input, signal }) => findRecipient(services, input, signal)),
    createTransfer: fromPromise<CreateTransferOutcome, CreateTransferInput>(({ input }) => createTransfer(services, input)),
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

function findRecipient({ api }: Services, query: FindRecipientInput, signal: AbortSignal): Promise<FindRecipientOutcome> {
  return settle<'findRecipient', FindRecipientOutcome>(api.GET('/transfers/recipient', { params: { query }, signal }), {
    ...readAnswers,
    400: (problem) => ({ kind: strangers[problem.code] ?? 'refused', problem: viewOf(problem) }),
    200: (recipient) => ({ kind: 'found', recipient }),
  });
}

const strangers: Readonly<Record<string, 'unknown' | 'self' | undefined>> = {
  user_not_found: 'unknown',
  recipient_self: 'self',
};

/** Each press asks for a draft of its own, under a key of its own: a draft moves nothing. */
function createTransfer({ api, newId }: Services, body: CreateTransferInput): Promise<CreateTransferOutcome> {
  return settle<'createTransfer', CreateTransferOutcome>(api.POST('/transfers', { body, params: { header: { 'Idempotency-Key': newId() } } }), {
    ...commonAnswers,
    // The recipient was looked up before: whatever is wrong with the name now has come meanwhile.
    400: (problem) => ({ kind: strangers[problem.code] === undefined ? 'refused' : 'recipientGone', problem: viewOf(problem) }),
    401: readAnswers[401],
    403: (problem) => ({ kind: 'forbidden', problem: viewOf(problem) }),
    409: (problem) => (problem.code === 'request_running' ? { kind: 'running' } : { kind: 'insufficientBalance', problem: viewOf(problem) }),
    422: commonAnswers[400],
    200: (draft) => ({ kind: 'created', draft }),
  });
}
