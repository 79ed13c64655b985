/**
 * What an engine can't do. A skipped test that has no line here fails, and so does a line that names no test. The test
 * runner reads it too, which runs before anything is installed.
 *
 * @typedef {object} Exception
 * @property {'chromium' | 'firefox' | 'webkit'} engine
 * @property {string} file the test's file in tests/browser
 * @property {string} test its name with those of the groups around it, as the report has it
 * @property {string} reason
 */

/** @type {readonly Exception[]} */
export const exceptions = [];
