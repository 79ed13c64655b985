import { fromPromise } from 'xstate';
import type {
  CancelDepositOutcome,
  CreateDepositOutcome,
  Deposit,
  DepositIdInput,
  GetDepositOptionsOutcome,
  GetDepositOutcome,
  TypedDeposit,
} from '#machines/deposit/deposit.types.ts';
import { type Attempt, createAttempt } from '#src/api/attempt.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const depositEntries: Entries<keyof TypedDeposit> = { asset_closed: 'asset', below_minimum_deposit: 'amount' };

/** The live ports of one run of depositing. */
export function depositPorts(services: Services) {
  const attempt = createAttempt(services.newId);
  return {
    getDepositOptions: fromPromise<GetDepositOptionsOutcome>(({ signal }) => getDepositOptions(services, signal)),
    createDeposit: fromPromise<CreateDepositOutcome, TypedDeposit>(({ input }) =>
      createDeposit(services, attempt, input),
    ),
    getDeposit: fromPromise<GetDepositOutcome, DepositIdInput>(({ input, signal }) =>
      getDeposit(services, input, signal),
    ),
    cancelDeposit: fromPromise<CancelDepositOutcome, DepositIdInput>(({ input }) => cancelDeposit(services, input)),
  };
}

function getDepositOptions({ api }: Services, signal: AbortSignal): Promise<GetDepositOptionsOutcome> {
  return settle<'getDepositOptions', GetDepositOptionsOutcome>(api.GET('/deposits/options', { signal }), {
    ...readAnswers,
    200: (options) => ({ kind: 'loaded', options }),
  });
}

/** The asset is remembered for the next time (SRC §3). */
function createDeposit(
  { api, storage }: Services,
  attempt: Attempt,
  body: TypedDeposit,
): Promise<CreateDepositOutcome> {
  storage.set('depositAssetName', body.asset);
  return attempt(body, (key) =>
    settle<'createDeposit', CreateDepositOutcome>(
      api.POST('/deposits', { body, params: { header: { 'Idempotency-Key': key } } }),
      {
        ...commonAnswers,
        400: { below_minimum_deposit: 'belowMinimum', invalid_request: 'refused' },
        401: { session_ended: 'sessionEnded' },
        409: {
          asset_closed: 'closed',
          too_many_open_deposits: 'tooManyOpen',
          request_running: 'running',
        },
        422: { idempotency_key_reused: 'failed' },
        200: (deposit) => ({ kind: 'created', deposit }),
      },
    ),
  );
}

function getDeposit({ api }: Services, { depositId }: DepositIdInput, signal: AbortSignal): Promise<GetDepositOutcome> {
  return settle<'getDeposit', GetDepositOutcome>(
    api.GET('/deposits/{id}', { params: { path: { id: depositId } }, signal }),
    {
      ...readAnswers,
      404: { not_found: 'gone' },
      200: (deposit) => ({ kind: meanings[deposit.status], deposit }),
    },
  );
}

/**
 * What a status means to the member who watches. The statuses of other acts that a deposit may lead to count as money
 * that has arrived.
 */
const meanings = {
  awaitingPayment: 'awaited',
  inProcess: 'seen',
  approved: 'credited',
  completed: 'credited',
  done: 'credited',
  notApproved: 'notApproved',
  returned: 'notApproved',
  cancel: 'cancelled',
} as const satisfies Record<Deposit['status'], GetDepositOutcome['kind']>;

/**
 * The key is derived from the request, so that it is the same after a reload: a request is canceled once, however often
 * that is sent.
 */
function cancelDeposit({ api }: Services, { depositId }: DepositIdInput): Promise<CancelDepositOutcome> {
  return settle<'cancelDeposit', CancelDepositOutcome>(
    api.POST('/deposits/{id}/cancel', {
      params: { path: { id: depositId }, header: { 'Idempotency-Key': `cancel-${depositId}` } },
    }),
    {
      ...commonAnswers,
      401: { session_ended: 'sessionEnded' },
      404: { not_found: 'gone' },
      409: { not_cancellable: 'notCancellable', request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: (deposit) => ({ kind: 'cancelled', deposit }),
    },
  );
}
