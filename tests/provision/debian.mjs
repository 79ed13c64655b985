import { existsSync } from 'node:fs';

import { command } from './commands.mjs';

/** Packages of the system, where they may be installed: Debian or a relative of it, and root. */

export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

const APT = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];
let listsAreFresh = false;

/**
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  console.log(`  installing ${packages.join(', ')} (apt-get)`);
  if (!listsAreFresh) listsAreFresh = (await command('apt-get', [...APT, 'update'], { env })).ok;
  const outcome = await command('apt-get', [...APT, 'install', '-y', '--no-install-recommends', ...packages], { env });
  if (!outcome.ok) console.log(indent(lastLines(outcome.output, 5)));
  return outcome.ok;
}

export function lastLines(text, count) {
  return text.trim().split('\n').slice(-count).join('\n');
}

export function indent(text) {
  return text.replace(/^/gm, '    ');
}
