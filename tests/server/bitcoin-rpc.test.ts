// The development chain's node of Bitcoin, asked by a server that may be gone in the middle of a request.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BitcoinNode } from '#server/domain/chain/development/bitcoin-node.ts';
import { serveBitcoin } from '#server/domain/chain/development/bitcoin-rpc.ts';
import { BlockFile } from '#server/domain/chain/development/block-file.ts';

it('a caller who hangs up in the middle of a request does not end the node', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perch-node-'));
  const node = new BitcoinNode(new BlockFile(join(folder, 'blocks')));
  const { url, server } = await serveBitcoin(node);
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(async () => {
    process.off('unhandledRejection', note);
    await new Promise((resolve) => server.close(resolve));
    node.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const headers = 'host: localhost\r\ncontent-type: application/json\r\ncontent-length: 100';
  const caller = connect(Number(new URL(url).port), '127.0.0.1');
  const arrived = new Promise((resolve) => server.once('request', resolve));
  caller.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n{`);
  await arrived;
  caller.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'getblockcount', params: [], id: 1 }),
  });
  expect(await answer.json()).toMatchObject({ result: node.height, error: null });
  expect(failures).toEqual([]);
});
