import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { freePort } from '#tests/provision/free-port.mjs';
import { perch } from '#tests/support/perch.ts';
import { type Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** `npm start` as an operator sees it: what it prints, how it ends, and that nothing is lost by it. */

const statusOf = async (port: number) => (await fetch(`http://localhost:${port}/api/status`)).status;

async function stopped(server: Process, signal: NodeJS.Signals): Promise<number | string> {
  server.child.kill(signal);
  return server.ended;
}

/** One line on the error output, and nothing that looks like a stack trace. */
function expectOneLine(server: Process, says: RegExp): void {
  expect(server.errors().trimEnd().split('\n')).toHaveLength(1);
  expect(server.errors()).toMatch(says);
}

describe('npm start', () => {
  it('comes back after a kill', async () => {
    const DATA_DIR = temporaryFolder();
    const first = await perch({ DATA_DIR });
    await first.line('Perch is ready');
    expect(await stopped(first, 'SIGKILL')).toBe('SIGKILL');
    const second = await perch({ DATA_DIR });
    await second.line('demo2fa');
    expect(await statusOf(second.port)).toBe(200);
    expect(await stopped(second, 'SIGTERM')).toBe(0);
  });
});

describe('npm start refuses in one line, with an exit code', () => {
  it('a port that is taken, and a data folder that another server uses, which continues', async () => {
    const DATA_DIR = temporaryFolder();
    const running = await perch({ DATA_DIR });
    await running.line('Perch is ready');

    const samePort = await perch({ DATA_DIR: temporaryFolder(), PORT: String(running.port) });
    expect(await samePort.ended).toBe(1);
    expectOneLine(samePort, new RegExp(`port ${running.port} is taken`));

    const sameFolder = await perch({ DATA_DIR });
    expect(await sameFolder.ended).toBe(1);
    expectOneLine(sameFolder, new RegExp(`${DATA_DIR} is in use by another process \\(${running.child.pid}\\)`));

    expect(await statusOf(running.port)).toBe(200);
    expect(await stopped(running, 'SIGTERM')).toBe(0);
  });

  it('a damaged data folder', async () => {
    const DATA_DIR = temporaryFolder();
    const healthy = await perch({ DATA_DIR });
    await healthy.line('Perch is ready');
    await stopped(healthy, 'SIGTERM');
    truncateSync(join(DATA_DIR, 'database/base/5/1259'), 4096);
    const damaged = await perch({ DATA_DIR });
    expect(await damaged.ended).toBe(1);
    expectOneLine(damaged, /is damaged .*1259/);
  });

  it('an unreachable database', async () => {
    const DATABASE_URL = `postgres://perch@127.0.0.1:${await freePort()}/perch`;
    const unreachable = await perch({
      DATABASE_URL,
      PERCH_SECRET: 'Zk3vQ9wXh2LrT7mYbN4cJ8pFsD6gA1eU',
      DATA_DIR: temporaryFolder(),
    });
    expect(await unreachable.ended).toBe(1);
    expectOneLine(unreachable, /can't be reached: .*ECONNREFUSED/);
  });
});
