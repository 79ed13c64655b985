// The closed list of problems (S-21): each code has exactly one status and one title.
import type { components } from '#openapi/api.gen.d.ts';

export type ProblemCode = components['schemas']['ProblemCode'];
export type ProblemBody = components['schemas']['Problem'];
/** The codes of a minimum or a balance: none is thrown without its amounts. */
export type AmountCode = components['schemas']['AmountCode'];
/** A code that says all by itself. */
export type PlainCode = Exclude<ProblemCode, AmountCode>;
type ProblemAmounts = components['schemas']['ProblemAmounts'];

export const PROBLEMS: Record<ProblemCode, { status: number; title: string }> = {
  invalid_request: { status: 400, title: 'Invalid request' },
  password_incorrect: { status: 400, title: 'Password incorrect' },
  code_incorrect: { status: 400, title: 'Code incorrect' },
  code_expired: { status: 400, title: 'Code expired' },
  code_used_up: { status: 400, title: 'Code used up' },
  second_factor_required: { status: 400, title: 'A code of the second factor is required' },
  recovery_expired: { status: 400, title: 'Recovery expired' },
  link_invalid: { status: 400, title: 'Link invalid' },
  password_refused: { status: 400, title: 'Password refused' },
  email_different: { status: 400, title: 'The email address is different' },
  email_unchanged: { status: 400, title: 'The email address is the present one' },
  user_not_found: { status: 400, title: 'User does not exist' },
  seat_user_outside: { status: 400, title: 'The seat user is outside the organization' },
  below_minimum_deposit: { status: 400, title: 'Your deposit is below the minimum deposit amount' },
  below_minimum_withdrawal: { status: 400, title: 'You are under the minimum withdrawal amount' },
  below_plan_minimum: { status: 400, title: 'Below the minimum of the plan' },
  risk_not_acknowledged: { status: 400, title: 'The risk statement is not acknowledged' },
  amount_too_small: { status: 400, title: 'The amount is too small' },
  address_invalid: { status: 400, title: 'The address is invalid' },
  address_wrong_network: { status: 400, title: 'The address belongs to another network' },
  address_own_deposit: { status: 400, title: 'The address is the caller’s own deposit address' },
  receipt_not_found: { status: 400, title: 'Receipt not found' },
  recipient_self: { status: 400, title: 'The recipient is the caller' },
  passkey_refused: { status: 400, title: 'The passkey is refused' },
  passkey_expired: { status: 400, title: 'The passkey came too late' },
  no_passkey: { status: 409, title: 'No passkey can confirm this' },
  invalid_login: { status: 401, title: 'Invalid login' },
  session_ended: { status: 401, title: 'Session ended' },
  challenge_expired: { status: 401, title: 'Challenge expired' },
  challenge_used_up: { status: 401, title: 'Challenge used up' },
  insufficient_permission: { status: 403, title: 'Insufficient permission' },
  email_not_verified: { status: 403, title: 'The email address is not verified' },
  money_held: { status: 403, title: 'Money is held' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  email_already_verified: { status: 409, title: 'The email address is verified already' },
  email_taken: { status: 409, title: 'The email address belongs to a member' },
  username_taken: { status: 409, title: 'The username is taken' },
  seat_taken: { status: 409, title: 'The seat is taken' },
  two_factor_already_on: { status: 409, title: 'Two-factor authentication is on already' },
  two_factor_already_off: { status: 409, title: 'Two-factor authentication is off already' },
  passkey_known: { status: 409, title: 'The passkey is there already' },
  too_many_passkeys: { status: 409, title: 'Too many passkeys' },
  push_service_unknown: { status: 409, title: 'The push service is not known' },
  insufficient_balance: { status: 409, title: 'Insufficient balance' },
  address_not_allowed: { status: 409, title: 'Withdrawals go only to saved addresses' },
  allow_list_off: { status: 409, title: 'Withdrawals go to any address already' },
  asset_closed: { status: 409, title: 'The asset is closed' },
  rate_stale: { status: 409, title: 'The rate is out of date' },
  rate_moved: { status: 409, title: 'The rate has moved' },
  draft_expired: { status: 409, title: 'The draft has run out' },
  stake_not_matured: { status: 409, title: 'The stake has not matured or was decided' },
  nothing_to_move: { status: 409, title: 'There is nothing to move' },
  not_cancellable: { status: 409, title: 'It can no longer be canceled' },
  not_completed: { status: 409, title: 'It is not completed yet' },
  statement_too_long: { status: 409, title: 'The statement is too long' },
  address_book_full: { status: 409, title: 'The address book is full' },
  favorites_full: { status: 409, title: 'The list of favorites is full' },
  too_many_open_deposits: { status: 409, title: 'Too many open deposit requests' },
  too_many_inquiries: { status: 409, title: 'Too many inquiries' },
  inquiry_closed: { status: 409, title: 'The inquiry is closed' },
  inquiry_full: { status: 409, title: 'The inquiry is full' },
  request_running: { status: 409, title: 'Request running' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  too_many_mails: { status: 429, title: 'Too many mails' },
  code_too_soon: { status: 429, title: 'A code was sent a moment ago' },
  second_factor_locked: { status: 429, title: 'Second factor locked' },
  internal: { status: 500, title: 'Internal error' },
  books_stopped: { status: 503, title: 'The books are being checked' },
  maintenance: { status: 503, title: 'Under maintenance' },
  unavailable: { status: 503, title: 'Unavailable for a moment' },
};

/** What a problem may contain besides its code. */
export interface ProblemDetails {
  errors?: Record<string, string[]>;
  triesLeft?: number;
  retryAfterSeconds?: number;
  until?: Date | null;
  /** What was asked for, and what it was compared with. */
  amounts?: ProblemAmounts;
  /** Headers of the answer, such as `allow`. */
  headers?: Record<string, string>;
}

/** A documented refusal, thrown by operations and turned into problem+json in one place. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: AmountCode, details: ProblemDetails & { amounts: ProblemAmounts });
  constructor(code: PlainCode, details?: ProblemDetails);
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.details = details;
  }

  /** The body of the answer; `reference` is the request's id. */
  body(reference: string): ProblemBody {
    const { errors, triesLeft, retryAfterSeconds, until, amounts } = this.details;
    return {
      type: `urn:perch:problem:${this.code}`,
      title: PROBLEMS[this.code].title,
      status: this.status,
      code: this.code,
      reference,
      ...(errors === undefined ? {} : { errors }),
      ...(triesLeft === undefined ? {} : { triesLeft }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(until === undefined ? {} : { until: until === null ? null : until.toISOString() }),
      ...(amounts === undefined ? {} : { amounts }),
    };
  }
}
