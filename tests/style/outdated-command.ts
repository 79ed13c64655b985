// `npm run outdated`: asks the registry what is newer than package.json, and says why it is not here.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { compare, PAGE, readPage, tableOf, type Outdated } from './dependencies.ts';

const { stdout, stderr } = spawnSync('npm', ['outdated', '--json'], { encoding: 'utf8' });
const found = answerOf(stdout);
if (found === null) {
  console.error(`npm could not say what is newer: ${stderr.trim() || stdout.trim()}`);
  process.exitCode = 1;
} else {
  const { text, good } = tableOf(compare(found, readPage(readFileSync(PAGE, 'utf8')).heldBack));
  console.log(text);
  process.exitCode = good ? 0 : 1;
}

/** It exits with 1 whenever something is newer, so its code says nothing. Null if it failed. */
function answerOf(output: string): Outdated | null {
  try {
    const answer = JSON.parse(output === '' ? '{}' : output) as Outdated | { error: unknown };
    return 'error' in answer && !('latest' in (answer.error as object)) ? null : (answer as Outdated);
  } catch {
    return null;
  }
}
