// What an answer of a node, or of a proxy before it, means: whether it refuses the method, and what is said of it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createRpc, NodeError, refusesMethod } from '#server/domain/chain/rpc.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function errorOf(status: number, body: string): Promise<NodeError> {
  const opened = createServer((_request, response) => response.writeHead(status).end(body));
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  const error = await createRpc(() => `http://127.0.0.1:${port}`)('getblock', []).catch((thrown: unknown) => thrown);
  if (!(error instanceof NodeError)) throw new Error('it was no error of the node');
  return error;
}

const coded = (code: number) => JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } });
const OTHER = 'getblock was answered with something other than JSON-RPC';

it.each([
  [200, coded(-32_601), true, 'getblock was refused: no'],
  // Bitcoin Core.
  [404, coded(-32_601), true, 'getblock was refused: no'],
  [400, coded(-32_600), true, 'getblock was refused: no'],
  [401, '', true, 'the node refuses the user or the password of its URL, or getblock'],
  [403, coded(1), true, 'the node refuses the user or the password of its URL, or getblock'],
  [404, '<h1>Not found</h1>', true, `${OTHER} (HTTP 404)`],
  [405, '{"message":"not allowed"}', true, `${OTHER} (HTTP 405)`],
  // Codes of a provider's own.
  [400, coded(7), true, 'getblock was refused: no'],
  [402, '', true, `${OTHER} (HTTP 402)`],
  [200, coded(-32_000), false, 'getblock was refused: no'],
  [200, coded(-32_002), false, 'getblock was refused: no'],
  [200, coded(-32_016), false, 'getblock was refused: no'],
  [503, coded(503), false, 'getblock was refused: no'],
  [503, '{"error":{"message":"busy"}}', false, 'getblock was refused: busy'],
  [408, '', false, `${OTHER} (HTTP 408)`],
  [429, coded(-32_005), false, 'getblock was refused: no'],
  [500, coded(-28), false, 'getblock was refused: no'],
  [502, '<h1>Bad gateway</h1>', false, `${OTHER} (HTTP 502)`],
  [200, 'nothing', false, OTHER],
] as const)('an answer with %i and %s', async (status, body, refuses, message) => {
  const error = await errorOf(status, body);
  expect([refusesMethod(error), error.message]).toEqual([refuses, message]);
});
