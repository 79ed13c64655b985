import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { endGroup, startGroup } from './group.mjs';

/** Shared by the launch commands: where the repository is, and how a step is announced, run and aborted. */

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The settings with secrets: a test compares them with those of the server (setting-files.ts). */
export const SECRETS = [
  'PERCH_SECRET',
  'PERCH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'SMTP_URL',
  'RATES_FEED_URL',
  'BTC_RPC_URL',
  'ETH_RPC_URL',
  'METRICS_TOKEN',
];

/** What a step of the set-up may know: packages have scripts of their own, which need no secret. */
function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)));
}

/** A set-up failure with a one-line reason; the output of the failing tool is printed above it. */
export class SetUpError extends Error {}

/**
 * Runs one step of the set-up, and announces its start and duration in plain words.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T> | T} act
 */
export async function step(what, act) {
  console.log(`${what} …`);
  const start = Date.now();
  const result = await act();
  console.log(`  done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/**
 * Runs a command and waits for it; the command ends with this process. Its output is shown only if it fails; a
 * successful set-up needs no pages of text.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: NodeJS.ProcessEnv, why: string }} options `why` completes the line that is shown on failure
 * @returns {Promise<string>} what it wrote to its standard output
 */
export async function run(command, parameters, { env = process.env, why }) {
  const output = [];
  const said = [];
  const child = startGroup(command, parameters, {
    cwd: ROOT,
    env: withoutSecrets(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk) => {
    output.push(chunk);
    said.push(chunk);
  });
  child.stderr.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // A stray grandchild that keeps the pipe open would delay its closing.
    child.once('exit', () => void endGroup(child.pid));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  await endGroup(child.pid);
  if (status === 0) return Buffer.concat(said).toString('utf8');
  process.stderr.write(Buffer.concat(output));
  throw new SetUpError(`${why} (${command} ended with ${status}).`);
}

/**
 * Runs npm; under `npm start` the same npm that was typed, even if it is not the first one on the path.
 *
 * @param {string[]} parameters
 * @param {string} why
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runNpm(parameters, why, env = process.env) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js')
    ? run(process.execPath, [npm, ...parameters], { env, why })
    : run('npm', parameters, { env, why });
}

export function readPackage() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** @param {unknown} error */
export function explainAndExit(error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exit(1);
}
