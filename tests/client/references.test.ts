/**
 * The reference of a refusal (D-30): outcomes carry the problem, and its message has the reference if it is one that
 * support is asked about.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleProblem } from '#machines/chart/samples.ts';
import type { Problem } from '#machines/chart/problem.ts';
import { referenceOf } from '#src/flow/problem-reference.ts';
import { FILES } from '#tests/style/repository.ts';
import { flows } from '#walk/paths/flows.ts';

/** Outcomes of a refusal without its problem: no screen says that something was refused. */
const SILENT: Readonly<Record<string, string>> = {
  alreadyDone: 'what was wanted is so already, and the flow goes on',
  alreadyVerified: 'what was wanted is so already, and the flow goes on',
  codeOfApp: 'the form asks for a code of the app instead',
  noSuchPasskey: 'it is gone already, and the list shows the others',
  expired: 'the chart says by its own clock that the time is over, whether or not the server has said so',
  keyUsed: 'the call is made again under another key',
  running: 'the server is asked for the outcome',
  sessionEnded: 'the member signs in again, and goes on from there',
  unverified: 'the next step is to verify the address',
};

interface Outcome {
  readonly output?: { readonly kind?: string; readonly problem?: unknown };
  readonly reply?: { readonly status: number };
}

const silent = (outcomes: Readonly<Record<string, Outcome>>): string[] =>
  Object.values(outcomes).flatMap(({ output, reply }) =>
    reply !== undefined && reply.status >= 400 && output?.problem === undefined ? [output?.kind ?? ''] : [],
  );

describe('an outcome of a refusal', () => {
  it('carries the problem, unless nothing is refused on the screen', () => {
    const found = flows.flatMap(({ outcomes }) =>
      Object.values(outcomes as Readonly<Record<string, Readonly<Record<string, Outcome>>>>).flatMap(silent),
    );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(SILENT).toSorted());
  });

  it('is found without it', () => {
    expect(silent({ taken: { output: { kind: 'taken' }, reply: { status: 409 } } })).toEqual(['taken']);
  });
});

/** Whether the message of a code has its reference: if support is asked about it, and not if the member mends it. */
const HAS_REFERENCE: Readonly<Record<Problem['code'], boolean>> = {
  invalid_request: false,
  password_incorrect: false,
  code_incorrect: false,
  code_expired: false,
  code_used_up: false,
  second_factor_required: false,
  passkey_refused: false,
  passkey_expired: false,
  no_passkey: false,
  passkey_known: false,
  too_many_passkeys: false,
  push_service_unknown: false,
  code_too_soon: false,
  recovery_expired: false,
  link_invalid: false,
  password_refused: false,
  email_different: false,
  email_unchanged: false,
  email_not_verified: false,
  email_already_verified: false,
  email_taken: false,
  username_taken: false,
  user_not_found: false,
  seat_user_outside: false,
  seat_taken: false,
  below_minimum_deposit: false,
  below_minimum_withdrawal: false,
  below_plan_minimum: false,
  risk_not_acknowledged: false,
  amount_too_small: false,
  insufficient_balance: false,
  address_invalid: false,
  address_wrong_network: false,
  address_own_deposit: false,
  address_not_allowed: false,
  allow_list_off: false,
  asset_closed: true,
  money_held: false,
  recipient_self: false,
  rate_stale: false,
  rate_moved: false,
  draft_expired: false,
  time_over: false,
  quote_expired: false,
  stake_not_matured: true,
  nothing_to_move: false,
  not_cancellable: true,
  not_completed: false,
  statement_too_long: false,
  books_stopped: true,
  receipt_not_found: false,
  address_book_full: false,
  favorites_full: false,
  too_many_open_deposits: false,
  too_many_inquiries: false,
  inquiry_closed: false,
  inquiry_full: false,
  invalid_login: false,
  session_ended: false,
  challenge_expired: false,
  challenge_used_up: false,
  insufficient_permission: true,
  not_found: true,
  method_not_allowed: true,
  two_factor_already_on: false,
  two_factor_already_off: false,
  request_running: false,
  payload_too_large: false,
  unsupported_media_type: true,
  idempotency_key_reused: true,
  too_many_requests: false,
  too_many_mails: false,
  second_factor_locked: false,
  internal: true,
  maintenance: false,
  unavailable: true,
  unreachable: false,
  unexpected: true,
};

/** Messages beside `ProblemAlert` without a reference, by file: no answer is behind them, or members mend it. */
const WITHOUT: Readonly<Record<string, string>> = {
  'src/flow/outcome-unknown.tsx': 'the call never arrived',
  'src/flows/confirmation/screens/passkey.tsx': 'the device has answered, not the server',
  'src/flows/freeze-link/screens/link-invalid.tsx': 'the link is incomplete, so nothing was asked',
  'src/flows/notice-settings/screens/on-this-device.tsx': 'the browser has answered, not the server',
  'src/flows/passkeys/screens/device.tsx': 'the device has answered, not the server',
  'src/flows/sign-out/screens/signed-out-here.tsx': 'no answer came',
  'src/flows/sign-up/screens/email.tsx': 'the address is taken, or a code is entered again',
  'src/flows/sign-up/screens/introducer.tsx': 'nobody has that name',
  'src/flows/sign-up/screens/review.tsx': 'the seat is taken, and another one is free',
  'src/flows/two-factor/screens/codes-form.tsx': 'the call never arrived',
  'src/flows/two-factor/screens/proof-form.tsx': 'the call never arrived',
  'src/flows/two-factor/screens/recovery-codes.tsx': 'the answer was good, and is lost',
  'src/pages/organization/member-page.tsx': 'the address of the page names nobody of the organization',
  'src/pages/passkey-sign-in.page.tsx': 'the device has answered, not the server',
  'src/pages/receipt/withdrawal-panel.tsx': 'a payout is late; the text has the reference of the receipt',
  'src/pages/sales/month-panel.tsx': 'the address of the page names a month without figures',
};
const ALERT = /<Alert\b(?:[^>]|=>)*>/g;
const withoutReference = (source: string): number =>
  (source.match(ALERT) ?? []).filter((tag) => !tag.includes('reference=')).length;

describe('a message', () => {
  it('beside the usual one has a reference too, unless it is known why not', () => {
    const files = FILES.filter((file) => /^src\/(?!ui\/).*\.tsx$/.test(file));
    const found = files.filter((file) => withoutReference(readFileSync(file, 'utf8')) > 0);
    expect(found.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  });

  it('is found without one', () => {
    expect(withoutReference('<Alert kind="warning" actions={() => go()} title={t(\'taken\')}>')).toBe(1);
    expect(withoutReference('<Alert title={t("taken")} reference={referenceOf(problem)}>')).toBe(0);
  });

  it.each(Object.entries(HAS_REFERENCE) as [Problem['code'], boolean][])('of %s: %s', (code, has) => {
    expect(referenceOf(sampleProblem(code, { reference: 'req-7d1f' }))).toBe(has ? 'req-7d1f' : undefined);
    expect(referenceOf(sampleProblem(code, { reference: null }))).toBeUndefined();
  });

  it('of nothing has none', () => {
    expect(referenceOf(null)).toBeUndefined();
  });

  it('has its reference by that rule alone', () => {
    const RULE = 'src/flow/problem-reference.ts';
    const files = FILES.filter((file) => /^src\/.*\.tsx?$/.test(file) && file !== RULE);
    const own = /(?:[pP]roblem|failure)\??\.reference\b|\breference\b[^{}]*\} = .*(?:[pP]roblem|failure)\b/;
    expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([]);
    for (const text of ['problem?.reference', 'failure.reference', 'const { reference } = snapshot.context.problem;'])
      expect(text).toMatch(own);
    expect(readFileSync(RULE, 'utf8')).toContain('problem.reference');
  });
});
