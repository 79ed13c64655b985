// Runs around each file in an engine other than Chromium: skips what the engine can't do, and nothing else.
import { basename } from 'node:path';
import { afterAll, beforeEach, expect, type RunnerTestCase, type RunnerTask } from 'vitest';
import { compare } from '#tests/provision/skips.mjs';
import { engine } from './engine.ts';
import { exceptions } from './exceptions.mjs';

/** Name of a test with those of the groups around it. */
function nameOf({ name, suite }: Readonly<RunnerTask>): string {
  return suite === undefined ? name : `${nameOf(suite)} > ${name}`;
}

function testsIn(tasks: readonly RunnerTask[]): RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task.tasks) : [task]));
}

const linesOf = (file: string) => exceptions.filter((line) => line.engine === engine && line.file === basename(file));

beforeEach(({ task, skip }) => {
  const line = linesOf(task.file.filepath).find(({ test }) => test === nameOf(task));
  if (line !== undefined) skip(line.reason);
});

/** A test that `-t` excludes does not count as skipped. */
const isPart = process.env.TEST_PART === 'true';

afterAll(({}, file) => {
  const tests = testsIn(file.tasks).map((task) => ({
    name: nameOf(task),
    skipped: !isPart && (task.mode === 'skip' || task.mode === 'todo'),
  }));
  expect(
    compare(
      tests,
      linesOf(file.file.filepath).map(({ test }) => test),
    ),
  ).toEqual([]);
});
