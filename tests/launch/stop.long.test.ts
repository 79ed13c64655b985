import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { openForCommand } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { addMember, PASSWORD } from '#fixtures/club/members.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import type { Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** A server that is asked to stop: every call that it has accepted is answered, and it ends in time whatever hangs. */

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  LOG_LEVEL: 'info',
};
const WORKERS = 10;

type Server = Process & { port: number };

const urlOf = ({ port }: Server, path: string) => `http://localhost:${port}${path}`;

/** The lines of the log with a message. */
const logged = ({ lines }: Server, message: string) =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);

async function clubWithMember(): Promise<{ DATA_DIR: string; username: string }> {
  const DATA_DIR = temporaryFolder();
  await startOnce({ ...PRODUCTION, DATA_DIR });
  const { services, close } = await openForCommand(readSettings({ ...PRODUCTION, DATA_DIR }, process.cwd()));
  const { username } = await addMember(services);
  await close();
  return { DATA_DIR, username };
}

/** Calls one after the other over kept connections, until the server says that it is not ready, as a balancer does. */
async function load(server: Server, answers: (number | string)[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = (path: string) =>
    new Promise<number | string>((resolve) => {
      request(urlOf(server, path), { agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  for (;;) {
    if ((await status('/readyz')) !== 200) break;
    for (let call = 0; call < 5; call += 1) answers.push(await status('/api/rules'));
  }
  agent.destroy();
}

/** A call whose body comes in two parts, so that it is under way for as long as a test wants. */
function slowCall({ port }: Server, body: string) {
  let text = '';
  const socket = connect(port, 'localhost').on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (text += error.code));
  const half = Math.floor(body.length / 2);
  socket.write(
    `POST /api/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nidempotency-key: slow-call-0001\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { finish: () => socket.write(body.slice(half)), closed, text: () => text };
}

describe('a server that gets SIGTERM', () => {
  it('is not ready at once, goes on accepting calls, answers all, ends streams, and says why it stopped', async () => {
    const { DATA_DIR, username } = await clubWithMember();
    const server = await perchServer({ ...PRODUCTION, DATA_DIR, DRAIN_SECONDS: '3', RATE_LIMIT_SCALE: '10000' });
    await server.line('Perch is ready');
    const token = (await (
      await fetch(urlOf(server, '/api/token'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'sign-in-000001' },
        body: JSON.stringify({ username, password: PASSWORD }),
      })
    ).json()) as { accessToken: string };
    const stream = await fetch(urlOf(server, '/api/rates/events'), {
      headers: { authorization: `Bearer ${token.accessToken}` },
    });
    expect(stream.status).toBe(200);
    const streamed = (async () => {
      const reader = stream.body?.getReader();
      while ((await reader?.read())?.done === false);
      return 'ended';
    })();
    const answers: (number | string)[] = [];
    const loads = Promise.all(Array.from({ length: WORKERS }, () => load(server, answers)));
    const slow = slowCall(server, JSON.stringify({ username, password: 'not this one, but a long one' }));
    await expect.poll(() => answers.length).toBeGreaterThan(WORKERS);

    server.child.kill('SIGTERM');
    await server.line('"stopping"');
    const ready = await fetch(urlOf(server, '/readyz'));
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'fail',
        checks: { start: 'pass', stop: 'fail', database: 'unknown', migrations: 'unknown' },
      },
    ]);
    expect((await fetch(urlOf(server, '/livez'))).status).toBe(200);
    const late = await fetch(urlOf(server, '/api/rules'));
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    await loads;
    slow.finish();
    await slow.closed;
    expect(slow.text()).toMatch(/^HTTP\/1\.1 401 /);
    expect(await streamed).toBe('ended');
    expect(await server.ended).toBe(0);

    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
    expect(logged(server, 'stopping')).toEqual([expect.objectContaining({ why: 'SIGTERM', drainSeconds: 3 })]);
    expect(logged(server, 'stopped')).toEqual([expect.objectContaining({ why: 'SIGTERM' })]);
    expect(logged(server, 'calls did not end in time and were cut')).toEqual([]);
    expect(server.errors()).toBe('');
    const [start] = logged(server, 'started');
    expect(start).toMatchObject({
      version: '0.1.0',
      engine: expect.stringMatching(/^embedded PostgreSQL \d+/),
      revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      settings: { production: true, drainSeconds: 3, publicOrigin: 'https://wallet.example' },
    });
    const next = await perchServer({ ...PRODUCTION, DATA_DIR });
    await next.line('Perch is ready');
    expect(next.lines.join('\n')).not.toContain('not a clean one');
  });

  it('cuts a call that does not end, says so, and closes its database in order', async () => {
    const DATA_DIR = temporaryFolder();
    const env = { ...PRODUCTION, DATA_DIR, DRAIN_SECONDS: '0', STOP_SECONDS: '2' };
    const server = await perchServer(env);
    await server.line('Perch is ready');
    const slow = slowCall(server, JSON.stringify({ username: 'nobody', password: 'a long password' }));
    await sleep(500);
    const began = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(12_000);
    await slow.closed;
    expect(logged(server, 'calls did not end in time and were cut')).toEqual([
      expect.objectContaining({ calls: 1, stopSeconds: 2 }),
    ]);
    const next = await perchServer(env);
    await next.line('Perch is ready');
    expect(next.lines.join('\n')).not.toContain('not a clean one');
  });

  it('a second time ends at once, and the next start reads everything before it serves', async () => {
    const DATA_DIR = temporaryFolder();
    const server = await perchServer({ ...PRODUCTION, DATA_DIR, DRAIN_SECONDS: '120' });
    await server.line('Perch is ready');
    server.child.kill('SIGTERM');
    await server.line('"stopping"');
    const began = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(143);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(server.errors()).toBe('perch: ended at once by a second signal (SIGTERM)\n');
    const next = await perchServer({ ...PRODUCTION, DATA_DIR, DRAIN_SECONDS: '0' });
    await next.line('the last stop was not a clean one: every page of the database is read');
    await next.line('Perch is ready');
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
    expect(logged(next, 'stopped')).toEqual([expect.objectContaining({ why: 'SIGINT' })]);
  });

  it.each(['creating the database', 'Metrics'])(
    'while it starts ends after the step that it is in (%s), and starts as before the next time',
    async (moment) => {
      const DATA_DIR = temporaryFolder();
      const server = await perchServer({ ...PRODUCTION, DATA_DIR, METRICS_PORT: '0' });
      if (moment === 'Metrics') await sleep(100);
      else await server.line(moment);
      server.child.kill('SIGTERM');
      expect(await server.ended).toSatisfy((how) => how === 0 || how === 'SIGTERM');
      expect(server.lines.join('\n')).not.toContain('Perch is ready');
      expect(server.errors()).toBe('');
      if (moment !== 'Metrics') expect(server.lines.at(-1)).toBe('stopped before it was ready');
      const next = await perchServer({ ...PRODUCTION, DATA_DIR });
      await next.line('Perch is ready');
    },
  );
});
