// Calls to machines that answer more than they should, or in another way.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createRpc } from '#server/domain/chain/rpc.ts';
import { createHttpFeed } from '#server/domain/rates/feed.ts';
import { callOut } from '#server/platform/system/call-out.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    }),
  );
});

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const CHUNK = 65_536;

/** A machine that goes on answering until the connection is given up, and how many bytes it could send until then. */
async function endless(status = 200): Promise<{ url: string; sent: Promise<number> }> {
  let given: (bytes: number) => void = () => undefined;
  const sent = new Promise<number>((resolve) => (given = resolve));
  const url = await serving((_, response) => {
    let written = 0;
    let isOpen = true;
    response.writeHead(status, { 'content-type': 'application/json' });
    const more = (): void => {
      if (!isOpen) return;
      written += CHUNK;
      if (response.write(Buffer.alloc(CHUNK, 'x'))) setImmediate(more);
      else response.once('drain', more);
    };
    response.on('close', () => {
      isOpen = false;
      given(written);
    });
    more();
  });
  return { url, sent };
}

const call = (url: string, most: number) => callOut(url, { timeoutMs: 20_000, mostBytes: () => most });

describe('an answer of another machine', () => {
  it('is read if it is as long as it may be, and not if it is one byte longer', async () => {
    const url = await serving((_, response) => response.end('é'.repeat(50)));
    expect((await call(url, 100)).body).toBe('é'.repeat(50));
    await expect(call(url, 99)).rejects.toThrow('the answer is longer than 99 bytes');
  });

  it('that never ends is given up at the limit', async () => {
    const { url, sent } = await endless();
    await expect(call(url, 3 * CHUNK)).rejects.toMatchObject({ name: 'AnswerTooLong' });
    // What is on its way in buffers of the system comes on top.
    expect(await sent).toBeLessThan(256 * CHUNK);
  });

  it('that is short on the wire and long unpacked is given up at the limit', async () => {
    const packed = gzipSync(Buffer.alloc(1024 * CHUNK));
    expect(packed.length).toBeLessThan(2 * CHUNK);
    const url = await serving((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    await expect(call(url, 3 * CHUNK)).rejects.toMatchObject({ name: 'AnswerTooLong' });
  });

  it('is not read where only its status counts', async () => {
    const { url, sent } = await endless(403);
    expect(await call(url, 0)).toMatchObject({ status: 403, body: '' });
    expect(await sent).toBeLessThan(256 * CHUNK);
  });
});

describe('what goes on answering forever', () => {
  it.each([200, 500])('as a feed, with %i, is a failed reading', async (status) => {
    const { url, sent } = await endless(status);
    await expect(createHttpFeed(url).read()).rejects.toThrow(
      status === 200 ? 'its answer is too long' : 'it answers with 500',
    );
    expect(await sent).toBeLessThan(256 * CHUNK);
  });

  it.each([200, 401])('as a node, with %i, is no answer', async (status) => {
    const { url, sent } = await endless(status);
    await expect(createRpc(() => url, 3 * CHUNK)('getblockcount', [])).rejects.toThrow(
      status === 200
        ? 'the node gave no answer to getblockcount (AnswerTooLong)'
        : 'the node refuses the user or the password of its URL, or getblockcount',
    );
    expect(await sent).toBeLessThan(256 * CHUNK);
  });
});
