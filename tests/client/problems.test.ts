import { describe, expect, it } from 'vitest';
import { byCode, commonAnswers, readAnswers, viewOf, type ProblemWith } from '#src/api/problems.ts';
import { UndocumentedAnswer } from '#src/api/settle.ts';

const said = (code: 'maintenance' | 'books_stopped' | 'unavailable') => ({
  type: `urn:perch:problem:${code}`,
  title: code,
  status: 503,
  code,
  reference: 'req-1',
  retryAfterSeconds: 2,
});

it.each([
  ['maintenance', 'maintenance'],
  ['books_stopped', 'maintenance'],
  // The call may have been carried out at the last moment: flows ask for its outcome, as after any failure.
  ['unavailable', 'failed'],
] as const)('a 503 of %s means %s', (code, kind) => {
  for (const answers of [commonAnswers, readAnswers])
    expect(answers[503](said(code))).toMatchObject({
      kind,
      problem: { code, retryAfterSeconds: 2, reference: 'req-1' },
    });
});

describe('byCode', () => {
  type Documented = ProblemWith<'insufficient_balance' | 'asset_closed'>;
  const body = {
    type: 'urn:perch:problem:asset_closed',
    title: 'Closed',
    status: 409,
    code: 'asset_closed',
    reference: 'req-1',
  } as Documented;

  it('returns the kind of the code, and the problem', () => {
    const outcome = byCode(body, { insufficient_balance: 'insufficientBalance', asset_closed: 'closed' });
    expect(outcome).toEqual({ kind: 'closed', problem: viewOf(body) });
  });

  it('does not map an unknown code to a kind', () => {
    const newer = { ...body, code: 'rate_moved' } as unknown as Documented;
    expect(() => byCode(newer, { insufficient_balance: 'insufficientBalance', asset_closed: 'closed' })).toThrow(
      UndocumentedAnswer,
    );
  });

  it('does not compile if a code is missing, or is not documented', () => {
    // @ts-expect-error asset_closed is forgotten
    const forgetful = () => byCode(body, { insufficient_balance: 'insufficientBalance' });
    const stale = () =>
      // @ts-expect-error rate_moved is not documented here
      byCode(body, { insufficient_balance: 'insufficientBalance', asset_closed: 'closed', rate_moved: 'moved' });
    expect(forgetful).toThrow(UndocumentedAnswer);
    expect(stale().kind).toBe('closed');
  });
});
