import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What the steps of `npm test` add up to. Nothing may count as passed that did not report so itself. */

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Tally `failures` names what failed, a line each
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

/** One check that is no test file, such as the type checker. @param {boolean} ok @returns {Tally} */
export function single(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
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

/**
 * Reads vitest's JSON report. A file that could not even be loaded, an error outside of any test and a run without a
 * report or without tests each count as one failure, since vitest's own figures leave them out.
 *
 * @param {string} file
 * @param {boolean} ok whether vitest ended well
 * @returns {Tally}
 */
export function ofVitest(file, ok) {
  if (!existsSync(file)) return single(false);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const unloadable = report.testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'));
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const unexplained = tally.failed === 0 && (!ok || tally.passed === 0);
  if (unexplained) return { ...tally, failed: 1 };
  return tally.failed === 0 ? tally : { ...tally, failures: failuresOf(report) };
}
