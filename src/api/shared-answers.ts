import { byCode, type ProblemWith } from './problems.ts';

// Answers shared by several calls, none of which the first page makes.

/** The 429 of a call that sends a mail. */
export const mailWait = (problem: ProblemWith<'too_many_requests' | 'too_many_mails' | 'code_too_soon'>) =>
  byCode(problem, { too_many_requests: 'throttled', too_many_mails: 'throttled', code_too_soon: 'tooSoon' });

/** The 400 of a call that carries a mailed code. */
export const mailedCodeRefusal = (
  problem: ProblemWith<'code_incorrect' | 'code_expired' | 'code_used_up' | 'invalid_request'>,
) =>
  byCode(problem, {
    code_incorrect: 'wrongCode',
    code_expired: 'codeOver',
    code_used_up: 'codeOver',
    invalid_request: 'refused',
  });

/** The 403 of an act that sends money to others. */
export const moneyForbidden = (problem: ProblemWith<'email_not_verified' | 'money_held'>) =>
  byCode(problem, { email_not_verified: 'forbidden', money_held: 'forbidden' });
