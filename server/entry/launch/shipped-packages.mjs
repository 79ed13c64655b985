import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { licenseOf } from './licenses.mjs';
import { SetUpError } from './steps.mjs';

/**
 * The packages of npm that are in a release: what was bundled into the app and the server, and what stays beside them.
 *
 * @typedef {object} Shipped
 * @property {string} place such as `node_modules/react-router/node_modules/cookie`
 * @property {string} name
 * @property {string} version
 * @property {string} license an expression of SPDX
 * @property {{ file: string, text: string }[]} texts the license and notices that the package carries
 * @property {{ author?: unknown, repository?: unknown }} manifest
 */

/**
 * @param {string} root
 * @param {readonly string[]} beside names of the packages that stay beside the bundles
 * @param {readonly string[]} partly places of packages of which single files are shipped
 * @returns {Shipped[]} by name
 */
export function shippedPackages(root, beside, partly = []) {
  const lists = ['dist/client/.vite/packages.json', 'dist/server/packages.json'];
  const bundled = lists.flatMap((list) => JSON.parse(readFileSync(join(root, list), 'utf8')));
  const places = [...new Set([...bundled, ...placesBeside(root, beside), ...partly])].sort();
  // One version may be at several places.
  const byName = new Map(
    places.map((place) => shipped(root, place)).map((each) => [`${each.name}@${each.version}`, each]),
  );
  return [...byName.keys()].sort().map((key) => byName.get(key));
}

/**
 * Packages with all that they need, as npm has installed them. What is optional and was left out, for example because
 * it is for another system, is left out here too.
 *
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {string[]} their places
 */
export function placesBeside(root, names) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const add = (name, from) => {
    const place = resolved(name, from, (each) => packages[each] !== undefined && existsSync(join(root, each)));
    if (place === null || found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place];
    for (const inner of Object.keys({ ...dependencies, ...optionalDependencies })) add(inner, place);
  };
  for (const name of names) {
    add(name, '');
    if (!found.has(`node_modules/${name}`)) throw new SetUpError(`The package ${name} is not installed.`);
  }
  return [...found].sort();
}

/** Where Node finds a package, from the folder of another one upwards. */
function resolved(name, from, isThere) {
  for (let folder = from; ;) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (isThere(place)) return place;
    if (folder === '') return null;
    const end = folder.lastIndexOf('node_modules/');
    folder = folder.slice(0, Math.max(0, end - 1));
  }
}

/** @returns {Shipped} */
function shipped(root, place) {
  const folder = join(root, place);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name: file }) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  return { place, name, version, license: licenseOf(manifest), texts, manifest };
}
