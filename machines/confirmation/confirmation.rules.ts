import type { Problem } from '../chart/problem.ts';

/** The problem of a draft whose time is over (security rule 16). */
export const expiredProblem: Problem = {
  code: 'draft_expired',
  errors: [],
  reference: null,
  retryAfterSeconds: null,
  triesLeft: null,
  until: null,
};
