import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { underLock } from './lock.mjs';

/**
 * A build is stale if the content of anything it was made from has changed, or if its own files were changed. File
 * times mean nothing after a checkout.
 */

/** What the app and the server may import, besides packages. */
export const INPUT_FOLDERS = ['src', 'machines', 'money', 'locales', 'openapi', 'server', 'public'];
const INPUT_FILES = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|.*\.html)$/;
const DIST = 'dist';
const STAMP = join(DIST, '.built-from');
const LOCK = join(DIST, '.lock');
const NEW = '.new-';
const PARTS = ['client', 'server'];

/** @param {string} root */
export function isBuilt(root) {
  const stamp = join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(hashOfInputs(root), root);
}

function stampOf(inputs, root) {
  return `${inputs} ${hashOfFiles(join(root, DIST), filesBelow(join(root, DIST), PARTS))}\n`;
}

/**
 * Replaces the old build by a new one. The new one is made beside it, so that an interruption changes nothing, and a
 * process that uses the old one meanwhile finds it complete. A second build of the same checkout waits for the first.
 *
 * @param {string} root
 * @param {(folder: string) => Promise<void>} make makes both parts in a folder, given relative to the root
 * @param {{ evenIfBuilt: boolean }} options
 */
export async function renewBuild(root, make, { evenIfBuilt }) {
  const dist = join(root, DIST);
  mkdirSync(dist, { recursive: true });
  await underLock(join(root, LOCK), async () => {
    if (!evenIfBuilt && isBuilt(root)) return;
    const inputs = hashOfInputs(root);
    // Left by builds that were killed.
    const killed = readdirSync(dist).filter((name) => name.startsWith(NEW));
    for (const name of killed) rmSync(join(dist, name), { recursive: true });
    const folder = mkdtempSync(join(dist, NEW));
    try {
      await make(folder.slice(root.length + 1));
      putInPlace(dist, folder, join(root, STAMP));
      // Files that were changed meanwhile may or may not be in it.
      if (hashOfInputs(root) === inputs) writeFileSync(join(root, STAMP), stampOf(inputs, root));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function putInPlace(dist, folder, stamp) {
  rmSync(stamp, { force: true });
  for (const part of PARTS) {
    if (existsSync(join(dist, part))) renameSync(join(dist, part), join(folder, `old-${part}`));
    renameSync(join(folder, part), join(dist, part));
  }
}

/** @param {string} root */
export function hashOfInputs(root) {
  const files = readdirSync(root).filter((name) => INPUT_FILES.test(name));
  return hashOfFiles(root, [...files, ...filesBelow(root, INPUT_FOLDERS)]);
}

function hashOfFiles(root, files) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const name of files.sort()) {
    const content = readFileSync(join(root, name));
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(root, folders) {
  const present = folders.map((name) => join(root, name)).filter((folder) => existsSync(folder));
  const entries = present.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name).slice(root.length + 1));
}
