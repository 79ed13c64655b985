import { ownProblem } from '../chart/problem.ts';

/** The problem of a draft whose time is over (S-16). */
export const expiredProblem = ownProblem('draft_expired');
