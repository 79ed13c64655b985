import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Temporary folders of the test run. Each says who has made it, so that a later run can remove what a run has left that
 * could remove nothing any more.
 */

/** A file system in memory, where there is one. */
export const IN_MEMORY = '/dev/shm';
/** Where such folders are. */
const PLACES = [tmpdir(), IN_MEMORY];

const OWNER = '.owner';
/** What the names of all these folders begin with. */
const OURS = /^perch-(data|generated|postgres|prove|report)-/;

/** Numbers of processes mean something within one machine and one container of it. */
function world() {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * @param {'data' | 'generated' | 'postgres' | 'prove' | 'report'} what
 * @param {string} [place]
 * @returns {string}
 */
export function temporaryFolder(what, place = tmpdir()) {
  const folder = mkdtempSync(join(place, `perch-${what}-`));
  writeFileSync(join(folder, OWNER), `${process.pid} ${world()}`);
  return folder;
}

/**
 * Removes the folders whose owner isn't there any more.
 *
 * @param {string[]} [places]
 */
export function removeAbandoned(places = PLACES) {
  const abandoned = foldersIn(places).filter(({ owner }) => !isThere(owner));
  for (const { folder } of abandoned) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's to remove; a run doesn't end for that.
    }
  }
}

/** The folders that a process has made and not removed. @param {number} pid */
export function ownedBy(pid) {
  return foldersIn(PLACES)
    .filter(({ owner }) => owner === pid)
    .map(({ folder }) => folder);
}

/** Those of this world. One that doesn't say whose it is may be a moment old, or somebody else's. */
function foldersIn(places) {
  const folders = places.flatMap((place) => namesIn(place).map((name) => join(place, name)));
  return folders.flatMap((folder) => {
    const owner = OURS.test(basename(folder)) ? ownerOf(folder) : null;
    return owner === null ? [] : [{ folder, owner }];
  });
}

function namesIn(place) {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}

function ownerOf(folder) {
  try {
    const [, pid, where] = /^(\d+) (.*)$/.exec(readFileSync(join(folder, OWNER), 'utf8')) ?? [];
    return where === world() ? Number(pid) : null;
  } catch {
    return null;
  }
}

function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
