import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Programs in their own process group, which end when the process that started them does: normally, by Ctrl-C, by a
 * limit, and also when it is killed or its terminal is closed.
 */

/** How long a group has to clean up before it is killed. */
const GRACE_MS = 5_000;
const LOOK_MS = 50;

/**
 * Waits until no process is left that could write to its input; then ends the group and removes the folders. `$1` is
 * the group, `$2` the signal, `$3` how many tenths of a second it waits before it kills the group; the rest are the
 * folders.
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
 * Starts a guard for a group: a shell in its own session, which acts when this process has gone, for whatever reason.
 *
 * @param {number} group
 * @param {{ signal?: string, folders?: string[] }} [options] the first signal to the group, and what is removed at the
 * end
 * @returns {() => void} dismisses the guard, who then does nothing
 */
export function guard(group, { signal = 'TERM', folders = [] } = {}) {
  const looks = (GRACE_MS / 1000) * LOOKS_PER_SECOND;
  // `sleep` and `rm` are found whatever this process uses as its path.
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
 * Starts a program in its own group, with a guard.
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
 * Ends the processes left in a group: asks first, and kills those that have not ended after a moment.
 *
 * @param {number | undefined} group
 */
export async function endGroup(group) {
  if (group === undefined || !groups.has(group)) return;
  signalTo(group, 'SIGTERM');
  for (const end = Date.now() + GRACE_MS; signalTo(group, 0) && Date.now() < end;) await sleep(LOOK_MS);
  signalTo(group, 'SIGKILL');
  groups.get(group)?.();
  groups.delete(group);
}

/** Whether any process received the signal. */
function signalTo(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // No process is left, as it should be.
    return false;
  }
}

// Asked at once, so that they end while this process does; the guards handle those that do not.
process.on('exit', () => groups.forEach((_, group) => signalTo(group, 'SIGTERM')));
