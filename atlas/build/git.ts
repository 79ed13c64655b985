import { execFileSync } from 'node:child_process';

/** What git says; null if it refuses, as outside of a repository. */
export function git(root: string, parameters: readonly string[]): string | null {
  try {
    return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
