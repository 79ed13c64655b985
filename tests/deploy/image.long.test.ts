import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, it } from 'vitest';

import { freePort } from '#tests/provision/free-port.mjs';
import { endProcesses, startProgram } from '#tests/support/processes.ts';
import { contextOf, parseDockerfile, said, scriptOf } from './dockerfile.ts';
import { read } from './files.ts';

/**
 * The steps of the Dockerfile, carried out in a clean folder by the same commands, and the result run as the image
 * would be: as its user, on a root that is read-only, without capabilities. The base image is this machine.
 */

const LONG_MS = 900_000;
const folder = mkdtempSync(join(tmpdir(), 'perch-image-'));
afterEach(endProcesses);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('can be tried here: root may mount, and nothing of an image is there already', () => {
  expect(process.getuid?.(), 'the steps are those of root').toBe(0);
  expect(spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status).toBe(0);
  expect(['/build', '/opt/perch', '/var/lib/perch'].filter((path) => existsSync(path))).toEqual([]);
});

it(
  'the image is made by its steps, serves, is found healthy, and ends when it is told to',
  async () => {
    const [context, place] = [join(folder, 'context'), join(folder, 'place')];
    for (const file of contextOf(process.cwd(), read('.dockerignore'))) {
      mkdirSync(dirname(join(context, file)), { recursive: true });
      cpSync(file, join(context, file), { verbatimSymlinks: true });
    }
    expect(existsSync(join(context, 'tests'))).toBe(false);
    mkdirSync(place);
    const [port, metricsPort] = [String(await freePort()), String(await freePort())];
    const stages = parseDockerfile(read('Dockerfile'));
    const script = scriptOf(stages, {
      place,
      context,
      args: { PERCH_REVISION: '0123456789ab' },
      env: {
        PORT: port,
        METRICS_PORT: metricsPort,
        PUBLIC_ORIGIN: 'https://wallet.example',
        SUPPORT_EMAIL: 'support@wallet.example',
        TRUST_PROXY: '172.31.83.2',
        PERCH_SECRET: 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a',
      },
    });
    const image = startProgram('unshare', ['-m', 'sh', '-c', script]);
    await image.line('Perch is ready');

    const started = await image.line('"msg":"started"');
    expect(JSON.parse(started)).toMatchObject({
      revision: '0123456789ab',
      settings: { production: true, demo: false },
    });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/Signin`)).headers.get('content-type')).toMatch(/^text\/html/);

    const state = readFileSync(`/proc/${image.child.pid}/status`, 'utf8');
    expect(state).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(state).toMatch(/^CapEff:\t0+$/m);
    expect(state).toMatch(/^CapBnd:\t0+$/m);
    const mounts = readFileSync(`/proc/${image.child.pid}/mounts`, 'utf8');
    expect(mounts).toMatch(/^overlay \/ overlay ro,/m);

    // The check of health, as the Dockerfile has it; against another port it fails.
    const health = said(stages.at(-1), 'HEALTHCHECK');
    const [program = '', ...parameters] = JSON.parse(health.slice(health.indexOf('CMD ') + 4)) as string[];
    const asked = (METRICS_PORT: string) =>
      promisify(execFile)(program, parameters, { env: { ...process.env, METRICS_PORT } });
    await asked(metricsPort);
    await expect(asked(String(await freePort()))).rejects.toMatchObject({ code: 1 });

    expect(said(stages.at(-1), 'STOPSIGNAL')).toBe('SIGTERM');
    image.child.kill('SIGTERM');
    expect(await image.ended, image.errors()).toBe(0);
  },
  LONG_MS,
);
