import { fromPromise } from 'xstate';
import type {
  CreateExchangeOutcome,
  GetExchangeOptionsOutcome,
  TypedExchange,
} from '#machines/exchange/exchange.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';
import { confirmationPort } from '../confirmation/confirmation.ports.ts';
import { keepMarket } from './market.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const exchangeEntries: Entries<keyof TypedExchange> = {
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
  asset_closed: 'from',
};

/** The live ports of one run of exchanging. */
export function exchangePorts(services: Services) {
  return {
    getExchangeOptions: fromPromise<GetExchangeOptionsOutcome>(({ signal }) => getExchangeOptions(services, signal)),
    createExchange: fromPromise<CreateExchangeOutcome, TypedExchange>(({ input }) => createExchange(services, input)),
    confirmation: confirmationPort(services),
  };
}

export function getExchangeOptions({ api }: Services, signal: AbortSignal): Promise<GetExchangeOptionsOutcome> {
  return settle<'getExchangeOptions', GetExchangeOptionsOutcome>(api.GET('/exchanges/options', { signal }), {
    ...readAnswers,
    200: (options) => ({ kind: 'loaded', options }),
  });
}

/** Each press requests a new quote under a new key: a quote moves nothing. The pair is remembered (SRC §3). */
function createExchange(
  { api, newId, storage }: Services,
  { from, to, amount }: TypedExchange,
): Promise<CreateExchangeOutcome> {
  const body = { from, to, amount };
  keepMarket(storage, body);
  return settle<'createExchange', CreateExchangeOutcome>(
    api.POST('/exchanges', { body, params: { header: { 'Idempotency-Key': newId() } } }),
    {
      ...commonAnswers,
      400: { amount_too_small: 'tooSmall', invalid_request: 'refused' },
      401: { session_ended: 'sessionEnded' },
      403: { email_not_verified: 'forbidden' },
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
