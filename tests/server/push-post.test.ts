// Posting to a push service that isn't what it should be: one that redirects, is silent, or never ends its answer.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postingWithin, postPush } from '#server/platform/push/services.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    }),
  );
});

/** The address of a service that answers so. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const message = { headers: { ttl: '60', 'content-encoding': 'aes128gcm' }, body: Buffer.from([0, 1, 2, 255]) };

describe('a message to a push service', () => {
  it('arrives as it is, and the status comes back', async () => {
    const got: { method?: string; ttl?: unknown; body: Buffer }[] = [];
    const endpoint = await serving((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', headers } = request;
        got.push({ method, ttl: headers.ttl, body: Buffer.concat(parts) });
        response.writeHead(201).end();
      });
    });
    expect(await postPush(`${endpoint}/send`, message)).toEqual({ status: 201, retryAfter: null });
    expect(got).toEqual([{ method: 'POST', ttl: '60', body: message.body }]);
  });

  it.each([
    ['120', 120],
    ['-1', null],
    ['Fri, 27 Nov 2026 00:00:00 GMT', null],
  ])('waits as %s says: %s', async (retryAfter, seconds) => {
    const endpoint = await serving((_, response) => void response.writeHead(429, { 'retry-after': retryAfter }).end());
    expect(await postPush(endpoint, message)).toEqual({ status: 429, retryAfter: seconds });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect by %i', async (status) => {
    let called = 0;
    const elsewhere = await serving((_, response) => {
      called += 1;
      response.writeHead(201).end();
    });
    const endpoint = await serving((_, response) => void response.writeHead(status, { location: elsewhere }).end());
    await expect(postPush(endpoint, message)).rejects.toThrow('fetch failed');
    expect(called).toBe(0);
  });

  it('waits no longer than it may for a service that is silent', async () => {
    const endpoint = await serving(() => undefined);
    await expect(postingWithin(50)(endpoint, message)).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    );
  });

  it('reads nothing of an answer that never ends', async () => {
    let written = 0;
    let ended: (() => void) | null = null;
    const isClosed = new Promise<void>((closed) => (ended = closed));
    const endpoint = await serving((_, response) => {
      response.writeHead(201);
      const more = setInterval(() => {
        written += 64 * 1024;
        response.write(Buffer.alloc(64 * 1024));
      }, 1);
      response.on('close', () => {
        clearInterval(more);
        ended?.();
      });
    });
    expect(await postPush(endpoint, message)).toEqual({ status: 201, retryAfter: null });
    await isClosed;
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });
});
