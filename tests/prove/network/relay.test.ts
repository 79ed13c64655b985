import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALM, Relay, type Conditions } from '#tests/support/relay.ts';
import { randomOf } from '../random.ts';

/** A server that sends back whatever comes. */
let echo: Server;
let relay: Relay;
beforeEach(async () => {
  echo = createServer((socket) => void socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  relay = await Relay.open(`tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`, randomOf('relay'));
});
afterEach(async () => {
  await relay.close();
  await new Promise<void>((resolve) => void echo.close(() => resolve()));
});

const SENT = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));

async function caller(): Promise<{ socket: Socket; received: Buffer[] }> {
  const socket = connect({ host: '127.0.0.1', port: relay.port });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, received };
}

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

async function echoed(conditions: Conditions): Promise<Buffer> {
  relay.conditions = conditions;
  const { socket, received } = await caller();
  socket.end(SENT);
  await ended(socket);
  return Buffer.concat(received);
}

describe('a relay', () => {
  it.each([
    ['that is left alone', CALM],
    ['that delays and halves', { ...CALM, delayMs: 3, halve: 500 }],
    ['that stalls now and then', { ...CALM, stall: 200, stallMs: 20 }],
  ])('%s forwards everything, in its order', async (_what, conditions) => {
    expect((await echoed(conditions)).equals(SENT)).toBe(true);
  });

  it.each(['drop', 'reset'] as const)('that lets connections %s forwards less, and says so', async (what) => {
    expect((await echoed({ ...CALM, [what]: 1_000 })).length).toBeLessThan(SENT.length);
    expect(relay.counts[what]).toBeGreaterThan(0);
  });

  it('that closes one half lets the other one end', async () => {
    await echoed({ ...CALM, halfClose: 1_000 });
    expect(relay.counts.halfClose).toBeGreaterThan(0);
  });

  it('that is reset breaks every connection, and forwards new ones', async () => {
    const { socket } = await caller();
    socket.write('something');
    await once(socket, 'data');
    const closed = ended(socket);
    relay.reset();
    await closed;
    expect((await echoed(CALM)).equals(SENT)).toBe(true);
  });
  it('that is frozen forwards nothing on the connections it has, tells nobody, and forwards new ones', async () => {
    const { socket, received } = await caller();
    socket.write('something');
    await once(socket, 'data');
    relay.freeze();
    socket.write('more');
    expect((await echoed(CALM)).equals(SENT)).toBe(true);
    expect([Buffer.concat(received).toString(), socket.destroyed]).toEqual(['something', false]);
    socket.destroy();
  });
});
