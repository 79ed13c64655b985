// A caller who doesn't finish a request, or doesn't read its response, keeps the connection for at most half a minute.
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerUnreadable } from '#server/entry/http/unreadable.ts';
import { boundConnections, type ConnectionLimits } from '#server/entry/http/connections.ts';
import { Meters } from '#server/entry/meters/meters.ts';
import { mostConnections } from '#server/platform/system/descriptors.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());

const HALF_A_MINUTE = 30_000;

const WITHOUT_ITS_BODY =
  'POST /api/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"';
const UNFINISHED: [what: string, sent: string][] = [
  ['a body', WITHOUT_ITS_BODY],
  ['headers', 'GET /api/status HTTP/1.1\r\nhost: localhost\r\nx: '],
  ['its first line', ''],
];

/** How long the server keeps a connection over which this was sent, in milliseconds. */
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

  // With checks as frequent as in production, and a shorter time.
  it.each(UNFINISHED)('who leaves %s unfinished is checked often enough for the limit to hold', async (_what, sent) => {
    const { server } = world.app;
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    try {
      expect(await borne(sent)).toBeLessThan(5_000);
    } finally {
      Object.assign(server, { headersTimeout: HALF_A_MINUTE, requestTimeout: HALF_A_MINUTE });
    }
  });
});

it('a connection without a request is closed silently, since a browser would take a message for the response to its next request', () => {
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

describe('a caller who never hangs up', () => {
  it.each(UNFINISHED)('and leaves %s unfinished does not keep its connection half open', async (_what, sent) => {
    const { server } = world.app;
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    const before = await open();
    // It reads what comes and does not close its side when the server does.
    const { port } = server.address() as AddressInfo;
    const rude = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      .on('error', () => undefined)
      .resume();
    rude.write(sent);
    try {
      await expect.poll(open).toBe(before + 1);
      await expect.poll(open, { timeout: 8_000 }).toBe(before);
    } finally {
      rude.destroy();
      Object.assign(server, { headersTimeout: HALF_A_MINUTE, requestTimeout: HALF_A_MINUTE });
    }
  });
});

describe('a caller who sends a blank line now and then after a request', () => {
  it('keeps its connection no longer than one who sends nothing', async () => {
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
/** More than the system buffers for a caller who reads nothing. */
const CHUNKS = 400;
const EVENTS = 20;
const PATIENCE_MS = 500;
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A server with the bounds alone, and less patience. */
async function bounded(limits: Partial<ConnectionLimits> = {}, options: FastifyServerOptions = {}) {
  const app = Fastify({ requestTimeout: PATIENCE_MS, forceCloseConnections: true, ...options });
  const meters = new Meters();
  boundConnections(app, { most: 100, mostOfAddress: 100, isProxy: () => false, ...limits }, meters);
  app.get('/held', () => new Promise(() => undefined));
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
    /** How many connections were closed for a reason. */
    closedFor: async (reason: string) =>
      Number(
        new RegExp(`^perch_connections_closed_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(
          await meters.registry.metrics(),
        )?.[1],
      ),
    connections: () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count))),
  };
}

function caller(port: number, host = '127.0.0.1', localAddress?: string): Socket & { text(): string } {
  let text = '';
  const socket = connect({ port, host, ...(localAddress === undefined ? {} : { localAddress }) }).on(
    'error',
    () => undefined,
  );
  opened.push(() => socket.destroy());
  return Object.assign(
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))),
    { text: () => text },
  );
}

const closed = (socket: Socket) =>
  new Promise<true>((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', () => resolve(true))));

describe('a caller who reads its response', () => {
  it('not at all, is disconnected', async () => {
    const { port, connections } = await bounded();
    const callers = Array.from({ length: 5 }, () => caller(port).pause());
    callers.forEach((each) => each.write(GET('/large').repeat(4)));
    await expect.poll(connections).toBe(5);
    await expect.poll(connections, { timeout: 8_000 }).toBe(0);
  });

  it('in small, slow parts, or waits for a slow response, is left alone', async () => {
    const { port } = await bounded();
    const [listener, waiter] = [caller(port), caller(port)];
    listener.write(GET('/events'));
    waiter.write(GET('/slow'));
    await expect.poll(() => listener.text()).toContain(`data: ${EVENTS - 1}`);
    expect(waiter.text()).toMatch(/slow$/);
  });
});

/** Fastify has one for each address of `localhost`. */
function serversOf(app: FastifyInstance): Server[] {
  const symbol = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  const others = symbol === undefined ? [] : (app as unknown as Record<symbol, Server[]>)[symbol];
  return [app.server, ...(others ?? [])];
}

describe('the connections of callers', () => {
  it('are limited in number, on every address of this machine, and one that ends makes room', async () => {
    const { app, port } = await bounded({ most: 2 });
    const hosts = (app.addresses() as AddressInfo[]).map(({ address }) => address);
    let held = 0;
    for (const server of serversOf(app)) server.on('request', () => (held += 1));
    const [first, second] = [caller(port), caller(port, hosts.at(-1))];
    for (const each of [first, second]) each.write(GET('/held'));
    await expect.poll(() => held).toBe(2);
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

  it('of one IPv6 network count as one address, since a caller may own all of it', () => {
    const server = new EventEmitter();
    const bound = { server, addHook: () => undefined } as unknown as FastifyInstance;
    boundConnections(
      bound,
      { most: 10, mostOfAddress: 2, isProxy: (address) => address === '2001:db8:9::1' },
      new Meters(),
    );
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

  it('of the product are limited by its descriptors, with a share per address, unless a proxy is configured', async () => {
    expect(mostConnections(1024)).toBe(352);
    expect([mostConnections(100), mostConnections(Infinity)]).toEqual([16, 10_000]);
    const small = await createWorld({ on: world, config: { maxConnections: 4 } });
    opened.push(() => small.close());
    await small.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = small.app.server.address() as AddressInfo;
    const first = caller(port);
    let held = 0;
    small.app.server.on('request', () => (held += 1));
    first.write(WITHOUT_ITS_BODY);
    await expect.poll(() => held).toBe(1);
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

describe('a connection between two requests', () => {
  it('stays longer than a proxy keeps it', () => {
    expect(world.app.server.keepAliveTimeout).toBe(75_000);
  });

  // A hundredth of the product's times: it is idle for longer than any request may take.
  it('is used again when it was idle for longer than a request may take', async () => {
    const times = { requestTimeout: 300, keepAliveTimeout: 3_000, http: { headersTimeout: 300 } };
    const { port } = await bounded({}, times);
    const proxy = caller(port);
    proxy.write(GET('/small'));
    await expect.poll(() => proxy.text()).toMatch(/small$/);
    await sleep(2_000);
    proxy.write(GET('/small'));
    await expect.poll(() => proxy.text().match(/200 OK/g)?.length).toBe(2);
    expect(proxy.destroyed).toBe(false);
  });

  it('ends when it was idle for too long', async () => {
    const { port, connections } = await bounded({}, { keepAliveTimeout: 500 });
    const proxy = caller(port);
    proxy.write(GET('/small'));
    await expect.poll(() => proxy.text()).toMatch(/small$/);
    expect(await closed(proxy)).toBe(true);
    expect(await connections()).toBe(0);
  });

  it('gives its place to another if there is no other place, the one that was idle longest first', async () => {
    const { port, closedFor } = await bounded({ most: 3 }, { keepAliveTimeout: 60_000 });
    const [busy, idle, later] = [caller(port), caller(port), caller(port)];
    busy.write(GET('/small') + GET('/held'));
    await expect.poll(() => busy.text()).toMatch(/small/);
    for (const each of [idle, later]) {
      each.write(GET('/small'));
      await expect.poll(() => each.text()).toMatch(/small$/);
    }
    const next = caller(port);
    next.write(GET('/small'));
    await expect.poll(() => next.text()).toMatch(/small$/);
    expect(await closed(idle)).toBe(true);
    expect([busy, later].map(({ destroyed }) => destroyed)).toEqual([false, false]);
    expect(await closedFor('idle')).toBe(1);
  });

  it('gives its place to a caller of its own address, where that has as many as it may', async () => {
    const { port } = await bounded({ mostOfAddress: 1 }, { keepAliveTimeout: 60_000 });
    const [other, own] = [caller(port, '127.0.0.1', '127.0.0.2'), caller(port)];
    for (const each of [other, own]) {
      each.write(GET('/small'));
      await expect.poll(() => each.text()).toMatch(/small$/);
    }
    const next = caller(port);
    next.write(GET('/small'));
    await expect.poll(() => next.text()).toMatch(/small$/);
    expect([await closed(own), other.destroyed]).toEqual([true, false]);
  });
});

describe('the end of a server', () => {
  it('does not wait for connections that were opened ahead, and answers those that are under way', async () => {
    const { app, port, connections } = await bounded({}, { forceCloseConnections: 'idle', requestTimeout: 60_000 });
    const [ahead, slow] = [caller(port), caller(port)];
    slow.write(GET('/slow'));
    await expect.poll(connections).toBe(2);
    await sleep(100);
    const began = performance.now();
    await app.close();
    expect(slow.text()).toMatch(/slow$/);
    expect(await closed(ahead)).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('cuts what does not end, and says how much that is', async () => {
    const app = Fastify({ forceCloseConnections: 'idle' });
    const bounds = boundConnections(app, { most: 9, mostOfAddress: 9, isProxy: () => false }, new Meters());
    app.get('/held', () => new Promise(() => undefined));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    let held = 0;
    app.server.on('request', () => (held += 1));
    const stuck = [caller(port), caller(port)];
    for (const each of stuck) each.write(GET('/held'));
    await expect.poll(() => held).toBe(2);
    const closing = app.close();
    expect(bounds.cut()).toBe(2);
    await closing;
    for (const each of stuck) expect(await closed(each)).toBe(true);
  });
});
