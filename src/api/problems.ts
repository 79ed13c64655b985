import type { Problem } from '#machines/chart/problem.ts';
import type { components } from '#openapi/api.gen.d.ts';

/** The body of a response that documents a problem. */
export type ProblemBody = components['schemas']['Problem'];

/** The problem in a body, reduced to what a flow remembers and a screen shows. */
export function problemIn(body: ProblemBody): Problem {
  return {
    code: body.code,
    errors: errorLines(body.errors),
    field: Object.keys(body.errors ?? {})[0] ?? null,
    reference: body.reference,
    retryAfterSeconds: body.retryAfterSeconds ?? null,
    triesLeft: body.triesLeft ?? null,
    until: body.until ?? null,
    amounts: body.amounts ?? null,
  };
}

/** The `errors` collection as lines: a list as it is, a map as the sentences of its fields in order (SRC §5). */
export function errorLines(errors: ProblemBody['errors']): readonly string[] {
  return Object.values(errors ?? {}).flat();
}

// What the codes of an answer mean to a flow: a table by code for each status. No status has a meaning by itself, so
// that a code which the contract adds to one does not compile until its meaning is written down (`Answers`).

/** The answers that nearly every call documents, as outcomes of the charts (`CommonFailure`). */
export const commonAnswers = {
  400: { invalid_request: 'refused' },
  413: { payload_too_large: 'failed' },
  415: { unsupported_media_type: 'failed' },
  429: { too_many_requests: 'throttled' },
  500: { internal: 'failed' },
  // Unavailable counts as failed: the call may have been carried out all the same.
  503: { maintenance: 'maintenance', books_stopped: 'maintenance', unavailable: 'failed' },
} as const;

/** The answers that a plain read documents. */
export const readAnswers = {
  400: commonAnswers[400],
  401: { session_ended: 'sessionEnded' },
  429: commonAnswers[429],
  500: commonAnswers[500],
  503: commonAnswers[503],
} as const;
