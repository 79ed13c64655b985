/** Whether the skipped tests are those in the table of exceptions. */

/**
 * What is wrong, in words: skipped tests without a line in the table, and lines that name no test.
 *
 * @param {readonly { readonly name: string, readonly skipped: boolean }[]} tests
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
export function compare(tests, lines) {
  const unlisted = tests.filter(({ name, skipped }) => skipped && !lines.includes(name));
  const stale = lines.filter((line) => !tests.some(({ name }) => name === line));
  return [
    ...unlisted.map(({ name }) => `${name} is skipped and stands in no line of the table of exceptions`),
    ...stale.map((line) => `the table of exceptions has ${line}, and no test is called so`),
  ];
}
