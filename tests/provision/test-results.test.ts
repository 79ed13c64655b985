import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { tableOf } from '../prove/figures.ts';
import { foundByProve, isGood, linesOfFailures, ofVitest, sentence, sum } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'perch-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
      ...content,
    }),
  );
  return file;
}

const failedFile = { status: 'failed', assertionResults: [] };

describe('the figures of a vitest run', () => {
  it('are its own when all is well', () =>
    expect(ofVitest(report({ numPassedTests: 3 }), true)).toEqual({ passed: 3, failed: 0, skipped: 0 }));
  it('count a file that could not be loaded', () =>
    expect(ofVitest(report({ numPassedTests: 3, testResults: [failedFile] }), false).failed).toBe(1));
  it('do not count a failed test twice', () =>
    expect(
      ofVitest(
        report({ numFailedTests: 1, testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }] }),
        false,
      ).failed,
    ).toBe(1));
  it('name what failed, with its file and the first line of what it says', () => {
    const failed = {
      name: join(process.cwd(), 'tests/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'money adds up', failureMessages: ['expected 1 to be 2\n  at b'] },
        { status: 'passed' },
      ],
    };
    const unloadable = { name: join(process.cwd(), 'tests/b.test.ts'), message: 'no such module\nmore', ...failedFile };
    expect(ofVitest(report({ numFailedTests: 1, testResults: [failed, unloadable] }), false).failures).toEqual([
      'tests/a.test.ts: money adds up: expected 1 to be 2',
      'tests/b.test.ts: no such module',
    ]);
  });
  it('count an error outside any test', () =>
    expect(ofVitest(report({ numPassedTests: 3 }), false)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
      failures: ['all tests passed, but there was an error outside them; the log has it'],
    }));
  it('count a run without tests as failed', () =>
    expect(ofVitest(report({}), true)).toMatchObject({ failed: 1, failures: ['no test passed'] }));
  it('count a run without a report as failed', () =>
    expect(ofVitest(join(folder, 'none.json'), true)).toMatchObject({
      failed: 1,
      failures: ['vitest ended without a report'],
    }));
  it('count half a report as failed', () => {
    const file = report({ numPassedTests: 3 });
    truncateSync(file, 20);
    expect(ofVitest(file, false)).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [expect.stringMatching(/^the report of vitest can't be read: /)],
    });
  });
});

describe('a skipped test', () => {
  const skipped = (status: string) => {
    const tests = [
      { status: 'passed', ancestorTitles: [], title: 'is counted' },
      { status, ancestorTitles: ['money'], title: 'is moved' },
    ];
    return report({
      numPassedTests: 1,
      numPendingTests: 1,
      testResults: [{ name: join(process.cwd(), 'tests/a.test.ts'), status: 'passed', assertionResults: tests }],
    });
  };
  const NAME = 'tests/a.test.ts > money > is moved';

  it.each(['skipped', 'pending', 'todo', 'disabled'])('fails the run, however it is called: %s', (status) =>
    expect(ofVitest(skipped(status), true)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [`${NAME} is skipped and stands in no line of the table of exceptions`],
    }),
  );
  it('is fine where the table of exceptions has it', () =>
    expect(ofVitest(skipped('skipped'), true, [NAME])).toEqual({ passed: 1, failed: 0, skipped: 1 }));
  it('must be there where the table of exceptions has it', () =>
    expect(ofVitest(skipped('skipped'), true, [NAME, 'another']).failed).toBe(1));
});

describe('what failed', () => {
  const step = (name: string, failures?: string[]) => ({
    name,
    passed: 1,
    failed: 1,
    skipped: 0,
    ...(failures === undefined ? {} : { failures }),
  });

  it('is told with its step, and a step that failed is always there', () => {
    const steps = [
      step('types', ['tests/a.ts(1,2): error\nmore of it']),
      { name: 'unit', passed: 1, failed: 0, skipped: 0 },
      step('races'),
      step('lint', []),
    ];
    expect(linesOfFailures(steps, 40)).toEqual([
      '✗ types: tests/a.ts(1,2): error',
      '✗ races: failed; the log has why',
      '✗ lint: failed; the log has why',
    ]);
  });

  it('says how many more there are', () => {
    expect(linesOfFailures([step('unit', ['a', 'b', 'c'])], 2)).toEqual([
      '✗ unit: a',
      '✗ unit: b',
      'and 1 more; the log has them all',
    ]);
    expect(linesOfFailures([step('unit', ['a', 'b'])], 2)).toEqual(['✗ unit: a', '✗ unit: b']);
  });
});

describe('what the experiments found', () => {
  const run = {
    kind: 'run',
    at: '2026-11-01T00:00:00.000Z',
    seed: 7,
    short: true,
    hours: null,
    names: ['clock', 'once'],
    revision: '0123456789',
    machine: '2 cores',
  } as const;
  const summary = { turns: 1, seconds: 1, counts: {}, times: {}, highestLoad: 1, noticed: [] };

  it('is told again at the end, with what repeats it', () => {
    const failure = 'a withdrawal was paid twice (again: npm run prove -- --only once --seed 7 --cycle 0 --short)';
    const table = tableOf(run, [
      { ...summary, name: 'clock', failures: [] },
      { ...summary, name: 'once', failures: [failure] },
    ]);
    expect(foundByProve(`${table}\n\n1 found in 9 s; the file has all.\n`)).toEqual([`\`once\`: ${failure}`]);
  });

  it('is nothing of a run that found nothing, or ended before', () => {
    expect(foundByProve(tableOf(run, [{ ...summary, name: 'clock', failures: [] }]))).toEqual([]);
    expect(foundByProve('no space left on device')).toEqual([]);
  });
});

describe('the last line', () => {
  it('names skipped tests only when there are any', () => {
    expect(sentence({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed');
    expect(sentence({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
  });

  it('adds up all steps, and nothing passed is not good', () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 1, failed: 1, skipped: 0 },
    ]);
    expect(total).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(isGood(total)).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  });
});
