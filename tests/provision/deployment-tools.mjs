import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { foldersOfPath } from '#fixtures/system/commands.mjs';
import { canInstallPackages, installPackages, withoutServices } from '#fixtures/system/debian.mjs';

/** Programs that a deployment consists of or is checked with: from the system, or from Debian. */

/** Where Debian puts programs that are not on the path of everybody. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** @type {Record<string, string[]>} the packages of Debian for a program */
const PACKAGES = {
  caddy: ['caddy'],
  nginx: ['nginx-light'],
  promtool: ['prometheus'],
  podman: ['podman', 'buildah', 'runc', 'uidmap'],
  debootstrap: ['debootstrap'],
  'systemd-analyze': ['systemd'],
  'systemd-sysusers': ['systemd'],
};

/**
 * @param {string} name
 * @returns {Promise<string>} where the program is
 */
export async function provideTool(name) {
  const found = () => [...foldersOfPath(), ...FOLDERS].map((folder) => join(folder, name)).find(existsSync);
  if (found() === undefined && canInstallPackages()) await withoutServices(() => installPackages(PACKAGES[name]));
  const program = found();
  if (program === undefined)
    throw new Error(`there is no ${name}; install it (apt-get install ${PACKAGES[name].join(' ')})`);
  return program;
}
