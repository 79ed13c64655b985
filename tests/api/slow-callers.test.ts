// A caller who doesn't finish a request keeps its connection for half a minute and no longer.
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());

const HALF_A_MINUTE = 30_000;

const UNFINISHED: [what: string, sent: string][] = [
  ['a body', 'POST /api/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"'],
  ['headers', 'GET /api/status HTTP/1.1\r\nhost: localhost\r\nx: '],
  ['its first line', ''],
];

/** How long the server bears a connection over which this was sent, in milliseconds. */
function borne(sent: string): Promise<number> {
  const began = performance.now();
  const { port } = world.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => void socket.write(sent)).resume();
  return new Promise((resolve, reject) => socket.once('close', () => resolve(performance.now() - began)).once('error', reject));
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
