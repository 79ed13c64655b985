import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Programs in a process group of their own, which end with whoever started them: by itself, by Ctrl-C, by a limit, and
 * also when it is killed or its terminal is closed.
 */

/** How long a group has to put its things in order before it is killed. */
const GRACE_MS = 5_000;
const LOOK_MS = 50;

/**
 * Waits until nobody is there any more who could write to its input; only then it ends the group and removes the folders.
 * `$1` is the group, `$2` the signal, `$3` how often it looks, each tenth of a second, before it kills the group; the rest
 * are the folders.
 */
const GUARD = `
read -r nothing
group=$1 signal=$2 looks=$3
shift 3
kill -s "$signal" -- "-$group"
while [ "$looks" -gt 0 ] && kill -s 0 -- "-$group"; do sleep 0.1; looks=$((looks - 1)); done
kill -s KILL -- "-$group"
rm -rf -- "$@"
`;

const LOOKS_PER_SECOND = 10;

/**
 * Sets a guard beside a group: a shell in a session of its own, which acts when this process has gone, however it went.
 *
 * @param {number} group
 * @param {{ signal?: string, folders?: string[] }} [options] what the group is told first, and what is removed at the end
 * @returns {() => void} relieves the guard, who then does nothing
 */
export function guard(group, { signal = 'TERM', folders = [] } = {}) {
  const looks = (GRACE_MS / 1000) * LOOKS_PER_SECOND;
  // Whatever this process takes for its path, `sleep` and `rm` are found.
  const env = { PATH: `${process.env.PATH}:/usr/bin:/bin` };
  const options = { cwd: '/', env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
  const shell = spawn('/bin/sh', ['-c', GUARD, 'guard', String(group), signal, String(looks), ...folders], options);
  shell.unref();
  shell.stdin.unref();
  return () => {
    shell.kill('SIGKILL');
    shell.stdin.destroy();
  };
}

/** The groups that run now. */
const groups = new Map();

/**
 * Starts a program in a group of its own, under guard.
 *
 * @param {string} program
 * @param {string[]} parameters
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(program, parameters, options) {
  const child = spawn(program, parameters, { ...options, detached: true });
  if (child.pid !== undefined) groups.set(child.pid, guard(child.pid));
  return child;
}

/**
 * Ends whoever is left in a group: asks first, and kills what hasn't ended after a moment.
 *
 * @param {number | undefined} group
 */
export async function endGroup(group) {
  if (group === undefined || !groups.has(group)) return;
  signalTo(group, 'SIGTERM');
  for (const end = Date.now() + GRACE_MS; signalTo(group, 0) && Date.now() < end; ) await sleep(LOOK_MS);
  signalTo(group, 'SIGKILL');
  groups.get(group)?.();
  groups.delete(group);
}

/** Whether anybody was there to be told. */
function signalTo(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // Nobody is left in it, which is how it should be.
    return false;
  }
}

// Asked at once, so that they end while this process does; the guards see to those that don't.
process.on('exit', () => groups.forEach((_, group) => signalTo(group, 'SIGTERM')));
