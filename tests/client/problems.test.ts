import { expect, it } from 'vitest';
import { commonAnswers, readAnswers } from '#src/api/problems.ts';

const said = (code: 'maintenance' | 'books_stopped' | 'unavailable') => ({ type: `urn:perch:problem:${code}`, title: code, status: 503, code, reference: 'req-1', retryAfterSeconds: 2 });

it.each([
  ['maintenance', 'maintenance'],
  ['books_stopped', 'maintenance'],
  // The call may have been carried out at the last moment: flows ask what became of it, as after any failure.
  ['unavailable', 'failed'],
] as const)('a 503 of %s means %s', (code, kind) => {
  for (const answers of [commonAnswers, readAnswers]) expect(answers[503](said(code))).toMatchObject({ kind, problem: { code, retryAfterSeconds: 2, reference: 'req-1' } });
});
