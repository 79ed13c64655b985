// The port of the metrics: a caller who holds its connections must not keep out those who watch the server.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Meters } from '#server/entry/meters/meters.ts';
import { openMetrics, type MetricsServer } from '#server/entry/probes/metrics-server.ts';
import { createReadiness } from '#server/entry/probes/readiness.ts';

let server: MetricsServer;
let port: number;
beforeAll(async () => {
  server = await openMetrics(
    { host: '127.0.0.1', port: 0 },
    { meters: new Meters(), readiness: createReadiness(), token: null },
  );
  port = Number(new URL(server.address).port);
});
afterAll(() => server.close());

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
const OF_EACH = 8;
/** A new one takes the place of one that has been silent for longer than a second. */
const SILENT_MS = 1_100;

async function hold(sent: string): Promise<void> {
  const all = ADDRESSES.flatMap((localAddress) =>
    Array.from({ length: OF_EACH }, () => connect({ port, host: '127.0.0.1', localAddress })),
  );
  sockets.push(...all);
  for (const socket of all) {
    socket.on('error', () => undefined).resume();
    socket.write(sent);
  }
  await Promise.all(all.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  await sleep(SILENT_MS);
}

const open = () => sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length;

describe.each([
  ['nothing', ''],
  ['a head that never ends', 'GET /metrics HTTP/1.1\r\nhost: localhost\r\nx: '],
  ['a body that never comes', 'POST /metrics HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n'],
])('all places are taken by connections that send %s', (_what, sent) => {
  it('and whoever watches the server is answered', async () => {
    await hold(sent);
    for (const path of ['/livez', '/metrics']) {
      const answer = await fetch(new URL(path, server.address), { headers: { connection: 'close' } });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    // It was a place of theirs, since there was no other.
    if (sent === '') expect(open()).toBeLessThan(ADDRESSES.length * OF_EACH);
  });
});

it('closes connections that have sent no complete request for ten seconds', async () => {
  await hold('GET /metrics HTTP/1.1\r\nhost: localhost\r\nx: ');
  expect(open()).toBe(ADDRESSES.length * OF_EACH);
  await expect.poll(open, { timeout: 20_000 }).toBe(0);
});

it('gives one address a quarter of its places', async () => {
  const [localAddress = ''] = ADDRESSES;
  for (let count = 0; count <= OF_EACH; count += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket.on('error', () => undefined).resume());
    await new Promise((resolve) => socket.once('connect', resolve));
  }
  await expect.poll(open).toBe(OF_EACH);
});
