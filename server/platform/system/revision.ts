import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

const LONGEST_MS = 2_000;

/** Which revision of the source a folder has: what a release says in its package.json, or the commit of a checkout. */
export async function revisionOf(root: string): Promise<string | null> {
  return revisionOfRelease(root) ?? (await revisionOfCheckout(root));
}

function revisionOfRelease(root: string): string | null {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('revision' in manifest)) return null;
  return typeof manifest.revision === 'string' ? manifest.revision : null;
}

/** Null for an installation without its history, or without git. */
async function revisionOfCheckout(root: string): Promise<string | null> {
  if (!existsSync(join(root, '.git'))) return null;
  const options = { cwd: root, env: childEnvironment(), timeout: LONGEST_MS };
  return new Promise((resolve) => {
    execFile('git', ['rev-parse', '--short=12', 'HEAD'], options, (error, stdout) =>
      resolve(error === null ? stdout.trim() : null),
    );
  });
}
