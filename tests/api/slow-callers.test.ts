// A caller who doesn't finish a request, or doesn't take its answer, keeps its connection for half a minute and no
// longer.
import { EventEmitter } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerUnreadable } from '#server/entry/http/unreadable.ts';
import { boundConnections, type ConnectionLimits } from '#server/entry/http/connections.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());

const HALF_A_MINUTE = 30_000;

const UNFINISHED: [what: string, sent: string][] = [
  [
    'a body',
    'POST /api/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"',
  ],
  ['headers', 'GET /api/status HTTP/1.1\r\nhost: localhost\r\nx: '],
  ['its first line', ''],
];

/** How long the server bears a connection over which this was sent, in milliseconds. */
function borne(sent: string): Promise<number> {
  const began = performance.now();
  const { port } = world.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => void socket.write(sent)).resume();
  return new Promise((resolve, reject) =>
    socket.once('close', () => resolve(performance.now() - began)).once('error', reject),
  );
}

describe('a slow caller', () => {
  it('has half a minute for the headers and for the whole request', () => {
    expect(world.app.server).toMatchObject({ headersTimeout: HALF_A_MINUTE, requestTimeout: HALF_A_MINUTE });
  });

  // With the looks as often as they are, and a shorter time.
  it.each(UNFINISHED)('who leaves %s unfinished is looked at so often that the time holds', async (_what, sent) => {
    const { server } = world.app;
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    try {
      expect(await borne(sent)).toBeLessThan(5_000);
    } finally {
      Object.assign(server, { headersTimeout: HALF_A_MINUTE, requestTimeout: HALF_A_MINUTE });
    }
  });
});

it('a connection that nothing came on is closed without a word, which a browser would take for the answer to its next request', () => {
  const said: string[] = [];
  const socket = (bytesRead: number) => ({
    bytesRead,
    destroyed: false,
    writable: true,
    destroy: () => said.push('closed'),
    end: (answer: string) => said.push(answer.slice(0, 12)),
  });
  const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  for (const bytesRead of [0, 1]) answerUnreadable(tooSlow, socket(bytesRead) as unknown as Socket);
  expect(said).toEqual(['closed', 'HTTP/1.1 400']);
});

describe('a caller who sends a blank line now and then after a request', () => {
  it('holds its connection no longer than one who sends nothing', async () => {
    const { server } = world.app;
    server.requestTimeout = 500;
    const { port } = server.address() as AddressInfo;
    const began = performance.now();
    const socket = connect(
      port,
      '127.0.0.1',
      () => void socket.write('GET /api/status HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    ).resume();
    const dripping = setInterval(() => socket.write('\r\n'), 100);
    try {
      await new Promise((resolve) => socket.once('close', resolve).on('error', () => undefined));
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      clearInterval(dripping);
      server.requestTimeout = HALF_A_MINUTE;
    }
  });
});

const CHUNK = Buffer.alloc(64 * 1024);
/** More than the system keeps for a caller who reads nothing. */
const CHUNKS = 400;
const EVENTS = 20;
const PATIENCE_MS = 500;
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A server with the bounds alone, and less patience. */
async function bounded(limits: Partial<ConnectionLimits> = {}) {
  const app = Fastify({ requestTimeout: PATIENCE_MS, forceCloseConnections: true });
  boundConnections(app, { most: 100, mostOfAddress: 100, isProxy: () => false, ...limits });
  app.get('/large', (_request, reply) => reply.send(Readable.from(Array(CHUNKS).fill(CHUNK))));
  app.get('/small', async () => 'small');
  app.get('/slow', async () => {
    await sleep(2 * PATIENCE_MS);
    return 'slow';
  });
  app.get('/events', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          for (let event = 0; event < EVENTS; event += 1) {
            await sleep(100);
            yield `data: ${event}\n\n`;
          }
        })(),
      ),
    ),
  );
  await app.listen({ host: 'localhost', port: 0 });
  opened.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    port,
    connections: () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count))),
  };
}

function caller(port: number, host = '127.0.0.1'): Socket & { text(): string } {
  let text = '';
  const socket = connect(port, host).on('error', () => undefined);
  opened.push(() => socket.destroy());
  return Object.assign(
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))),
    { text: () => text },
  );
}

const closed = (socket: Socket) =>
  new Promise<true>((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', () => resolve(true))));

describe('a caller who takes its answer', () => {
  it('not at all, is let go', async () => {
    const { port, connections } = await bounded();
    const callers = Array.from({ length: 5 }, () => caller(port).pause());
    callers.forEach((each) => each.write(GET('/large').repeat(4)));
    await expect.poll(connections).toBe(5);
    await expect.poll(connections, { timeout: 8_000 }).toBe(0);
  });

  it('in small parts that come slowly, or waits for one that takes its time, is left alone', async () => {
    const { port } = await bounded();
    const [listener, waiter] = [caller(port), caller(port)];
    listener.write(GET('/events'));
    waiter.write(GET('/slow'));
    await expect.poll(() => listener.text()).toContain(`data: ${EVENTS - 1}`);
    expect(waiter.text()).toMatch(/slow$/);
  });
});

describe('the connections of callers', () => {
  it('are so many and no more, on every address of this machine, and one that ends makes room', async () => {
    const { app, port } = await bounded({ most: 2 });
    const hosts = (app.addresses() as AddressInfo[]).map(({ address }) => address);
    const [first, second] = [caller(port), caller(port, hosts.at(-1))];
    for (const each of [first, second]) each.write(GET('/small'));
    await expect
      .poll(() => [first.text(), second.text()])
      .toEqual([expect.stringMatching(/small$/), expect.stringMatching(/small$/)]);
    for (const host of hosts) expect(await closed(caller(port, host))).toBe(true);
    first.destroy();
    await expect
      .poll(async () => {
        const next = caller(port);
        next.write(GET('/small'));
        await Promise.race([closed(next), sleep(50)]);
        return next.text();
      })
      .toMatch(/small$/);
  });

  it('of one address are fewer', async () => {
    const { port } = await bounded({ mostOfAddress: 1 });
    const first = caller(port);
    first.write(GET('/slow'));
    expect(await closed(caller(port))).toBe(true);
    await expect.poll(() => first.text()).toMatch(/slow$/);
  });

  it('of one IPv6 network are those of one address, for a caller may have the whole of it', () => {
    const server = new EventEmitter();
    const bound = { server, addHook: () => undefined } as unknown as FastifyInstance;
    boundConnections(bound, { most: 10, mostOfAddress: 2, isProxy: (address) => address === '2001:db8:9::1' });
    const admitted = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
      server.emit('connection', socket);
      return socket.destroy.mock.calls.length === 0;
    };
    expect(
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::', '2001:db8:1:3::1', '203.0.113.7'].map(admitted),
    ).toEqual([true, true, false, true, true]);
    expect(['2001:db8:9::1', '2001:db8:9::1', '2001:db8:9::1', '2001:db8:9::2'].map(admitted)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('carry a few requests at once', async () => {
    const { port } = await bounded();
    const few = caller(port);
    few.write(GET('/slow').repeat(3));
    await expect.poll(() => few.text().match(/slow/g)?.length).toBe(3);
    const many = caller(port);
    many.write(GET('/slow').repeat(50));
    expect(await closed(many)).toBe(true);
    expect(few.destroyed).toBe(false);
  });

  it('of the product are bounded by its descriptors, with a share for each address, unless a proxy is named', async () => {
    expect(mostConnections(1024)).toBe(352);
    expect([mostConnections(100), mostConnections(Infinity)]).toEqual([16, 10_000]);
    const small = await createWorld({ on: world, config: { maxConnections: 4 } });
    opened.push(() => small.close());
    await small.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = small.app.server.address() as AddressInfo;
    const first = caller(port);
    first.write(GET('/api/status'));
    await expect.poll(() => first.text()).toContain('200 OK');
    expect(await closed(caller(port))).toBe(true);
    const behind = await createWorld({ on: world, config: { maxConnections: 4, trustProxy: ['127.0.0.1'] } });
    opened.push(() => behind.close());
    await behind.app.listen({ host: '127.0.0.1', port: 0 });
    const proxied = (behind.app.server.address() as AddressInfo).port;
    const four = Array.from({ length: 4 }, () => caller(proxied));
    for (const each of four) each.write(GET('/api/status'));
    await expect.poll(() => four.map((each) => each.text())).toEqual(four.map(() => expect.stringContaining('200 OK')));
  });
});
