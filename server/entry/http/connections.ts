// How many connections callers may have, and for how long: what one caller holds is missing for all others.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './rate-limits.ts';

export interface ConnectionLimits {
  /** Connections that may be open at once. */
  readonly most: number;
  /** How many of them may come from one address. */
  readonly mostOfAddress: number;
  /** Whether an address belongs to a proxy of many callers, which may use all connections. */
  readonly isProxy: (address: string) => boolean;
}

/** How often overdue connections are looked for. */
const LOOK_MS = 1_000;
/**
 * How many requests of one connection may wait for their answers. Browsers and proxies send one at a time. Each may
 * need a file, and the process can open only a limited number of files.
 */
const MOST_WAITING = 8;

/** What is known about a connection. */
interface Watched {
  /** Requests that are not answered yet. */
  waiting: number;
  /** Since when it owes us the complete head of a request. */
  awaitedSince: number;
  /** How much the caller had read at the last check, and since when that has not grown. */
  taken: number;
  takenSince: number;
}

/**
 * Limits the connections of an application. Node's own limits leave two ways to hold one forever: a byte now and then
 * between two requests, and answers that are never read. Both are tolerated as long as a request may take
 * (`requestTimeout`).
 */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { server } = app;
  const connections = new Map<Socket, Watched>();
  const addresses = new Map<string, number>();
  const watch = (each: Server) => {
    each.on('connection', (socket: Socket) => admit(socket, { connections, addresses, limits }));
    each.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      countRequest(connections.get(socket), socket, response),
    );
  };
  watch(server);
  app.addHook('onListen', async () => {
    othersOf(app).forEach(watch);
    const timer = setInterval(() => {
      for (const [socket, connection] of connections)
        if (isOver(socket, connection, server.requestTimeout)) socket.destroy();
    }, LOOK_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** Fastify listens on each address of `localhost` with a separate server, and exposes only the first of them. */
function othersOf(app: FastifyInstance): Server[] {
  const bindings = Object.getOwnPropertySymbols(app).find(
    ({ description }) => description === 'fastify.serverBindings',
  );
  return bindings === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[bindings] ?? []);
}

interface Admission {
  readonly connections: Map<Socket, Watched>;
  readonly addresses: Map<string, number>;
  readonly limits: ConnectionLimits;
}

/** Accepts a connection, or closes it at once if there are too many. */
function admit(socket: Socket, { connections, addresses, limits: { most, mostOfAddress, isProxy } }: Admission): void {
  const remote = socket.remoteAddress ?? '';
  const address = addressKey(remote);
  const ofAddress = addresses.get(address) ?? 0;
  if (connections.size >= most || (ofAddress >= mostOfAddress && !isProxy(remote))) {
    socket.destroy();
    return;
  }
  const now = performance.now();
  connections.set(socket, { waiting: 0, awaitedSince: now, taken: 0, takenSince: now });
  addresses.set(address, ofAddress + 1);
  socket.once('close', () => {
    connections.delete(socket);
    const left = (addresses.get(address) ?? 1) - 1;
    if (left === 0) addresses.delete(address);
    else addresses.set(address, left);
  });
}

function countRequest(connection: Watched | undefined, socket: Socket, response: ServerResponse): void {
  if (connection === undefined) return;
  connection.waiting += 1;
  if (connection.waiting > MOST_WAITING) socket.destroy();
  response.once('close', () => {
    connection.waiting -= 1;
    connection.awaitedSince = performance.now();
  });
}

/** Whether for longer than the limit a caller has not completed a head, or has read nothing of what waits for it. */
function isOver(socket: Socket, connection: Watched, patienceMs: number): boolean {
  const now = performance.now();
  // Sent chunk by chunk, 64 kB for a file: an event stream that is read slowly continues.
  const taken = socket.bytesWritten - socket.writableLength;
  if (taken !== connection.taken || socket.writableLength === 0) Object.assign(connection, { taken, takenSince: now });
  return (
    (connection.waiting === 0 && now - connection.awaitedSince > patienceMs) || now - connection.takenSince > patienceMs
  );
}
