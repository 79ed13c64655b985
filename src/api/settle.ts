import type { Problem, ProblemCode } from '#machines/chart/problem.ts';
import type { operations } from '#openapi/api.gen.d.ts';
import { problemIn, type ProblemBody } from './problems.ts';

type Responses<TId extends keyof operations> = operations[TId]['responses'];
type Body<TResponse> = TResponse extends { content: infer TContent } ? TContent[keyof TContent] : undefined;

/** The kinds of outcome that a problem alone makes up. */
type KindOfProblem<TOutcome> = TOutcome extends { readonly kind: infer TKind }
  ? { readonly kind: TKind; readonly problem: Problem } extends TOutcome
    ? TKind
    : never
  : never;

/** What a code means: a kind of outcome, which then has the problem, or the outcome made from the body. */
type Meaning<TOutcome> = KindOfProblem<TOutcome> | ((body: ProblemBody) => TOutcome);

/**
 * What a documented response means. One with a problem has a table by its codes: the compiler asks for each code that
 * the contract documents for this operation and status, and refuses an undocumented one, unless it comes by spread from
 * a shared table: of those a test asks that some operation documents each code (tests/client/shared-answers.test.ts).
 * Any other is a function.
 */
export type Answer<TBody, TOutcome> = [TBody] extends [ProblemBody]
  ? { readonly [TCode in TBody['code']]: Meaning<TOutcome> }
  : (body: TBody) => TOutcome;

/** One entry per documented status of an operation, which turns the response into an outcome. */
export type Answers<TId extends keyof operations, TOutcome> = {
  readonly [TStatus in keyof Responses<TId>]: Answer<Body<Responses<TId>[TStatus]>, TOutcome>;
};

/** What openapi-fetch resolves to. */
interface Settled {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What a response without one of our codes means, for example from a proxy: the table of statuses of SRC §8, as codes
 * of the problem catalogue.
 */
const codesByStatus: Readonly<Partial<Record<number, ProblemCode>>> = {
  401: 'session_ended',
  403: 'insufficient_permission',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  429: 'too_many_requests',
  500: 'internal',
  // Our own 503 has a code that says which it is; with a proxy's, nobody knows whether the call was carried out.
  503: 'unavailable',
};

/** A response that the contract does not document: another status, or a body of another shape. */
export class UndocumentedAnswer extends Error {
  readonly undocumented = true;
  override readonly name = 'UndocumentedAnswer';
  /** The code that its status stands for, or null if there is none. */
  readonly code: ProblemCode | null;
  /** The reference in its body; null if it has none, as the answer of a proxy. */
  readonly reference: string | null;

  constructor(message: string, status: number | null, options: ErrorOptions & { body?: unknown } = {}) {
    super(message, options);
    this.code = status === null ? null : (codesByStatus[status] ?? null);
    this.reference = (options.body as { reference?: string } | undefined)?.reference ?? null;
  }
}

/**
 * Turns a response into an outcome. Every documented status and code needs an entry, which the compiler checks. Rejects
 * if no response arrived, and with `UndocumentedAnswer` if the contract does not document it; a code that a newer
 * server sends is never taken for a kind that the flow knows.
 */
export async function settle<TId extends keyof operations, TOutcome>(
  call: Promise<Settled>,
  answers: Answers<TId, TOutcome>,
): Promise<TOutcome> {
  const { data, error, response } = await call.catch(rethrown);
  const answer = (answers as Partial<Record<number, AnyAnswer<TOutcome>>>)[response.status];
  if (answer === undefined)
    throw new UndocumentedAnswer(`The status ${response.status} is not documented.`, response.status, { body: error });
  const body = response.ok ? data : error;
  if (response.status !== 204 && (typeof body !== 'object' || body === null)) {
    throw new UndocumentedAnswer(`The body of the ${response.status} is not an object.`, response.status);
  }
  return typeof answer === 'function' ? answer(body) : meaningOf(body as ProblemBody, answer, response.status);
}

type AnyAnswer<TOutcome> = ((body: unknown) => TOutcome) | Partial<Record<string, Meaning<TOutcome>>>;

function meaningOf<TOutcome>(
  body: ProblemBody,
  meanings: Partial<Record<string, Meaning<TOutcome>>>,
  status: number,
): TOutcome {
  const { code }: { code?: string } = body;
  const meaning = code !== undefined && Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  // Without a code of ours, the status says what it may mean.
  if (meaning === undefined)
    throw new UndocumentedAnswer(`The code ${code} is not documented here.`, code === undefined ? status : null, {
      body,
    });
  if (typeof meaning === 'function') return (meaning as (body: ProblemBody) => TOutcome)(body);
  return { kind: meaning, problem: problemIn(body) } as TOutcome;
}

/**
 * Rejects with the reason for which a call failed: a body that is not JSON is an undocumented response, not a lost one.
 * Its error is recognized by name, since Safari's `json()` throws a DOMException where others throw a SyntaxError.
 */
export function rethrown(error: unknown): never {
  const isNoJson = typeof error === 'object' && error !== null && 'name' in error && error.name === 'SyntaxError';
  throw isNoJson ? new UndocumentedAnswer('The body is not JSON.', null, { cause: error }) : error;
}
