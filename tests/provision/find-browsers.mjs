import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { command, foldersOfPath, outputOf } from './commands.mjs';
import { canInstallPackages, installPackages } from './debian.mjs';

/**
 * The browsers of the tests: each is the one that its variable names, else one that is there, else Debian's package. A
 * program that can't even answer a question (a broken package, a snap stub) is passed over.
 */

/**
 * @typedef {object} Wanted
 * @property {string} name
 * @property {string} variable names the one to take
 * @property {string[]} programs what it may be called on the path
 * @property {string[]} [elsewhere] where it may lie off the path
 * @property {string[]} question what a program that works answers
 * @property {string} debian the package that has it
 */

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @satisfies {Record<string, Wanted>} */
const WANTED = {
  // The shell draws pages as the whole browser does, and draws no window around them, which costs two fifths of a walk.
  chromium: { ...chromium('chromium-headless-shell'), programs: ['chromium-headless-shell', ...CHROMIUM] },
  windowed: { ...chromium('chromium'), programs: CHROMIUM },
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    programs: ['firefox-esr', 'firefox'],
    question: ['--version'],
    debian: 'firefox-esr',
  },
  // A display that nobody sees: WebKitGTK's browser has no mode without one.
  display: { name: 'Xvfb', variable: 'XVFB_PATH', programs: ['Xvfb'], question: ['-help'], debian: 'xvfb' },
  webkit: {
    name: 'WebKitWebDriver',
    variable: 'WEBKIT_DRIVER_PATH',
    programs: ['WebKitWebDriver'],
    question: ['--help'],
    debian: 'webkit2gtk-driver',
  },
};

/** @param {string} debian */
function chromium(debian) {
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return { name: 'Chromium', variable: 'CHROMIUM_PATH', elsewhere, question: ['--version'], debian };
}

/**
 * Where there is none and no package, Chromium is the download that Playwright offers.
 *
 * @param {string} root
 * @param {{ headed?: boolean }} [options] whether it must be able to open a window
 * @returns {Promise<string>} the path of Chromium
 */
export async function findChromium(root, { headed = false } = {}) {
  const wanted = headed ? WANTED.windowed : WANTED.chromium;
  const found = (await find(wanted)) ?? (await downloaded(root));
  return found ?? refuse(wanted);
}

/** @returns {Promise<string>} the path of Firefox */
export async function findFirefox() {
  return (await find(WANTED.firefox)) ?? refuse(WANTED.firefox);
}

/** @returns {Promise<string>} the path of WebKitGTK's driver, once its display is there too */
export async function findWebKit() {
  if ((await find(WANTED.display)) === null) refuse(WANTED.display);
  return (await find(WANTED.webkit)) ?? refuse(WANTED.webkit);
}

/** @param {Wanted} wanted @returns {Promise<string | null>} */
async function find(wanted) {
  const { variable, question, debian } = wanted;
  const given = process.env[variable];
  if (given) {
    if (await works(given, question)) return given;
    throw new Error(`${variable} is ${given}, which does not start`);
  }
  const found = await installed(wanted);
  if (found !== null || !canInstallPackages()) return found;
  return (await installPackages([debian])) ? installed(wanted) : null;
}

/** @param {Wanted} wanted */
async function installed({ programs, elsewhere = [], question }) {
  const folders = foldersOfPath();
  for (const path of [...programs.flatMap((program) => folders.map((folder) => join(folder, program))), ...elsewhere]) {
    if (existsSync(path) && (await works(path, question))) return path;
  }
  return null;
}

async function downloaded(root) {
  console.log('  downloading Chromium (playwright-core)');
  const outcome = await command(
    process.execPath,
    [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
    { show: true },
  );
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return outcome.ok && (await works(path, WANTED.chromium.question)) ? path : null;
}

async function works(path, question) {
  return (await outputOf(path, question)) !== null;
}

/** @param {Wanted} wanted @returns {never} */
function refuse({ name, variable, debian }) {
  throw new Error(
    `no ${name} was found or could be installed; install ${debian} (apt-get install), or set ${variable} to one`,
  );
}
