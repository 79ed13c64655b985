// Every failure becomes a problem of the closed list here, and nowhere else (S-21).
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/platform/contract/problems.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import type { Culture } from '#openapi/cultures.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const MAX_CLIENT_ERROR = 499;
/** What is away is asked for again after so long. */
export const RETRY_SECONDS = 2;

/**
 * The problem of anything that was thrown while a request was answered. What isn't the caller's fault is `unavailable` where it passes by
 * itself, and else `internal`.
 */
export function toProblem(error: unknown, culture: Culture): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  const { code, statusCode } = readFastifyError(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported_media_type');
  if (code === 'FST_ERR_BAD_URL') return new Problem('invalid_request', { errors: { path: [fieldSentence(culture, 'malformedAddress')] } });
  // Whatever else the framework blames on the caller is a body that can't be read.
  const blamed = statusCode !== undefined && statusCode >= 400 && statusCode <= MAX_CLIENT_ERROR;
  if (!blamed && !(error instanceof SyntaxError)) return new Problem('internal');
  return new Problem('invalid_request', { errors: { body: [fieldSentence(culture, 'malformedJson')] } });
}

/** Sends a problem. The reply's headers are the same for every code but `Retry-After` and what the problem brings. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  request.facts.outcome = problem.code;
  const { headers, retryAfterSeconds } = problem.details;
  if (headers !== undefined) reply.headers(headers);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem.body(request.id)));
}

function readFastifyError(error: unknown): Partial<Pick<FastifyError, 'code' | 'statusCode'>> {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined;
  return { ...(code === undefined ? {} : { code }), ...(statusCode === undefined ? {} : { statusCode }) };
}
