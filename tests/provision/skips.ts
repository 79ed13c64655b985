// Whether what was passed over is what the table of exceptions says.

export interface Seen {
  readonly name: string;
  readonly skipped: boolean;
}

/** What is wrong, in words: skips in no line of the table, and lines that no test is meant by. */
export function compare(tests: readonly Seen[], lines: readonly string[]): string[] {
  const unlisted = tests.filter(({ name, skipped }) => skipped && !lines.includes(name)).map(({ name }) => `${name} is skipped and stands in no line of the table of exceptions`);
  const stale = lines.filter((line) => !tests.some(({ name }) => name === line)).map((line) => `the table of exceptions has ${line}, and no test is called so`);
  return [...unlisted, ...stale];
}
