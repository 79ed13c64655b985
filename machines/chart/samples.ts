import type { components } from '#openapi/api.gen.d.ts';
import type { Arrangement } from './arrangements.ts';
import type { ByHand, OutcomeCase } from './cases.ts';
import type { OperationId } from './meta.ts';
import { isAmountCode } from './amount-codes.ts';
import type { AmountCode, CommonFailure, Problem, ProblemAmounts, ProblemCode } from './problem.ts';

type Receipt = components['schemas']['Receipt'];
type ProblemBody = components['schemas']['Problem'];

const reference = 'req-sample';

/** The amounts of each problem that names some. */
const sampleAmounts: Readonly<Record<AmountCode, ProblemAmounts>> = {
  below_minimum_deposit: { unit: 'USDT', asked: '20', minimum: '100', available: null },
  below_minimum_withdrawal: { unit: 'USDT', asked: '20', minimum: '300', available: null },
  below_plan_minimum: { unit: 'USD', asked: '100', minimum: '100', available: null },
  amount_too_small: { unit: 'USDT', asked: '0.000001', minimum: '0.000605', available: null },
  insufficient_balance: { unit: 'USDT', asked: '1400.5', minimum: null, available: '1234.567891' },
};

/** What the sentences of a sample are about, unless it says otherwise. */
const WHOLE_FORM = 'form';

/** A problem as the charts keep it. */
export function sampleProblem(code: Problem['code'], rest: Partial<Problem> = {}): Problem {
  const amounts = isAmountCode(code) ? sampleAmounts[code] : null;
  return {
    code,
    errors: [],
    field: rest.errors === undefined ? null : WHOLE_FORM,
    reference,
    retryAfterSeconds: null,
    triesLeft: null,
    until: null,
    amounts,
    ...rest,
  };
}

/** The same problem as the server sends it. */
function sampleBody(status: number, problem: Problem): ProblemBody {
  const { code, errors, field, retryAfterSeconds, triesLeft, until, amounts } = problem;
  return {
    type: `urn:perch:problem:${code}`,
    title: code,
    status,
    code: code as ProblemCode,
    reference,
    ...(errors.length > 0 ? { errors: { [field ?? WHOLE_FORM]: [...errors] } } : {}),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(triesLeft === null ? {} : { triesLeft }),
    ...(until === null ? {} : { until }),
    ...(amounts === null ? {} : { amounts }),
  };
}

/** The case of an answer of `kind` that carries a problem. */
export function refusal<TKind extends string>(
  kind: TKind,
  status: number,
  problem: Problem,
  byHand: ByHand = {},
): OutcomeCase<{ kind: TKind; problem: Problem }> {
  return { output: { kind, problem }, reply: { status, body: sampleBody(status, problem) }, ...byHand };
}

/** The case of an answer of `kind` that carries nothing but the server's code. */
export function plain<TKind extends string>(
  kind: TKind,
  status: number,
  code: ProblemCode,
  byHand: ByHand = {},
): OutcomeCase<{ kind: TKind }> {
  return { output: { kind }, reply: { status, body: sampleBody(status, sampleProblem(code)) }, ...byHand };
}

type CommonCases = { readonly [K in CommonFailure['kind']]: OutcomeCase<Extract<CommonFailure, { kind: K }>> };

/** The failures of every call. */
export const commonCases: CommonCases = {
  refused: refusal('refused', 400, sampleProblem('invalid_request', { errors: ['This entry does not fit.'] })),
  throttled: refusal('throttled', 429, sampleProblem('too_many_requests', { retryAfterSeconds: 8 })),
  failed: refusal('failed', 500, sampleProblem('internal')),
  maintenance: refusal('maintenance', 503, sampleProblem('maintenance')),
};

/** The failures of a call that needs a session. */
export const memberCases = {
  ...commonCases,
  sessionEnded: plain('sessionEnded', 401, 'session_ended', { arrange: 'endedElsewhere' }),
};

/** What is answered of an earlier call that was not carried out, or not yet. */
const notYet: { readonly [K in 'notDone' | 'running']: OutcomeCase<{ kind: K }> } = {
  notDone: {
    output: { kind: 'notDone' },
    arrange: 'cutBeforeSent',
    reply: { status: 200, body: { state: 'unknown' } },
  },
  running: { output: { kind: 'running' }, reply: { status: 200, body: { state: 'running' } } },
};

/** The answers of `getRequestOutcome` where a member asks; `done` are those of a call that was carried out. */
export function earlierMemberCases<const TDone extends object>(done: TDone) {
  return { ...memberCases, ...done, ...notYet };
}

/** The same where nobody needs a session: one that has ended is that of this browser. */
export function earlierCases<const TDone extends object>(done: TDone) {
  const sessionEnded = plain('sessionEnded', 401, 'session_ended', {
    arrange: 'signedInHere',
  });
  return { ...commonCases, ...done, ...notYet, sessionEnded };
}

/** The case of an earlier call that was carried out, with what it had answered; null if that is forgotten. */
export function doneEarlier<const TOutput extends { readonly kind: string }>(
  output: TOutput,
  operationId: OperationId,
  answer: object | null,
  arrange: Arrangement = 'cutAfterReached',
): OutcomeCase<TOutput> {
  return { output, arrange, reply: { status: 200, body: { state: 'done', operationId, status: 200, answer } } };
}

/** A receipt with only the fields that all receipts have. */
export function receiptSample({ id, kind, asset, amount }: Pick<Receipt, 'id' | 'kind' | 'asset' | 'amount'>): Receipt {
  return {
    id,
    reference: 'R-7K2M-9QXD',
    kind,
    status: null,
    at: '2026-11-21T04:00:00Z',
    updatedAt: '2026-11-21T04:00:00Z',
    asset,
    amount,
    fee: null,
    net: null,
    counterAsset: null,
    counterAmount: null,
    counterparty: null,
    counterpartyName: null,
    favorite: null,
    note: null,
    rate: null,
    rateAt: null,
    ruleVersion: 2,
    stage: null,
    journals: [],
    deposit: null,
    withdrawal: null,
    stake: null,
    bonusMonth: null,
  };
}

/** The server's answers for a second factor that is off, and for one that is on. */
export const factorOff = {
  enabled: false,
  enabledAt: null,
  provisionalUntil: null,
  recoveryCodesLeft: 0,
  emailVerified: true,
  binding: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Perch:demo?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Perch',
  },
} as const;
export const factorOn = {
  enabled: true,
  enabledAt: '2026-11-20T10:00:00Z',
  provisionalUntil: null,
  recoveryCodesLeft: 10,
  emailVerified: true,
  binding: null,
} as const;
