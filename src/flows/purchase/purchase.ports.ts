import { fromPromise } from 'xstate';
import type {
  CreatePurchaseInput,
  CreatePurchaseOutcome,
  GetPurchaseOptionsOutcome,
  TypedPurchase,
} from '#machines/purchase/purchase.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { moneyForbidden } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const purchaseEntries: Entries<keyof TypedPurchase> = {
  below_plan_minimum: 'amountUsd',
  insufficient_balance: 'amountUsd',
  amount_too_small: 'amountUsd',
  risk_not_acknowledged: 'acknowledged',
};

/** The live ports of one run of buying a plan. */
export function purchasePorts(services: Services) {
  return {
    getPurchaseOptions: fromPromise<GetPurchaseOptionsOutcome>(({ signal }) => getPurchaseOptions(services, signal)),
    createPurchase: fromPromise<CreatePurchaseOutcome, CreatePurchaseInput>(({ input }) =>
      createPurchase(services, input),
    ),
    confirmation: confirmationPort(services),
  };
}

export function getPurchaseOptions({ api }: Services, signal: AbortSignal): Promise<GetPurchaseOptionsOutcome> {
  return settle<'getPurchaseOptions', GetPurchaseOptionsOutcome>(api.GET('/purchases/options', { signal }), {
    ...readAnswers,
    409: { rate_stale: 'rateStale' },
    200: (options) => {
      if (options.heldUntil !== null) return { kind: 'onHold', options };
      return { kind: options.secondFactor === null ? 'unconfirmable' : 'loaded', options };
    },
  });
}

/** Each press requests a new draft under a new key: a draft moves nothing. */
function createPurchase({ api, newId }: Services, body: CreatePurchaseInput): Promise<CreatePurchaseOutcome> {
  return settle<'createPurchase', CreatePurchaseOutcome>(
    api.POST('/purchases', { body, params: { header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      400: {
        below_plan_minimum: 'belowMinimum',
        risk_not_acknowledged: 'riskChanged',
        invalid_request: 'refused',
      },
      401: { session_ended: 'sessionEnded' },
      403: moneyForbidden,
      409: {
        insufficient_balance: 'insufficientBalance',
        rate_stale: 'rateStale',
        request_running: 'running',
      },
      422: { idempotency_key_reused: 'refused' },
      200: (draft) => ({ kind: 'created', draft }),
    },
  );
}
