// The whole server on a socket and in a data folder. It uses the embedded engine, so it runs once, not for each engine.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#server/entry/demo/sign-ins.ts';
import { handlers } from '#server/entry/handlers.ts';
import { refuseSecondClub } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import type { Handler } from '#server/entry/operations/handler.ts';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { startServer, type RunningServer } from '#server/entry/start.ts';
import { serverUrl } from '#fixtures/club/database.ts';
import { createWorld } from '#tests/api/support/world.ts';

/** Filling the demo club takes a quarter of a minute on an idle machine. */
const FIRST_START_MS = 180_000;

let dataDir: string;
let server: RunningServer;
const config = (env: Record<string, string> = {}) =>
  readSettings(
    { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000', ...env },
    process.cwd(),
  );
const start = (env?: Record<string, string>) => startServer(config(env), { log: () => undefined });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'perch-data-'));
  await rm(dataDir, { recursive: true });
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const signIn = (address: string) =>
  fetch(`${address}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: DEMO_PASSWORD }),
  });

// Only the embedded engine has a data folder; with PostgreSQL there is nothing to test here.
const onEmbedded = serverUrl === null ? describe : (_name: string, _tests: () => void): void => {};

onEmbedded('the server', () => {
  it(
    'starts in an empty folder with the demo club, and only its owner can read its key',
    async () => {
      server = await start();
      expect(server.demo).toBe(true);
      expect((await signIn(server.address)).status).toBe(200);
      expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    },
    FIRST_START_MS,
  );

  it('answers what cannot be read with a problem, and keeps running', async () => {
    const { port } = new URL(server.address);
    const say = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let heard = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => (heard += chunk.toString()));
        socket.on('close', () => resolve(heard));
        socket.on('error', reject);
      });
    expect(await say('this is not HTTP\r\n\r\n')).toContain('urn:perch:problem:invalid_request');
    expect(await say(`GET /api/status HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toContain(
      'urn:perch:problem:invalid_request',
    );
    expect((await fetch(`${server.address}/api/status`)).status).toBe(200);
  });

  it('keeps everything over a restart', async () => {
    await server.stop();
    await expect(fetch(`${server.address}/api/status`)).rejects.toThrow();
    server = await start();
    expect((await signIn(server.address)).status).toBe(200);
    await server.stop();
  });

  it('says in one line that its port is taken, and releases the folder', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start({ PORT: String(port) })).rejects.toThrow(
      `port ${port} is taken; stop the other program or set PORT`,
    );
    await new Promise((resolve) => other.close(resolve));
    server = await start();
  });

  it('serves the demo club to nobody else', async () => {
    await server.stop();
    for (const env of [
      { NODE_ENV: 'production', SUPPORT_EMAIL: 'support@wallet.example' },
      { PUBLIC_ORIGIN: 'https://wallet.example' },
      { TRUST_PROXY: '127.0.0.1' },
    ] as Record<string, string>[]) {
      await expect(start(env)).rejects.toThrow(/^this database holds the demo club, .*so use another DATA_DIR$/);
    }
  });

  it('lists at every start the links that the operator allows unencrypted', async () => {
    const lines: string[] = [];
    const env = {
      NODE_ENV: 'production',
      SUPPORT_EMAIL: 'support@wallet.example',
      SMTP_URL: 'smtp://mail.example',
      ALLOW_PLAIN_LINKS: 'SMTP_URL',
    };
    await expect(startServer(config(env), { log: (line) => lines.push(line) })).rejects.toThrow();
    expect(lines).toContainEqual(expect.stringMatching(/^ALLOW_PLAIN_LINKS: .*\(SMTP_URL\) is not protected by TLS/));
  });

  it('does not start with another secret', async () => {
    await expect(start({ PERCH_SECRET: 'another secret than the one of the folder' })).rejects.toThrow(
      'not the one this database was made with',
    );
  });
});

describe('a database of PostgreSQL', () => {
  it('without members is not served beside a folder that has a club', async () => {
    const world = await createWorld();
    const folder = await mkdtemp(join(tmpdir(), 'perch-data-'));
    await mkdir(databaseFolder(folder));
    const start = (place: string) =>
      refuseSecondClub({
        db: world.db,
        config: { ...world.services.config, databaseUrl: 'postgres://perch@db.example/perch', dataDir: place },
      });
    await expect(start(folder)).rejects.toThrow(
      `there is a club in ${folder}, and the database of DATABASE_URL has no members: `,
    );
    await expect(start(join(folder, 'other'))).resolves.toBeUndefined();
    await world.member();
    await expect(start(folder)).resolves.toBeUndefined();
    await rm(folder, { recursive: true });
    await world.close();
  });
});

describe('stopping', () => {
  it('finishes running requests, and waits for nothing else', async () => {
    let arrived = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const getStatus: Handler<'getStatus'> = async (services, call) => {
      arrived += 1;
      await gate;
      return handlers.getStatus(services, call);
    };
    const world = await createWorld({ handlers: { ...handlers, getStatus } });
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const calls = Array.from({ length: 5 }, () => fetch(`${address}/api/status`));
    while (arrived < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const stopped = world.app.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => [answer.status, answer.headers.get('connection')])).toEqual(
      Array(5).fill([200, 'close']),
    );
    const since = Date.now();
    await stopped;
    expect(Date.now() - since).toBeLessThan(2_000);
    await world.close();
  });
});
