import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;

/**
 * Runs `act` while no other process holds the same lock. A lock whose holder was killed is broken. Two processes that
 * break one at the same moment may both run, so that must do no harm.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function underLock(file, act) {
  const mine = `${file}.${randomUUID()}`;
  writeFileSync(mine, identityOf(process.pid));
  try {
    let told = false;
    while (!take(mine, file)) {
      if (isAbandoned(file)) {
        rmSync(file, { force: true });
        continue;
      }
      if (!told) console.log('  another process is doing it; waiting for it');
      told = true;
      await sleep(LOOK_MS);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    return await act();
  } finally {
    rmSync(file, { force: true });
  }
}

/** A link is created together with its content, or not at all. */
function take(mine, file) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const holder = readFileSync(file, 'utf8');
    return identityOf(Number.parseInt(holder, 10)) !== holder;
  } catch {
    // It has gone meanwhile.
    return false;
  }
}

/**
 * Identifies a process by its number and, where the system reports it, its start time: in a container the same numbers
 * recur.
 */
function identityOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return 'nobody';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return String(pid);
  }
}
