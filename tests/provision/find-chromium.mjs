import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { command, outputOf } from './commands.mjs';
import { canInstallPackages, installPackages } from './debian.mjs';

/**
 * A Chromium for the browser tests: one that is there, else Debian's package, else the download that Playwright
 * offers. One that can't even tell its version (a broken package, a snap stub) is passed over.
 */

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * @param {string} root
 * @returns {Promise<string>} the path of its executable
 */
export async function findChromium(root) {
  return (await given()) ?? (await installed()) ?? (await fromDebian()) ?? (await fromPlaywright(root));
}

async function given() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return null;
  if (await works(path)) return path;
  throw new Error(`CHROMIUM_PATH is ${path}, which does not start`);
}

async function installed() {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC];
  for (const path of candidates) if (existsSync(path) && (await works(path))) return path;
  return null;
}

async function fromDebian() {
  if (!canInstallPackages()) return null;
  return (await installPackages(['chromium'])) ? installed() : null;
}

async function fromPlaywright(root) {
  console.log('  downloading Chromium (playwright-core)');
  const outcome = await command(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], { show: true });
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  if (outcome.ok && (await works(path))) return path;
  throw new Error('no Chromium was found or could be installed; set CHROMIUM_PATH to one');
}

async function works(path) {
  return (await outputOf(path, ['--version'])) !== null;
}
