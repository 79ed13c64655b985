import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { commonAnswers, readAnswers } from '#src/api/problems.ts';
import * as shared from '#src/api/shared-answers.ts';
import { documentedAnswers } from './documented-answers.ts';

/**
 * The compiler asks for every code that an operation documents, but not whether a shared table has more: what comes by
 * spread is not checked for excess. A code that the contract gave up would stay there, dead.
 */

type Table = Readonly<Record<string, string>>;

const operationIds = Object.values(description.paths as unknown as Record<string, Record<string, object>>)
  .flatMap((methods) => Object.values(methods))
  .flatMap((each) => ('operationId' in each ? [String(each.operationId)] : []));

/** Each status with each of its codes that some operation documents: `409 draft_expired`. */
const documented = new Set(operationIds.flatMap((id) => documentedAnswers(id).map(({ label }) => label)));

/** The status that each of the shared tables is about. */
const STATUS = { mailWait: 429, mailedCodeRefusal: 400, moneyForbidden: 403 } as const satisfies Record<
  keyof typeof shared,
  number
>;

const tables: readonly (readonly [name: string, byStatus: Readonly<Record<number, Table>>])[] = [
  ['commonAnswers', commonAnswers],
  ['readAnswers', readAnswers],
  ...Object.entries(shared).map(
    ([name, table]) => [name, { [STATUS[name as keyof typeof shared]]: table }] satisfies [string, object],
  ),
];

/** The keys of a table that no operation documents. */
function deadIn(byStatus: Readonly<Record<number, Table>>): string[] {
  return Object.entries(byStatus)
    .flatMap(([status, table]) => Object.keys(table).map((code) => `${status} ${code}`))
    .filter((label) => !documented.has(label));
}

describe('a shared table of answers', () => {
  it.each(tables)('has no code that no operation answers with: %s', (_, byStatus) => {
    expect(deadIn(byStatus)).toEqual([]);
  });

  it('with a dead code is found', () => {
    expect(
      deadIn({ 429: { ...shared.mailWait, code_expired: 'codeOver' }, 403: { code_forgotten: 'forbidden' } }),
    ).toEqual(['403 code_forgotten', '429 code_expired']);
  });
});
