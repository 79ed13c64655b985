// A PostgreSQL that is set up as docs/operating/backups.md says, for tests of its backups: a folder, a configuration
// and a socket of its own; what the document says of places is turned into these.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/provision/free-port.mjs';

const START_LIMIT_MS = 120_000;
const DOCUMENT = 'docs/operating/backups.md';

/** The blocks of code of a section of the operating guide, by their language. */
export function blocksOf(section: string, language: string): string[] {
  const text =
    readFileSync(DOCUMENT, 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, found, code = '']) =>
    found === language ? [code] : [],
  );
}

export interface Cluster {
  /** @param role who connects; the administrator by default */
  readonly url: (database: string, role?: string) => string;
  /** Runs commands of the document, all of them as the owner of PostgreSQL, with this cluster's places. */
  follow(commands: string): string;
  /** What is in the folder of backups: names, and who may read them. */
  backups(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a cluster whose log is archived as the document says. @param binaries the folder of PostgreSQL's programs */
export async function makeCluster(binaries: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'perch-cluster-'));
  const owner = ownerOfPostgres();
  const [data, repository, backups, configuration] = [
    join(folder, 'main'),
    join(folder, 'repository'),
    join(folder, 'backups'),
    join(folder, 'pgbackrest.conf'),
  ];
  const port = await freePort();
  for (const path of [repository, backups]) mkdirSync(path);
  const place = (text: string) =>
    text
      .replaceAll('/var/lib/postgresql/15/main', data)
      .replaceAll('/backups/', `${backups}/`)
      // The test stops its servers itself.
      .replaceAll(/systemctl \w+ \S+/g, 'true')
      .replaceAll('sudo -u postgres ', '')
      .replaceAll('/var/lib/pgbackrest', repository)
      .replaceAll('pgbackrest --stanza', `pgbackrest --config=${configuration} --stanza`);
  const [pgbackrest = '', settings = ''] = blocksOf('Backup of PostgreSQL', 'ini');
  // What Debian has by default, and this cluster has elsewhere.
  const own = [`pg1-port=${port}`, `pg1-socket-path=${folder}`, 'pg1-user=postgres', ''].join('\n');
  const logs = `[global]\nlog-path=${folder}\nlock-path=${folder}/lock\nlog-level-console=warn\n`;
  writeFileSync(configuration, `${place(pgbackrest)}${own}${logs}`);
  for (const path of [folder, repository, backups, configuration]) chownSync(path, owner.uid, owner.gid);
  const asOwner = (program: string, parameters: string[]) =>
    execFileSync(program, parameters, {
      uid: owner.uid,
      gid: owner.gid,
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: {
        ...{ PATH: `${binaries}:${process.env.PATH ?? ''}`, HOME: folder },
        ...{ PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' },
      },
    });
  asOwner(join(binaries, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=trust',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  appendFileSync(
    join(data, 'postgresql.conf'),
    place(`${settings}\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`),
  );
  let server: ChildProcess | null = null;
  const start = async () => {
    server = spawn(join(binaries, 'postgres'), ['-D', data], {
      uid: owner.uid,
      gid: owner.gid,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: `${binaries}:${process.env.PATH ?? ''}`, HOME: folder },
    });
    await untilPromoted(server, () => asOwner(join(binaries, 'psql'), ['-Atc', 'SELECT pg_is_in_recovery()']));
  };
  const stop = async () => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null) return;
    running.kill('SIGINT');
    await once(running, 'exit');
  };
  return {
    url: (database, role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    start,
    stop,
    follow: (commands) => asOwner('/bin/sh', ['-c', place(commands)]),
    backups: () =>
      readdirSync(backups).map((name) => `${name}, ${(statSync(join(backups, name)).mode & 0o777).toString(8)}`),
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server that is restored answers before it has read the log to its end. */
async function untilPromoted(server: ChildProcess, ask: () => string): Promise<void> {
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${log}`);
    try {
      if (ask().trim() === 'f') return;
    } catch {
      // It is not there yet.
    }
    if (Date.now() > end) throw new Error(`PostgreSQL is not ready after ${START_LIMIT_MS / 1000} s: ${log}`);
    await sleep(200);
  }
}

/** It refuses to run as root. */
function ownerOfPostgres(): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}
