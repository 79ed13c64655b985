import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { underLock } from './lock.mjs';

/**
 * A build is stale if the content of anything it was made from has changed, or if its own files were changed. File
 * times mean nothing after a checkout, so contents are compared; but files that the system has not touched since they
 * were last compared (their change time, size and number are the same) need not be read again.
 */

/** What the app and the server may import, besides packages. */
export const INPUT_FOLDERS = ['src', 'machines', 'money', 'locales', 'openapi', 'server', 'public'];
const INPUT_FILES = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|.*\.html)$/;
const DIST = 'dist';
const STAMP = join(DIST, '.built-from');
const LOCK = join(DIST, '.lock');
const NEW = '.new-';
const PARTS = ['client', 'server'];
const OUTPUT_FOLDERS = PARTS.map((part) => join(DIST, part));

/** @param {string} root */
export function isBuilt(root) {
  const stamp = join(root, STAMP);
  if (!existsSync(stamp)) return false;
  const [compared, untouched] = readFileSync(stamp, 'utf8').split('\n');
  const look = lookAt(root);
  if (look.touches === untouched) return true;
  if (compared !== stampOf(hashOfInputs(root), root)) return false;
  note(stamp, compared, look);
  return true;
}

function stampOf(inputs, root) {
  return `${inputs} ${hashOfFiles(join(root, DIST), filesBelow(join(root, DIST), PARTS))}`;
}

/** The stamp, with what the files looked like before they were compared, if that tells any later change. */
function note(stamp, compared, { touches, newestMs, at }) {
  const text = `${compared}\n${at - newestMs > TICK_MS ? `${touches}\n` : ''}`;
  const unfinished = `${stamp}.${process.pid}`;
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, stamp);
  } catch {
    // A checkout that may only be read: its files are read at each start.
    rmSync(unfinished, { force: true });
  }
}

/** Two changes within this time may have the same change time: no system that Node runs on counts in longer ticks. */
const TICK_MS = 100;

/**
 * What the system knows of all files without reading them. The change time can't be set by programs, unlike the time of
 * the last modification.
 */
function lookAt(root) {
  const at = Date.now();
  const hash = createHash('sha256').update(process.versions.node);
  let newestMs = 0;
  for (const name of [...inputsOf(root), ...filesBelow(root, OUTPUT_FOLDERS)].sort()) {
    const { size, ino, ctimeNs, ctimeMs } = lstatSync(join(root, name), { bigint: true });
    newestMs = Math.max(newestMs, Number(ctimeMs));
    hash.update(`\0${name}\0${size} ${ino} ${ctimeNs}`);
  }
  return { touches: hash.digest('hex'), newestMs, at };
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
      await sleep(TICK_MS + 1);
      const look = lookAt(root);
      if (hashOfInputs(root) === inputs) note(join(root, STAMP), stampOf(inputs, root), look);
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
  return hashOfFiles(root, inputsOf(root));
}

function inputsOf(root) {
  return [...readdirSync(root).filter((name) => INPUT_FILES.test(name)), ...filesBelow(root, INPUT_FOLDERS)];
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
