import { execFileSync } from 'node:child_process';

/** The output of git; null if it fails, as outside a repository. */
export function git(root: string, parameters: readonly string[]): string | null {
  try {
    return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
