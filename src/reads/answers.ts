import { problemOfError, type Problem } from '#machines/chart/problem.ts';
import { problemIn, type ProblemBody } from '#src/api/problems.ts';
import { rethrown, UndocumentedAnswer } from '#src/api/settle.ts';

/** A call of a page that the server refused, with its problem. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The result type of openapi-fetch. */
interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a response, for pages, whose calls have one good outcome and otherwise a message. Rejects with `Refused`,
 * or as the network does; `problemOfFailure` turns either into a problem.
 */
export async function dataOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch(rethrown);
  if (data !== undefined) return data;
  if (isProblem(error)) throw new Refused(problemIn(error));
  throw new UndocumentedAnswer(`The status ${response.status} came without a problem.`, response.status, {
    body: error,
  });
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'reference' in body;
}

/** The problem of a failed call, whatever the cause of the failure. */
export function problemOfFailure(error: unknown): Problem {
  return error instanceof Refused ? error.problem : problemOfError({ error });
}
