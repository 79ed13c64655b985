import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { underLock } from './lock.mjs';
import { ROOT, runNpm, step } from './steps.mjs';

/**
 * Installs packages that are missing or differ from the lock. npm writes its own list into node_modules as the last
 * step of an installation, so that list shows both what is there and that it is complete.
 */
export async function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  await step('Installing packages (npm ci)', () => installOnce(ROOT, install));
}

function install() {
  // Development packages build the app, so they are needed even under NODE_ENV=production.
  return runNpm(
    ['ci', '--include=dev', '--no-audit', '--no-fund'],
    'The packages could not be installed; is the network there?',
  );
}

/**
 * Installs where nobody does so already: npm begins by removing what is there, also what another npm has just put
 * there. The lock is not in what it removes.
 *
 * @param {string} root
 * @param {() => Promise<void>} install
 */
export async function installOnce(root, install) {
  const folder = join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  await underLock(join(folder, '.install-lock'), async () => {
    if (!isInstalled(root)) await install();
  });
}

/** @param {string} root */
export function isInstalled(root) {
  const present = listedIn(join(root, 'node_modules', '.package-lock.json'));
  if (present === null) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => path === '' || isPresent(root, path, entry, present[path]));
}

/** What npm says that it has installed; null if it says nothing, or is still writing. */
function listedIn(list) {
  try {
    return JSON.parse(readFileSync(list, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** An optional package may be missing, for example because it is for another platform. */
function isPresent(root, path, wanted, present) {
  if (present === undefined) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
  return (
    wanted.version === present.version &&
    wanted.integrity === present.integrity &&
    existsSync(join(root, path, 'package.json'))
  );
}
