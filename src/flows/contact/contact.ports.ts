import { fromPromise } from 'xstate';
import type { EarlierCallInput } from '#machines/chart/earlier-call.ts';
import type {
  CreateInquiryInput,
  CreateInquiryOutcome,
  EarlierInquiry,
  TypedInquiry,
} from '#machines/contact/contact.types.ts';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import { settle } from '#src/api/settle.ts';
import type { Entries } from '#src/flow/refused-entry.ts';
import type { Services } from '#src/services/services.ts';

/** The entry of the form that a refusal concerns, if it concerns one. */
export const contactEntries: Entries<keyof TypedInquiry> = { receipt_not_found: 'receipt' };

/** The live ports of one inquiry. */
export function contactPorts(services: Services) {
  return {
    createInquiry: fromPromise<CreateInquiryOutcome, CreateInquiryInput>(({ input }) => createInquiry(services, input)),
    getRequestOutcome: fromPromise<EarlierInquiry, EarlierCallInput>(({ input, signal }) =>
      getRequestOutcome(services, input, signal),
    ),
  };
}

function createInquiry(
  { api }: Services,
  { key, typed: { category, text, receipt } }: CreateInquiryInput,
): Promise<CreateInquiryOutcome> {
  const body = { category, text, ...(receipt === '' ? {} : { receipt }) };
  return settle<'createInquiry', CreateInquiryOutcome>(
    api.POST('/inquiries', { body, params: { header: { 'Idempotency-Key': key } } }),
    {
      ...commonAnswers,
      400: { receipt_not_found: 'receiptNotFound', invalid_request: 'refused' },
      401: { session_ended: 'sessionEnded' },
      409: { too_many_inquiries: 'tooMany', request_running: 'running' },
      // An earlier call used the key: its outcome is requested.
      422: { idempotency_key_reused: 'running' },
      200: ({ ticket }) => ({ kind: 'sent', ticket }),
    },
  );
}

function getRequestOutcome({ api }: Services, { key }: EarlierCallInput, signal: AbortSignal): Promise<EarlierInquiry> {
  return settle<'getRequestOutcome', EarlierInquiry>(
    api.GET('/requests/{key}', { params: { path: { key } }, signal }),
    {
      ...readAnswers,
      200: (outcome) =>
        outcome.state === 'done'
          ? { kind: 'done', ticket: ticketIn(outcome.answer) }
          : { kind: outcome.state === 'unknown' ? 'notDone' : 'running' },
    },
  );
}

/** The ticket number in an answer that the server has kept. */
function ticketIn(answer: Readonly<Record<string, unknown>> | null): string | null {
  return typeof answer?.['ticket'] === 'string' ? answer['ticket'] : null;
}
