import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

const LONGEST_MS = 2_000;

/** Which revision of the source a folder has: what a release says in its package.json, or the commit of a checkout. */
export function revisionOf(root: string): string | null {
  return revisionOfRelease(root) ?? revisionOfCheckout(root);
}

function revisionOfRelease(root: string): string | null {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('revision' in manifest)) return null;
  return typeof manifest.revision === 'string' ? manifest.revision : null;
}

/** Null for an installation without its history, or without git. */
function revisionOfCheckout(root: string): string | null {
  if (!existsSync(join(root, '.git'))) return null;
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: root,
    env: childEnvironment(),
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  return status === 0 ? stdout.trim() : null;
}
