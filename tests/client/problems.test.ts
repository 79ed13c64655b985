import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Problem } from '#machines/chart/problem.ts';
import { commonAnswers, problemIn, readAnswers, type ProblemBody } from '#src/api/problems.ts';
import { settle, type Answer } from '#src/api/settle.ts';

const problemOf = (code: string, status: number) =>
  ({
    type: `urn:perch:problem:${code}`,
    title: code,
    status,
    code,
    reference: 'req-1',
    retryAfterSeconds: 2,
  }) as ProblemBody;

const answered = (body: ProblemBody) =>
  Promise.resolve({ error: body, response: new Response(null, { status: body.status }) });

type Outcome =
  | { readonly kind: 'loaded' | 'closed' }
  | { readonly kind: 'refused' | 'throttled' | 'failed' | 'maintenance'; readonly problem: Problem };

it.each([
  ['maintenance', 'maintenance'],
  // The call may have been carried out at the last moment: flows ask for its outcome, as after any failure.
  ['unavailable', 'failed'],
] as const)('a 503 of %s means %s', async (code, kind) => {
  const body = problemOf(code, 503);
  const { 401: _, ...answers } = readAnswers;
  const outcome = await settle<'getRules', Outcome>(answered(body), { ...answers, 200: () => ({ kind: 'loaded' }) });
  expect(outcome).toEqual({ kind, problem: problemIn(body) });
  expect(commonAnswers[503]).toBe(readAnswers[503]);
});

/*
 * What the compiler checks about the codes of an answer. Each line that must be wrong fails `npm run types` if it
 * compiles. A code that the contract adds to a status of any operation is such a missing line in the ports.
 */
type Body<TCode extends Problem['code']> = ProblemBody & { readonly code: TCode };
type Conflict = Answer<Body<'insufficient_balance' | 'asset_closed'>, Outcome>;
type Running = Answer<Body<'request_running'>, Outcome>;

it('does not compile if a code has no meaning, even where the status has one code only', () => {
  const complete: Conflict = { insufficient_balance: 'refused', asset_closed: 'closed' };
  // @ts-expect-error -- asset_closed is forgotten
  const forgetful: Conflict = { insufficient_balance: 'refused' };
  // @ts-expect-error -- rate_moved is not documented here
  const stale: Conflict = { ...complete, rate_moved: 'refused' };
  // @ts-expect-error -- a status has no meaning, whatever its codes are
  const ofStatus: Running = () => ({ kind: 'closed' });
  // @ts-expect-error -- an answer that several calls share has only the codes of the calls that share it
  const shared: Conflict = commonAnswers[429];
  type Held = Answer<Body<'asset_closed'>, { readonly kind: 'held'; readonly until: string }>;
  // @ts-expect-error -- a kind that needs more than the problem is made by a function
  const short: Held = { asset_closed: 'held' };
  expect([complete, forgetful, stale, ofStatus, shared, short]).toHaveLength(6);
});

it('is asked of every call that a port makes', () => {
  const folders = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const ports = folders.filter((file) => file.endsWith('.ports.ts'));
  expect(ports.length).toBeGreaterThan(20);
  for (const file of ports) {
    const text = readFileSync(`src/${file}`, 'utf8');
    const calls = text.match(/\bapi\.(?:GET|POST|PUT|PATCH|DELETE)\(/g) ?? [];
    const settled = text.match(/\bsettle<'\w+', \w+>\(/g) ?? [];
    expect(settled, file).toHaveLength(calls.length);
    // A cast would say that a table is complete.
    expect(text, file).not.toMatch(/as (?:unknown as )?Answers?\b/);
  }
});
