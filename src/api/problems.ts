import type { components } from '#openapi/api.gen.d.ts';
import { UndocumentedAnswer } from './settle.ts';

type ProblemBody = components['schemas']['Problem'];
type ProblemCode = ProblemBody['code'];

/** The body of a response that documents these codes. */
export type ProblemWith<TCode extends ProblemCode> = ProblemBody & { readonly code: TCode };

/** A problem, reduced to what a flow remembers and a screen shows; the same shape as the charts' `Problem`. */
export interface ProblemView {
  readonly code: ProblemBody['code'];
  readonly errors: readonly string[];
  readonly reference: string | null;
  readonly retryAfterSeconds: number | null;
  readonly triesLeft: number | null;
  /** RFC 3339. */
  readonly until: string | null;
  readonly amounts: components['schemas']['ProblemAmounts'] | null;
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
    amounts: body.amounts ?? null,
  };
}

/** The `errors` collection as lines: a list as it is, a map as the sentences of its fields in order (SRC §5). */
export function errorLines(errors: ProblemBody['errors']): readonly string[] {
  if (errors === undefined) return [];
  return Array.isArray(errors) ? errors : Object.values(errors).flat();
}

/**
 * The outcome of a problem by its code, with one kind for each code that the contract documents for that operation and
 * status. The compiler refuses a missing code and an undocumented one. Throws `UndocumentedAnswer` for a code that a
 * newer server sends, which no flow may take for one of its own kinds.
 */
export function byCode<TBody extends ProblemBody, const TKinds extends { readonly [TCode in TBody['code']]: string }>(
  problem: TBody,
  kinds: TKinds & { readonly [TCode in Exclude<keyof TKinds, TBody['code']>]: never },
): { readonly kind: TKinds[TBody['code']]; readonly problem: ProblemView } {
  const { code }: { code: TBody['code'] } = problem;
  // A newer server may send a code that this page was not built with.
  const kind = (kinds as Partial<TKinds>)[code];
  if (kind === undefined)
    throw new UndocumentedAnswer(`The code ${code} is not documented here.`, null, { body: problem });
  return { kind, problem: viewOf(problem) };
}

/** The answers that nearly every call documents, as outcomes of the charts (`CommonFailure`). */
export const commonAnswers = {
  400: (body: ProblemBody) => ({ kind: 'refused', problem: viewOf(body) }) as const,
  413: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  415: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  429: (body: ProblemBody) => ({ kind: 'throttled', problem: viewOf(body) }) as const,
  500: (body: ProblemBody) => ({ kind: 'failed', problem: viewOf(body) }) as const,
  // Unavailable counts as failed: the call may have been carried out all the same.
  503: (body: ProblemWith<'maintenance' | 'books_stopped' | 'unavailable'>) =>
    byCode(body, { maintenance: 'maintenance', books_stopped: 'maintenance', unavailable: 'failed' }),
};

/** The answers that a plain read documents. */
export const readAnswers = {
  400: commonAnswers[400],
  401: () => ({ kind: 'sessionEnded' }) as const,
  429: commonAnswers[429],
  500: commonAnswers[500],
  503: commonAnswers[503],
};
