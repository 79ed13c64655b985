import { describe, expect, it } from 'vitest';

import { freePort } from '#tests/provision/free-port.mjs';
import { perchServer } from '#tests/support/perch.ts';
import { startProgram } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** A server whose log has no place is no less a server; and a command whose answer is lost has not succeeded. */

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  LOG_LEVEL: 'info',
  DRAIN_SECONDS: '0',
};
/** A disk on which there is no room, as the system offers one. */
const intoFullDisk = ['sh', '-c', 'exec "$0" "$@" > /dev/full'];

describe('a server whose log is on a full disk', () => {
  it('starts, serves, counts what is lost, and stops in order', async () => {
    const env = { ...PRODUCTION, DATA_DIR: temporaryFolder(), LOG_LEVEL: 'trace' };
    const METRICS_PORT = String(await freePort());
    const server = await perchServer({ ...env, METRICS_PORT }, { before: intoFullDisk });
    const ask = (port: number | string, path: string) => fetch(`http://localhost:${port}${path}`);
    await expect
      .poll(async () => (await ask(server.port, '/readyz').catch(() => null))?.status, { timeout: 120_000 })
      .toBe(200);
    for (let call = 0; call < 5; call += 1) expect((await ask(server.port, '/api/rules')).status).toBe(200);
    const metrics = await (await ask(METRICS_PORT, '/metrics')).text();
    expect(Number(/^perch_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5);
    expect(server.errors()).toBe('perch: lines of the log are lost: no space is left on the disk\n');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

describe('a server', () => {
  it('opens no debugger for anybody on this machine, and goes on, at signals that rotate logs', async () => {
    const server = await perchServer({ ...PRODUCTION, DATA_DIR: temporaryFolder() });
    await server.line('Perch is ready');
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
      server.child.kill(signal);
      await server.line(`${signal} does nothing`);
    }
    expect((await fetch(`http://localhost:${server.port}/livez`)).status).toBe(200);
    expect(server.errors()).toBe('');
  });

  it('whose terminal is closed stops in order', async () => {
    const server = await perchServer({ ...PRODUCTION, DATA_DIR: temporaryFolder() });
    await server.line('Perch is ready');
    server.child.kill('SIGHUP');
    expect(await server.ended).toBe(0);
    expect(server.lines.join('\n')).toContain('"why":"SIGHUP","msg":"stopped"');
  });
});

describe('a command of the operator', () => {
  const operator = (before: string[], args: string[]) => {
    const [program = '', ...rest] = [...before, process.execPath, '--import', 'tsx', 'server/entry/operator/main.ts'];
    return startProgram(program, [...rest, ...args]);
  };

  it('fails if its answer cannot be written, so that no half of an export passes for all of it', async () => {
    const full = operator(intoFullDisk, ['help']);
    expect(await full.ended).toBe(1);
    expect(full.errors()).toBe(
      'operator: the answer could not be written (no space is left on the disk); the command itself was carried out\n',
    );
    expect(await operator([], ['help']).ended).toBe(0);
  });
});
