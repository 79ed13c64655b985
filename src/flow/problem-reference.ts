import type { Problem } from '#machines/chart/problem.ts';
import { paths } from '#src/paths.ts';

/** The codes with which only support can help, so that the way there is offered (D-30). */
const FOR_SUPPORT: readonly Problem['code'][] = [
  'internal',
  'unexpected',
  'unavailable',
  'insufficient_permission',
  'not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'idempotency_key_reused',
  'books_stopped',
  'asset_closed',
  'not_cancellable',
  'stake_not_matured',
];

/**
 * By what support finds the call, if it is one that support is asked about; undefined for what a member mends alone,
 * such as a wrong password.
 */
export function referenceOf(problem: Problem | null): string | undefined {
  return problem !== null && FOR_SUPPORT.includes(problem.code) ? (problem.reference ?? undefined) : undefined;
}

/** The page for writing to support, whose message begins with the reference if there is one. */
export const contactAbout = (reference: string | undefined): string =>
  reference === undefined ? paths.contact : `${paths.contact}?reference=${encodeURIComponent(reference)}`;
