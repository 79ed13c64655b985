import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { outputOf } from './commands.mjs';
import { canInstallPackages, installPackages } from './debian.mjs';

/** The engines beside Chromium: those that are there, else Debian's packages. */

/** @returns {Promise<string>} the path of Firefox */
export function findFirefox() {
  return find({ name: 'Firefox', variable: 'FIREFOX_PATH', programs: ['firefox-esr', 'firefox'], question: ['--version'], packages: ['firefox-esr'] });
}

/** @returns {Promise<string>} the path of WebKitGTK's driver; a display that nobody sees is there too, since its browser has no other */
export async function findWebKit() {
  await find({ name: 'Xvfb', variable: 'XVFB_PATH', programs: ['Xvfb'], question: ['-help'], packages: ['xvfb'] });
  return find({ name: 'WebKitWebDriver', variable: 'WEBKIT_DRIVER_PATH', programs: ['WebKitWebDriver'], question: ['--help'], packages: ['webkit2gtk-driver'] });
}

/**
 * @param {{ name: string, variable: string, programs: string[], question: string[], packages: string[] }} wanted
 *   `question` is what a program that works answers
 */
async function find({ name, variable, programs, question, packages }) {
  const given = process.env[variable];
  if (given) {
    if (await works(given, question)) return given;
    throw new Error(`${variable} is ${given}, which does not start`);
  }
  const found = (await onPath(programs, question)) ?? (canInstallPackages() && (await installPackages(packages)) ? await onPath(programs, question) : null);
  if (found !== null) return found;
  throw new Error(`no ${name} was found or could be installed; install ${packages.join(' and ')} (apt-get install), or set ${variable} to one`);
}

async function onPath(programs, question) {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  for (const path of programs.flatMap((program) => folders.map((folder) => join(folder, program)))) {
    if (existsSync(path) && (await works(path, question))) return path;
  }
  return null;
}

async function works(path, question) {
  return (await outputOf(path, question)) !== null;
}
