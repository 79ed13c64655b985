import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A release contains native code, so it runs on the kind of system that it was made for. */

/**
 * @typedef {object} System
 * @property {string} os as in `process.platform`
 * @property {string} cpu as in `process.arch`
 * @property {string | null} libc `glibc` or `musl` on Linux, else null
 */

/** @returns {System} the one that this process runs on */
export function systemOfProcess() {
  return { os: process.platform, cpu: process.arch, libc: libcOfProcess() };
}

function libcOfProcess() {
  if (process.platform !== 'linux') return null;
  // Only a process that is linked with glibc has its version.
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** @param {System} system */
export function nameOfSystem({ os, cpu, libc }) {
  return [os, cpu, ...(libc === null ? [] : [libc])].join('-');
}

/**
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} manifest the package.json of a release, with npm's fields
 * for this
 * @param {System} system
 * @returns {string | null} the system that it was made for, if it is another one
 */
export function otherSystemOf({ os: [os] = [], cpu: [cpu] = [], libc: [libc = null] = [] }, system) {
  if (os === undefined || cpu === undefined) return null;
  const made = nameOfSystem({ os, cpu, libc });
  return made === nameOfSystem(system) ? null : made;
}

/** @param {string} here the `import.meta.url` of a program in dist/server */
export function refuseOtherSystem(here) {
  const file = join(dirname(fileURLToPath(here)), '../../package.json');
  if (!existsSync(file)) return;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  // A checkout is for every system; to ask for this one takes a whole report of the process.
  if (manifest.os === undefined) return;
  const system = systemOfProcess();
  const made = otherSystemOf(manifest, system);
  if (made === null) return;
  console.error(
    `perch: this release is for ${made}, and this is ${nameOfSystem(system)}; make one here, or elsewhere on the same kind of system.`,
  );
  process.exit(1);
}
