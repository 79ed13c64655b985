// A process that may open few files, and callers who use all of them.
import { connect } from 'node:net';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import { start } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** Long enough for heartbeats of the lock and for a server to start. */
const LONG_MS = 180_000;

const withDescriptors = (count: number) => ['sh', '-c', `ulimit -n ${count} && exec "$@"`, 'sh'];

describe('a process without a descriptor left', () => {
  it(
    'keeps its folder, says so once, and continues when there are some again',
    async () => {
      const folder = temporaryFolder();
      const starved = start(
        ['--import', 'tsx', 'tests/launch/database-process.ts', folder, 'starve'],
        {},
        withDescriptors(400),
      );
      await starved.line('starved EMFILE');
      await starved.line('committed 1');
      expect([await starved.ended, starved.errors()]).toEqual([0, '']);
      expect(starved.lines.filter((line) => line.includes('perch.lock cannot be read'))).toHaveLength(1);
    },
    LONG_MS,
  );
});

describe('a server with few descriptors', () => {
  it(
    'refuses callers beyond its connections, keeps its folder, and serves when they have gone',
    async () => {
      const DATA_DIR = temporaryFolder();
      const server = await perchServer({ DATA_DIR, DEV_CHAIN: 'off' }, { before: withDescriptors(400) });
      await server.line('Perch is ready');
      // From four addresses of this machine: a single one would get a quarter.
      const callers = Array.from({ length: 390 }, (_, each) =>
        connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${1 + (each % 4)}` }).on(
          'error',
          () => undefined,
        ),
      );
      await sleep(12_000);
      expect(server.child.exitCode).toBeNull();
      expect(callers.filter(({ destroyed }) => !destroyed)).toHaveLength(40);
      callers.forEach((each) => each.destroy());
      await expect
        .poll(async () => (await fetch(`http://127.0.0.1:${server.port}/api/status`).catch(() => null))?.status)
        .toBe(200);
      server.child.kill('SIGTERM');
      expect([await server.ended, server.errors()]).toEqual([0, '']);
    },
    LONG_MS,
  );

  it('with too few for the database, says so and not that it is damaged', async () => {
    const DATA_DIR = temporaryFolder();
    await startOnce({ DATA_DIR });
    const server = await perchServer({ DATA_DIR, DEV_CHAIN: 'off' }, { before: withDescriptors(200) });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(
      `perch: The database in ${DATA_DIR} can't be opened: this process may open 200 files at once and needs 320; raise its limit (ulimit -n, LimitNOFILE of systemd); nothing was changed, and nothing says that it is damaged.\n`,
    );
  });
});

describe('a data folder whose path is too long for a socket', () => {
  it('is refused before anything is created, inside or outside', async () => {
    const above = temporaryFolder();
    const DATA_DIR = join(above, 'long'.repeat(30));
    mkdirSync(DATA_DIR);
    const server = await perchServer({ DATA_DIR, DEV_CHAIN: 'off' });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(
      /^perch: the path of the data folder \S+ is \d+ bytes too long for the socket of the operator's command; set DATA_DIR to a shorter one\n$/,
    );
    expect([readdirSync(DATA_DIR), readdirSync(above), existsSync(databaseFolder(DATA_DIR))]).toEqual([
      [],
      ['long'.repeat(30)],
      false,
    ]);
  });
});
