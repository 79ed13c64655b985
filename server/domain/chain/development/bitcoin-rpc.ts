// The part of Bitcoin Core's JSON-RPC that watching the development chain, paying on it and testing reorganizations
// need.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toUnits } from '#server/domain/chain/amounts.ts';
import { BitcoinRefusal, INVALID_ADDRESS, INVALID_PARAMETER, type BitcoinNode } from './bitcoin-node.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';

const BTC_SCALE = 8;
const METHOD_NOT_FOUND = -32601;
const PARSE_ERROR = -32700;
const MAX_BODY_BYTES = 64 * 1024;
const MOST_BLOCKS = 1_000;

type Method = (node: BitcoinNode, params: readonly unknown[]) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  getblockcount: (node) => node.height,
  getbestblockhash: (node) => node.hashAt(node.height),
  getblockhash: (node, [height]) =>
    node.hashAt(wholeNumber(height)) ?? refuse(INVALID_PARAMETER, 'Block height out of range'),
  getblock: (node, [hash, verbosity]) => {
    if (verbosity !== 0) refuse(INVALID_PARAMETER, 'Only verbosity 0 is spoken here');
    return bytesToHex(node.block(String(hash)) ?? refuse(INVALID_ADDRESS, 'Block not found'));
  },
  getrawtransaction: (node, [id, verbose]) => {
    const hex = bytesToHex(
      node.transaction(String(id)) ?? refuse(INVALID_ADDRESS, 'No such mempool or blockchain transaction'),
    );
    return verbose === true ? { txid: id, hex, confirmations: node.confirmationsOf(String(id)) } : hex;
  },
  getrawmempool: (node) => node.waiting(),
  getnewaddress: (node) => node.walletAddress,
  sendtoaddress: (node, [address, amount]) => node.send(String(address), satoshis(amount)),
  generatetoaddress: (node, [count, address]) => {
    const blocks = wholeNumber(count);
    if (blocks > MOST_BLOCKS) refuse(INVALID_PARAMETER, `At most ${MOST_BLOCKS} blocks at once`);
    return Array.from({ length: blocks }, () => node.mine(String(address)));
  },
  generateblock: (node, [address, ids]) => ({
    hash: node.mine(String(address), Array.isArray(ids) ? ids.map(String) : []),
  }),
  invalidateblock: (node, [hash]) => {
    node.invalidate(String(hash));
    return null;
  },
};

/** Serves a node on a port of the loopback address; a free one by default. */
export async function serveBitcoin(node: BitcoinNode, port = 0): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    answer(node, request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      // The caller has hung up in the middle of the request.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, server };
}

async function answer(node: BitcoinNode, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  // A page in a browser always sends its origin, or cannot send this type without a preflight.
  if (request.headers.origin !== undefined || request.headers['content-type'] !== 'application/json')
    return { status: 403, body: null };
  const call = parse(await readBody(request));
  if (call === null)
    return { status: 500, body: { result: null, error: { code: PARSE_ERROR, message: 'Parse error' }, id: null } };
  try {
    const method = Object.hasOwn(METHODS, call.method) ? METHODS[call.method] : undefined;
    if (method === undefined) throw new BitcoinRefusal(METHOD_NOT_FOUND, 'Method not found');
    return { status: 200, body: { result: method(node, call.params), error: null, id: call.id } };
  } catch (error) {
    const { code, message } = error instanceof BitcoinRefusal ? error : { code: -1, message: reasonOf(error) };
    return { status: 500, body: { result: null, error: { code, message }, id: call.id } };
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string): { method: string; params: unknown[]; id: unknown } | null {
  try {
    const { method, params, id } = JSON.parse(body) as { method?: unknown; params?: unknown; id?: unknown };
    return typeof method === 'string' ? { method, params: Array.isArray(params) ? params : [], id } : null;
  } catch {
    return null;
  }
}

function satoshis(amount: unknown): bigint {
  try {
    return toUnits(String(amount), BTC_SCALE);
  } catch {
    return refuse(INVALID_PARAMETER, 'Invalid amount');
  }
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(INVALID_PARAMETER, 'A whole number is needed');
}

function refuse(code: number, message: string): never {
  throw new BitcoinRefusal(code, message);
}
