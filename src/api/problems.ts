import type { components } from '#openapi/api.gen.d.ts';

type ProblemBody = components['schemas']['Problem'];

/** A refusal, reduced to what a flow remembers and a screen shows; the same form as the charts' `Problem`. */
export interface ProblemView {
  readonly code: ProblemBody['code'];
  readonly errors: readonly string[];
  readonly reference: string | null;
  readonly retryAfterSeconds: number | null;
  readonly triesLeft: number | null;
  /** RFC 3339. */
  readonly until: string | null;
}

/** The view of a problem body. */
export function viewOf(body: ProblemBody): ProblemView {
  return {
    code: body.code,
    errors: errorLines(body.errors),
    reference: body.reference,
    retryAfterSeconds: body.retryAfterSeconds ?? null,
    triesLeft: body.triesLeft ?? null,
    until: body.until ?? null,
  };
}

/** The `errors` collection as lines: a list as it is, a map as the sentences of its fields one after the other (SRC §5). */
export function errorLines(errors: ProblemBody['errors']): readonly string[] {
  if (errors === undefined) return [];
  return Array.isArray(errors) ? errors : Object.values(errors).flat();
}

/** The answers that nearly every call documents, in the words of the charts (`CommonFailure`). */
export const commonAnswers = {
  400: (body: ProblemBody) => ({ kind: 'refused', problem: viewOf(body) }) as const,
  413: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  415: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  429: (body: ProblemBody) => ({ kind: 'throttled', problem: viewOf(body) }) as const,
  500: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  // What is unavailable for a moment has failed: what was under way may have been carried out all the same.
  503: (body: ProblemBody) => ({ kind: body.code === 'unavailable' ? ('failed' as const) : ('maintenance' as const), problem: viewOf(body) }),
};

/** The answers that a plain read documents. */
export const readAnswers = {
  400: commonAnswers[400],
  401: () => ({ kind: 'sessionEnded' }) as const,
  429: commonAnswers[429],
  500: commonAnswers[500],
  503: commonAnswers[503],
};
