import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { guard } from '../../server/entry/launch/group.mjs';
import { lastLines } from '../../fixtures/system/debian.mjs';
import { IN_MEMORY, temporaryFolder } from './folders.mjs';
import { freePort } from './free-port.mjs';
import { binariesFromDebian, binariesFromNpm, binariesOfMachine } from './postgres-binaries.mjs';

/**
 * A real PostgreSQL for the tests, beside the embedded engine: the one that TEST_DATABASE_URL names, else one started
 * here from whatever binaries there are, on a free port, in a temporary folder, and stopped by its process id.
 *
 * Whoever may use it may run programs as its owner, so each server has a password of its own: the port is open to every
 * account of the machine.
 */

/** For a start that hangs; a busy machine takes a minute. */
const START_LIMIT_MS = 300_000;
const PASSWORD_BYTES = 24;
const SOURCES = [binariesOfMachine, binariesFromNpm, binariesFromDebian];

/**
 * Throw-away data needs no fsync; the tests of races open many connections; nobody reads the statements that tests make
 * fail; and no statement of a test runs so long that compiling it would pay.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'max_connections=200',
  'log_min_messages=log',
  'jit=off',
];

/** More than the databases of a run and the journal of their changes take together. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * @typedef {{ url: string, from: string, stop: () => Promise<void> }} Postgres
 * @typedef {Postgres & {
 *   halt: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>,
 *   resume: () => Promise<void>,
 *   keep: (folder: string) => Promise<string>,
 * }} OwnPostgres
 *
 * @param {{ root: string, sources?: typeof SOURCES }} options
 * @returns {Promise<Postgres>}
 */
export async function providePostgres({ root, sources = SOURCES }) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, from: 'TEST_DATABASE_URL', stop: async () => undefined };
  return provideOwnPostgres({ root, sources });
}

/**
 * One that is nobody else's, so that a test may take it away (`halt`, by SIGINT the fast stop, by SIGQUIT the immediate
 * one) and give it back (`resume`) on the same port with the same data, or keep its data for later (`keep`), which
 * stops it and tells how the data is opened.
 *
 * @param {{ root: string, sources?: typeof SOURCES }} options
 * @returns {Promise<OwnPostgres>}
 */
export async function provideOwnPostgres({ root, sources = SOURCES }) {
  const reasons = [];
  for (const source of sources) {
    try {
      const postgres = await startFrom(source, root);
      if (postgres !== null) return postgres;
    } catch (error) {
      reasons.push(`${source.name}: ${error.message}`);
    }
  }
  throw new Error(['no PostgreSQL was found or could be started; set TEST_DATABASE_URL to one', ...reasons].join('\n'));
}

async function startFrom(source, root) {
  const folder = temporaryFolder('postgres');
  try {
    const binaries = await source({ root, folder });
    if (binaries !== null) return { ...(await start(binaries, folder)), from: binaries };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}

/**
 * Each test database is hundreds of files that live for seconds; on a disk, making and removing them is half of the
 * server's work.
 */
function placeOfData() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function start(binaries, folder) {
  const user = ordinaryUser();
  const place = placeFor(user, folder);
  try {
    const data = join(place, 'data');
    const password = await makeCluster(binaries, { data, folder, user });
    return await serve(binaries, { data, folder, user, password });
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
}

/**
 * A folder for the data of a server, which belongs to the user that it runs as; so does its other folder from then on.
 */
export function placeFor(user, folder) {
  const place = temporaryFolder('data', placeOfData());
  if (user.uid !== undefined) [folder, place].forEach((each) => handOver(each, user));
  return place;
}

/** Makes a cluster. @returns {Promise<string>} the password of its superuser `perch` */
export async function makeCluster(binaries, { data, folder, user }) {
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  const made = await initialise(binaries, { data, folder, user, password });
  if (made !== 'ok') throw new Error(lastLines(made, 3));
  return password;
}

/**
 * Starts a server on its data.
 *
 * @param {string} binaries
 * @param {{
 *   data: string,
 *   folder: string,
 *   user: { uid?: number, gid?: number },
 *   password: string,
 *   settings?: string[],
 * }} options what it has beside or in place of the settings of all test servers
 * @returns {Promise<Omit<OwnPostgres, 'from'> & { port: number }>}
 */
export async function serve(binaries, { data, folder, user, password, settings = [] }) {
  const port = await freePort();
  const folders = [folder, dirname(data)];
  const begin = () => {
    const child = run(binaries, { data, port, folder, user, settings: [...SETTINGS, ...settings] });
    // SIGQUIT is PostgreSQL's immediate stop, which takes its sessions along: each of them is a group of its own.
    return {
      child,
      relieve: child.pid === undefined ? () => undefined : guard(child.pid, { signal: 'QUIT', folders }),
    };
  };
  let server = begin();
  const halt = (signal) => endProcess(server.child, signal);
  const stop = async () => {
    await halt('SIGINT');
    folders.forEach((each) => rmSync(each, { recursive: true, force: true }));
    server.relieve();
  };
  const resume = async () => {
    server.relieve();
    server = begin();
    await untilReady(server.child);
  };
  const keep = async (kept) => {
    await halt('SIGINT');
    cpSync(data, kept, { recursive: true });
    return `the databases are kept: ${join(binaries, 'postgres')} -D ${kept} as an ordinary user who owns the folder`;
  };
  await untilReady(server.child).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `postgres://perch:${password}@127.0.0.1:${port}/postgres`, port, stop, halt, resume, keep };
}

function run(binaries, { data, port, folder, user, settings }) {
  return spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...user,
      cwd: folder,
      // A group of its own, or Ctrl-C would take the database away from under tests that are still ending.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
}

async function initialise(binaries, { data, folder, user, password }) {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const parameters = [
    '-D',
    data,
    '-U',
    'perch',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ];
  try {
    execFileSync(join(binaries, 'initdb'), parameters, { ...user, cwd: '/', stdio: 'pipe', timeout: START_LIMIT_MS });
    return 'ok';
  } catch (error) {
    return String(error.stderr ?? '') || error.message;
  } finally {
    rmSync(passwordFile);
  }
}

/** PostgreSQL refuses to run as root; whoever it runs as needs the folder. */
export function ordinaryUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('there is no ordinary user (postgres or nobody) to run it as');
}

function idOf(option, name) {
  try {
    return Number(execFileSync('id', [option, name], { stdio: 'pipe' }).toString());
  } catch {
    return null;
  }
}

export function handOver(folder, user) {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true })) chownSync(join(folder, entry), user.uid, user.gid);
}

function untilReady(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(
      () => reject(new Error(`not ready after ${START_LIMIT_MS / 1000} s: ${lastLines(log, 3)}`)),
      START_LIMIT_MS,
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${lastLines(log, 3)}`)));
    child.stderr.on('data', (chunk) => {
      // Kept short: after the start this is every statement that a test made fail on purpose.
      log = (log + String(chunk)).slice(-4000);
      // A standby is ready for those who read.
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** SIGINT is PostgreSQL's fast stop: open sessions are ended; what does not end by that is killed. */
export async function endProcess(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
