import { fromPromise } from 'xstate';
import type {
  CreateWithdrawalOutcome,
  GetWithdrawalOptionsOutcome,
  TypedWithdrawal,
} from '#machines/withdrawal/withdrawal.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { moneyForbidden } from '#src/api/shared-answers.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const withdrawalEntries: Entries<keyof TypedWithdrawal> = {
  asset_closed: 'asset',
  address_invalid: 'address',
  address_wrong_network: 'address',
  address_own_deposit: 'address',
  address_not_allowed: 'address',
  below_minimum_withdrawal: 'amount',
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
};

/** The live ports of one run of withdrawing. */
export function withdrawalPorts(services: Services) {
  return {
    getWithdrawalOptions: fromPromise<GetWithdrawalOptionsOutcome>(({ signal }) =>
      getWithdrawalOptions(services, signal),
    ),
    createWithdrawal: fromPromise<CreateWithdrawalOutcome, TypedWithdrawal>(({ input }) =>
      createWithdrawal(services, input),
    ),
    confirmation: confirmationPort(services),
  };
}

export function getWithdrawalOptions({ api }: Services, signal: AbortSignal): Promise<GetWithdrawalOptionsOutcome> {
  return settle<'getWithdrawalOptions', GetWithdrawalOptionsOutcome>(api.GET('/withdrawals/options', { signal }), {
    ...readAnswers,
    200: (options) => {
      if (options.heldUntil !== null) return { kind: 'onHold', options };
      return { kind: options.secondFactor === null ? 'unconfirmable' : 'loaded', options };
    },
  });
}

/**
 * Each press requests a new quote under a new key: a quote moves nothing. The asset is remembered for the next time
 * (SRC §3).
 */
function createWithdrawal({ api, newId, storage }: Services, body: TypedWithdrawal): Promise<CreateWithdrawalOutcome> {
  storage.set('withdrawalAssetName', body.asset);
  return settle<'createWithdrawal', CreateWithdrawalOutcome>(
    api.POST('/withdrawals', { body, params: { header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      400: {
        below_minimum_withdrawal: 'belowMinimum',
        address_invalid: 'addressRefused',
        address_wrong_network: 'addressRefused',
        address_own_deposit: 'addressRefused',
        invalid_request: 'refused',
      },
      401: { session_ended: 'sessionEnded' },
      403: moneyForbidden,
      409: {
        insufficient_balance: 'insufficientBalance',
        asset_closed: 'closed',
        address_not_allowed: 'addressNotAllowed',
        request_running: 'running',
      },
      422: { idempotency_key_reused: 'refused' },
      200: (draft) => ({ kind: draft.resembles === null ? 'created' : 'resembling', draft }),
    },
  );
}
