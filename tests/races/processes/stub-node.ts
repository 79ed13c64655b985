// A node of Ethereum that notes what it is asked to pay, as much of it as payouts talk to.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Request {
  id: number;
  method: string;
  params: unknown[];
}

export interface StubNode {
  readonly url: string;
  /** The addresses that it was asked to pay, in order. */
  readonly paid: string[];
  /** Called with each request; what it does happens before the answer, and `silent` means that none is given. */
  on: (method: string, paid: number) => 'silent' | undefined;
  close(): Promise<void>;
}

const ACCOUNT = `0x${'0'.repeat(39)}1`;

export async function openStubNode(): Promise<StubNode> {
  const node = { url: '', paid: [] as string[], on: () => undefined } as Omit<StubNode, 'close'> & { url: string };
  const answerTo = ({ method, params }: Request): unknown => {
    if (method === 'eth_accounts') return [ACCOUNT];
    if (method === 'eth_getTransactionReceipt') return { status: '0x1' };
    if (method !== 'eth_sendTransaction') throw new Error(`the stub knows no ${method}`);
    const [{ to }] = params as [{ to: string }];
    node.paid.push(to.toLowerCase());
    return `0x${String(node.paid.length).padStart(64, '0')}`;
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const asked = JSON.parse(body) as Request;
      const result = answerTo(asked);
      if (node.on(asked.method, node.paid.length) === 'silent') return void request.socket.destroy();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(node, {
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
