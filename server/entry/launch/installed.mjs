import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, runNpm, step } from './steps.mjs';

/**
 * Installs packages that are missing or differ from the lock. npm writes its own list into node_modules as the last
 * step of an installation, so that list shows both what is there and that it is complete.
 */
export async function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  await step('Installing packages (npm ci)', () =>
    // Development packages build the app, so they are needed even under NODE_ENV=production.
    runNpm(
      ['ci', '--include=dev', '--no-audit', '--no-fund'],
      'The packages could not be installed; is the network there?',
    ),
  );
}

/** @param {string} root */
export function isInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => path === '' || isPresent(root, path, entry, present[path]));
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
