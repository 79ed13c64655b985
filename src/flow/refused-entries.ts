import type { TypedDeposit } from '#machines/deposit/deposit.types.ts';
import type { TypedExchange } from '#machines/exchange/exchange.types.ts';
import type { TypedInquiry } from '#machines/contact/contact.types.ts';
import type { TypedPurchase } from '#machines/purchase/purchase.types.ts';
import type { Draft } from '#machines/sign-up/sign-up.types.ts';
import type { TypedTransfer } from '#machines/transfer/transfer.types.ts';
import type { TypedWithdrawal } from '#machines/withdrawal/withdrawal.types.ts';
import { codeEntries as code, type Entries } from './refused-entry.ts';

/** A proof that is typed wherever it is asked for. */
const password: Entries<'password'> = { password_incorrect: 'password', password_refused: 'password' };
/** What is said of every form as a whole: nothing that was typed is the reason. */
const everywhere: Entries<never> = {
  invalid_request: null,
  too_many_requests: null,
  second_factor_locked: null,
  internal: null,
  maintenance: null,
  unreachable: null,
  unexpected: null,
  email_not_verified: null,
  draft_expired: null,
  rate_stale: null,
  books_stopped: null,
  request_running: null,
  idempotency_key_reused: null,
  money_held: null,
  too_many_mails: null,
};

const deposit: Entries<keyof TypedDeposit> = {
  asset_closed: 'asset',
  below_minimum_deposit: 'amount',
  too_many_open_deposits: null,
  not_cancellable: null,
  not_found: null,
};
const withdrawal: Entries<keyof TypedWithdrawal> = {
  asset_closed: 'asset',
  address_invalid: 'address',
  address_wrong_network: 'address',
  address_own_deposit: 'address',
  below_minimum_withdrawal: 'amount',
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
};
const transfer: Entries<keyof TypedTransfer | 'username'> = {
  user_not_found: 'username',
  recipient_self: 'username',
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
};
const exchange: Entries<keyof TypedExchange> = {
  amount_too_small: 'amount',
  insufficient_balance: 'amount',
  asset_closed: 'from',
};
const purchase: Entries<keyof TypedPurchase> = {
  below_plan_minimum: 'amountUsd',
  insufficient_balance: 'amountUsd',
  amount_too_small: 'amountUsd',
  risk_not_acknowledged: 'acknowledged',
};
const restake: Entries<'option'> = {
  nothing_to_move: 'option',
  stake_not_matured: null,
  insufficient_balance: null,
  not_found: null,
};
const contact: Entries<keyof TypedInquiry> = { receipt_not_found: 'receipt', too_many_inquiries: null };
const emailChange: Entries<'email'> = {
  email_taken: 'email',
  email_different: 'email',
  email_unchanged: 'email',
  link_invalid: null,
};
/** Binding asks for two codes. */
const mailedCode: Entries<'emailCode'> = {
  'binding.enteringFirstCode.wrongEmailCode': 'emailCode',
  'binding.enteringFirstCode.emailCodeOver': 'emailCode',
};
const signUp: Entries<keyof Draft> = {
  user_not_found: 'introducer',
  seat_user_outside: 'seatUser',
  'enteringIntroducer.unknownSeatUser': 'seatUser',
  username_taken: 'username',
  email_taken: 'email',
  email_different: 'email',
  not_found: null,
  seat_taken: null,
};

/**
 * Which entry each refusal of a flow is about, so that it is shown there and the focus goes there. By the flow's id; a
 * code that a form can be refused with has its line here (tests/client/refusals.test.ts).
 */
export const refusedEntries = {
  'account-freeze': everywhere,
  'account-thaw': { ...everywhere, ...code, link_invalid: null },
  challenge: { ...everywhere, ...code, challenge_used_up: null, challenge_expired: null },
  confirmation: { ...everywhere, ...code, insufficient_balance: null },
  contact: { ...everywhere, ...contact },
  deposit: { ...everywhere, ...deposit },
  'email-change': { ...everywhere, ...password, ...code, ...emailChange },
  'email-verification': { ...everywhere, ...code, email_already_verified: null },
  exchange: { ...everywhere, ...exchange },
  'freeze-link': { ...everywhere, link_invalid: null },
  'password-change': { ...everywhere, ...password, ...code, password_refused: 'newPassword' },
  'password-recovery': { ...everywhere, ...password, ...code, recovery_expired: null },
  purchase: { ...everywhere, ...purchase },
  restake: { ...everywhere, ...restake },
  'sign-in': { ...everywhere, invalid_login: null, challenge_used_up: null, challenge_expired: null },
  'sign-out': everywhere,
  'sign-up': { ...everywhere, ...password, ...code, ...signUp },
  transfer: { ...everywhere, ...transfer },
  'two-factor': { ...everywhere, ...password, ...code, ...mailedCode },
  'username-recovery': { ...everywhere, ...code },
  withdrawal: { ...everywhere, ...withdrawal },
} as const satisfies Readonly<Record<string, Entries>>;
