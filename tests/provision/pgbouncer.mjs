import { spawn } from 'node:child_process';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { foldersOfPath } from '../../fixtures/system/commands.mjs';
import { canInstallPackages, installPackages, withoutServices } from '../../fixtures/system/debian.mjs';
import { temporaryFolder } from './folders.mjs';
import { freePort } from './free-port.mjs';
import { endProcess, handOver, ordinaryUser } from './postgres.mjs';

/** A pooler before a PostgreSQL, as clubs have them that open many connections. */

const START_LIMIT_MS = 60_000;
/** Debian's place of it is not on the path of everybody. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * @param {string} databaseUrl
 * @param {Record<string, string | number>} settings such as `{ pool_mode: 'session' }`
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} the same database through the pooler
 */
export async function providePooler(databaseUrl, settings) {
  const program = await findPooler();
  const address = new URL(databaseUrl);
  const folder = temporaryFolder('postgres');
  const user = ordinaryUser();
  const port = await freePort();
  const file = (name, lines) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  const users = file('users', [`"${address.username}" "${decodeURIComponent(address.password)}"`]);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    default_pool_size: 100,
    max_client_conn: 400,
    ...settings,
  };
  const config = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${address.hostname} port=${address.port}`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]);
  if (user.uid !== undefined) handOver(folder, user);
  const child = spawn(program, [config], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await endProcess(child, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  await untilReady(child).catch(async (error) => {
    await stop();
    throw error;
  });
  address.port = String(port);
  return { url: address.href, stop };
}

async function findPooler() {
  const found = () => [...foldersOfPath(), ...FOLDERS].map((folder) => join(folder, 'pgbouncer')).find(existsSync);
  if (found() === undefined && canInstallPackages()) await withoutServices(() => installPackages(['pgbouncer']));
  const program = found();
  if (program === undefined) throw new Error('there is no pgbouncer; install it (apt-get install pgbouncer)');
  return program;
}

function untilReady(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`pgbouncer is not ready: ${log}`)), START_LIMIT_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}: ${log}`)));
    child.stderr.on('data', (chunk) => {
      log = (log + String(chunk)).slice(-4000);
      if (!log.includes('process up')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
