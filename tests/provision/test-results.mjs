import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { compare } from './skips.mjs';

/** What the steps of `npm test` add up to. Nothing may count as passed that did not report so itself. */

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Tally `failures` names what
 *   failed, a line each
 */

/** @param {Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) for (const key of Object.keys(total)) total[key] += tally[key];
  return total;
}

/** @param {Tally} tally */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A run in which nothing passed has shown nothing. @param {Tally} tally */
export function isGood({ passed, failed }) {
  return failed === 0 && passed > 0;
}

/**
 * One check that is not a test file, such as the type checker.
 *
 * @param {boolean} ok
 * @param {string[]} [failures] what to say of it where it failed
 * @returns {Tally}
 */
export function single(ok, failures = []) {
  return ok ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, failures };
}

/**
 * What failed, a line each, with its step; beyond `most`, how many more there are. A step that failed is never left
 * out.
 *
 * @param {(Tally & { name: string })[]} steps
 * @param {number} most
 * @returns {string[]}
 */
export function linesOfFailures(steps, most) {
  const lines = steps
    .filter(({ failed }) => failed > 0)
    .flatMap(({ name, failures = [] }) => {
      const told = failures.length > 0 ? failures : ['failed; the log has why'];
      return told.map((failure) => `✗ ${name}: ${failure.split('\n')[0]}`);
    });
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `and ${lines.length - most} more; the log has them all`];
}

/**
 * What `npm run prove` says it found, a line each with the command that repeats it; empty if it ended before it told.
 *
 * @param {string} output
 * @returns {string[]}
 */
export function foundByProve(output) {
  const [, told = ''] = output.split('\nFound:\n');
  return told.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice('- '.length)] : []));
}

/** What failed in a run of vitest, a line each: the file, the test, and the first line of what it says. */
function failuresOf(report) {
  const first = (messages) => (messages ?? []).join('\n').trim().split('\n')[0] ?? '';
  return report.testResults.flatMap(({ name = '', status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const lines = failed.map((test) => `${test.fullName}: ${first(test.failureMessages)}`);
    const own = failed.length === 0 && status === 'failed' ? [first([message])] : lines;
    return own.map((line) => `${relative(process.cwd(), name)}: ${line}`);
  });
}

/** A test that neither passed nor failed was skipped, whatever the report calls it; its name begins with its file. */
function testsOf(report) {
  const nameOf = (file, { ancestorTitles = [], title }) =>
    [relative(process.cwd(), file), ...ancestorTitles, title].join(' > ');
  return report.testResults.flatMap(({ name = '', assertionResults }) =>
    assertionResults.map((test) => ({
      name: nameOf(name, test),
      skipped: !['passed', 'failed'].includes(test.status),
    })),
  );
}

/**
 * Reads vitest's JSON report. A file that could not even be loaded, an error outside any test and a run without a
 * report or without tests each count as one failure, since vitest's own figures leave them out. So does each skipped
 * test that the table of exceptions doesn't have: vitest is content with it.
 *
 * @param {string} file
 * @param {boolean} ok whether vitest ended well
 * @param {readonly string[]} exceptions the tests that are skipped on purpose, each as its file and its name
 * @returns {Tally}
 */
export function ofVitest(file, ok, exceptions = []) {
  const report = read(file);
  if (typeof report === 'string') return single(false, [report]);
  const unloadable = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  );
  const skips = compare(testsOf(report), exceptions);
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length + skips.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const failures = [...failuresOf(report), ...skips];
  if (tally.failed > 0) return { ...tally, failures };
  if (tally.passed === 0) return { ...tally, failed: 1, failures: ['no test passed'] };
  return ok
    ? tally
    : { ...tally, failed: 1, failures: ['all tests passed, but there was an error outside them; the log has it'] };
}

/** The report, or what is wrong with it: a run that was stopped leaves none or half of one. */
function read(file) {
  if (!existsSync(file)) return 'vitest ended without a report';
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return `the report of vitest can't be read: ${error.message}`;
  }
}
