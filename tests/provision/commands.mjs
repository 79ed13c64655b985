import { endGroup, startGroup } from '../../server/entry/launch/group.mjs';
import { usedBy } from './cpu.mjs';

/**
 * Commands of the test run: each in a process group of its own, so that nothing it started outlives it, whether it
 * ends by itself, runs out of time, or the run is interrupted or killed.
 */

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} output what was printed; empty when it was shown while it ran
 * @property {string} ended how it ended, in words
 * @property {number} seconds
 * @property {number | null} coreSeconds
 */

/**
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, limitSeconds?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export async function command(command, parameters, { cwd, env = process.env, show = false, limitSeconds = 900 } = {}) {
  const start = Date.now();
  const child = startGroup(command, parameters, {
    cwd,
    env,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  let coreSeconds = null;
  child.once('exit', () => (coreSeconds = usedBy(child.pid)));
  const ended = await endOf(child, limitSeconds);
  return {
    ok: ended === 'exit code 0',
    output: Buffer.concat(output).toString(),
    ended,
    seconds: (Date.now() - start) / 1000,
    coreSeconds,
  };
}

async function endOf(child, limitSeconds) {
  let outOfTime = false;
  const timer = setTimeout(() => {
    outOfTime = true;
    void endGroup(child.pid);
  }, limitSeconds * 1000);
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // `exit`, not `close`: a stray grandchild that holds the pipe open must not hold up the run.
    child.once('exit', (code, signal) => setTimeout(resolve, 50, signal === null ? `exit code ${code}` : signal));
  });
  clearTimeout(timer);
  await endGroup(child.pid);
  return outOfTime ? `stopped after ${limitSeconds} s without an end` : ended;
}

/** What was printed by a command that must succeed, or `null`. */
export async function outputOf(name, parameters, options) {
  const outcome = await command(name, parameters, { limitSeconds: 300, ...options });
  return outcome.ok ? outcome.output.trim() : null;
}

/** The folders in which a command is looked for. */
export function foldersOfPath() {
  return (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
}
