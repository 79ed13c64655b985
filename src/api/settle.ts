import type { components, operations } from '#openapi/api.gen.d.ts';

type ProblemCode = components['schemas']['ProblemCode'];

type Responses<TId extends keyof operations> = operations[TId]['responses'];
type Body<TResponse> = TResponse extends { content: infer TContent } ? TContent[keyof TContent] : undefined;

/** One entry per documented status of an operation: what its answer means to the caller. */
export type Answers<TId extends keyof operations, TOutcome> = {
  readonly [TStatus in keyof Responses<TId>]: (body: Body<Responses<TId>[TStatus]>) => TOutcome;
};

/** What openapi-fetch resolves to. */
interface Settled {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What an answer means that carries no code of ours, such as a proxy's: SRC §8's table of statuses, in the words of the
 * problem catalogue.
 */
const codesByStatus: Readonly<Partial<Record<number, ProblemCode>>> = {
  401: 'session_ended',
  403: 'insufficient_permission',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  429: 'too_many_requests',
  500: 'internal',
  // Ours says which of the two it is; of another's nobody knows whether the call was carried out.
  503: 'unavailable',
};

/** An answer that the description does not know: another status, or a body of another form. */
export class UndocumentedAnswer extends Error {
  readonly undocumented = true;
  override readonly name = 'UndocumentedAnswer';
  /** What its status means all the same; null if that says nothing. */
  readonly code: ProblemCode | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.code = status === null ? null : (codesByStatus[status] ?? null);
  }
}

/**
 * Turns an answer into an outcome. Every documented status needs an entry, which the compiler checks. Rejects when no
 * answer came, and with `UndocumentedAnswer` when one came that the description does not know.
 */
export async function settle<TId extends keyof operations, TOutcome>(
  call: Promise<Settled>,
  answers: Answers<TId, TOutcome>,
): Promise<TOutcome> {
  const { data, error, response } = await call.catch(rethrown);
  const answer = (answers as Partial<Record<number, (body: unknown) => TOutcome>>)[response.status];
  if (answer === undefined)
    throw new UndocumentedAnswer(`The status ${response.status} is not documented.`, response.status);
  const body = response.ok ? data : error;
  if (response.status !== 204 && (typeof body !== 'object' || body === null)) {
    throw new UndocumentedAnswer(`The body of the ${response.status} is not an object.`, response.status);
  }
  return answer(body);
}

/**
 * Rejects with what a call failed by: a body that is not JSON is an undocumented answer, not a lost one. Its error is
 * told by its name, since Safari's `json()` throws a DOMException where others throw a SyntaxError.
 */
export function rethrown(error: unknown): never {
  const isNoJson = typeof error === 'object' && error !== null && 'name' in error && error.name === 'SyntaxError';
  throw isNoJson ? new UndocumentedAnswer('The body is not JSON.', null, { cause: error }) : error;
}
