import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { temporaryFolder } from './folders.mjs';
import { binariesFromDebian, binariesOfMachine } from './postgres-binaries.mjs';
import { makeCluster, ordinaryUser, placeFor, serve } from './postgres.mjs';

/**
 * A primary and a standby that follows it, as a club has them that fails over: each commit waits until the standby has
 * it. The package of npm has no `pg_basebackup`, so the programs come from the system.
 */

/** Nothing here is about a machine that loses its power; all else is PostgreSQL's own default. */
const PRIMARY = ['synchronous_commit=on', 'synchronous_standby_names=standby', 'fsync=on'];
const STANDBY = ['synchronous_standby_names=', 'fsync=on'];
const COPY_LIMIT_MS = 300_000;

/**
 * @typedef {Awaited<ReturnType<typeof serve>>} Server
 *
 * @returns {Promise<{ primary: Server, standby: Server, stop: () => Promise<void> }>}
 */
export async function provideReplicatedPostgres() {
  const binaries = (await withCopies(binariesOfMachine)) ?? (await withCopies(binariesFromDebian));
  if (binaries === null)
    throw new Error('there is no PostgreSQL with pg_basebackup; install postgresql (apt-get install)');
  const user = ordinaryUser();
  const stops = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const first = placesOf(user);
    const password = await makeCluster(binaries, { ...first, user });
    const primary = await serve(binaries, { ...first, user, password, settings: PRIMARY });
    stops.push(primary.stop);
    const second = placesOf(user);
    copy(binaries, { from: primary.port, to: second.data, user, password });
    const standby = await serve(binaries, { ...second, user, password, settings: STANDBY });
    stops.push(standby.stop);
    return { primary, standby, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function withCopies(source) {
  const binaries = await source();
  return binaries !== null && existsSync(join(binaries, 'pg_basebackup')) ? binaries : null;
}

function placesOf(user) {
  const folder = temporaryFolder('postgres');
  return { folder, data: join(placeFor(user, folder), 'data') };
}

/** Copies a running server into a folder, as one that will follow it. */
function copy(binaries, { from, to, user, password }) {
  const address = `host=127.0.0.1 port=${from} user=perch password=${password} application_name=standby`;
  try {
    execFileSync(
      join(binaries, 'pg_basebackup'),
      ['--pgdata', to, '--dbname', address, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'],
      { ...user, cwd: '/', stdio: 'pipe', timeout: COPY_LIMIT_MS },
    );
  } catch (error) {
    rmSync(dirname(to), { recursive: true, force: true });
    throw new Error(`the primary could not be copied: ${String(error.stderr ?? '').trim() || error.message}`);
  }
}
