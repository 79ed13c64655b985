import { ownProblem } from '../chart/problem.ts';

/** The problem of a draft that the server takes no more: its time has passed, or something else voided it (S-16). */
export const expiredProblem = ownProblem('draft_expired');
/** The problem of a draft whose time has passed and of which nothing else is known, and of a quote. */
export const timeOverProblem = ownProblem('time_over');
export const quoteExpiredProblem = ownProblem('quote_expired');
