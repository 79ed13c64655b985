// Turns every failure into a problem of the closed list; nothing else does (S-21).
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/platform/contract/problems.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import type { Culture } from '#openapi/cultures.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const MAX_CLIENT_ERROR = 499;
/** How long callers should wait before they try again while something is unreachable. */
export const RETRY_SECONDS = 2;

/**
 * The problem for anything thrown while a request was answered. A failure that is not the caller's fault is
 * `unavailable` if it is temporary, and otherwise `internal`.
 */
export function toProblem(error: unknown, culture: Culture): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  const { code, statusCode } = readFastifyError(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported_media_type');
  if (code === 'FST_ERR_BAD_URL')
    return new Problem('invalid_request', { errors: { path: [fieldSentence(culture, 'malformedAddress')] } });
  // Anything else that the framework blames on the caller is an unreadable body.
  const blamed = statusCode !== undefined && statusCode >= 400 && statusCode <= MAX_CLIENT_ERROR;
  if (!blamed && !(error instanceof SyntaxError)) return new Problem('internal');
  return new Problem('invalid_request', { errors: { body: [fieldSentence(culture, 'malformedJson')] } });
}

/** Sends a problem. The headers are the same for every code, except for `Retry-After` and what the problem adds. */
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
