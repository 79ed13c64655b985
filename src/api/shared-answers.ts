// Answers shared by several calls, none of which the first page makes.

/** The 429 of a call that sends a mail. */
export const mailWait = {
  too_many_requests: 'throttled',
  too_many_mails: 'throttled',
  code_too_soon: 'tooSoon',
} as const;

/** The 400 of a call that carries a mailed code. */
export const mailedCodeRefusal = {
  code_incorrect: 'wrongCode',
  code_expired: 'codeOver',
  code_used_up: 'codeOver',
  invalid_request: 'refused',
} as const;

/** The 403 of an act that sends money to others. */
export const moneyForbidden = { email_not_verified: 'forbidden', money_held: 'forbidden' } as const;
