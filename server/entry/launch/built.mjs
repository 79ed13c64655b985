import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, step } from './steps.mjs';

/** A build is stale when anything it was made from has changed in content; times of files say nothing after a checkout. */

const INPUT_FOLDERS = ['src', 'machines', 'locales', 'openapi', 'server', 'public'];
const INPUT_FILES = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|.*\.html)$/;
const STAMP = join('dist', '.built-from');
const RESULTS = [join('dist', 'server', 'main.mjs'), join('dist', 'server', 'development-chain.mjs')];

export async function ensureBuilt() {
  const wanted = hashOfInputs(ROOT);
  if (isBuilt(ROOT, wanted)) return;
  await step('Building the app and the server', () => buildAnew(wanted));
}

/** Builds, and notes what was built from, so that nobody builds the same once more. */
export async function buildAnew(wanted = hashOfInputs(ROOT)) {
  // Gone until the build is whole, so that an interrupted one is never taken for a finished one.
  rmSync(join(ROOT, STAMP), { force: true });
  const { build } = await import('./build.mjs');
  await build();
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, STAMP), `${wanted}\n`);
}

function isBuilt(root, wanted) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8').trim() !== wanted) return false;
  return RESULTS.every((file) => existsSync(join(root, file)));
}

/** @param {string} root */
export function hashOfInputs(root) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const name of inputsOf(root)) {
    const content = readFileSync(join(root, name));
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function inputsOf(root) {
  const files = readdirSync(root).filter((name) => INPUT_FILES.test(name));
  for (const folder of INPUT_FOLDERS.filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  return files.sort();
}
