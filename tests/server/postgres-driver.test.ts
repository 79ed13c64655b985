// PostgreSQL may end a session at any moment, also right behind the message that it is ready. The two then come as one
// piece, so the second is read before anybody who waits for the connection has it.
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PreparingClient } from '#server/platform/db/preparing-client.ts';
import { clientOf } from '#server/platform/db/postgres-client.ts';
import { createPrimaryFinder } from '#server/platform/db/primary.ts';
import { Client, Pool } from '#server/platform/system/postgres-driver.ts';

const ADMIN_SHUTDOWN = '57P01';

/** A message of PostgreSQL's protocol. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message('E', Buffer.from(`SFATAL\0C${ADMIN_SHUTDOWN}\0Mterminating connection\0\0`));

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://perch:password@127.0.0.1:${(server.address() as AddressInfo).port}/perch`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The class, and how many listened when PostgreSQL ended one of its sessions: nobody would be the process's end. */
function listening(made: typeof Client) {
  const listeners: number[] = [];
  class Watched extends made {
    override emit(event: string | symbol, ...given: unknown[]): boolean {
      const [error] = given as [{ code?: string }?];
      if (event === 'error' && error?.code === ADMIN_SHUTDOWN) listeners.push(this.listenerCount('error'));
      return super.emit(event, ...given);
    }
  }
  return { Watched, listeners };
}

const CLASSES = {
  'a connection': () => Client,
  'one that prepares its statements': () => PreparingClient,
  'one to the primary': () => clientOf(createPrimaryFinder([url])) as typeof Client,
};

describe.each(Object.entries(CLASSES))('%s that PostgreSQL ends as soon as it is ready', (_what, classOf) => {
  it('has somebody who listens', async () => {
    const { Watched, listeners } = listening(classOf());
    const client = new Watched({ connectionString: url });
    await client.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    expect(listeners).toEqual([1]);
  });

  it('has somebody who listens in a pool as well', async () => {
    const { Watched, listeners } = listening(classOf());
    const pool = new Pool({ Client: Watched, connectionString: url, onConnect: (client) => client.query('SELECT 1') });
    await expect(pool.connect()).rejects.toThrow();
    await pool.end();
    // The driver itself has begun the statement by then, and fails that; but not where a promise is in between.
    expect(listeners).not.toContain(0);
  });
});
