// How many connections callers may have, and for how long: what one caller holds is missing for all others.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Meters } from '#server/entry/meters/meters.ts';
import { addressKey } from './caller.ts';

export interface ConnectionLimits {
  /** Connections that may be open at once. */
  readonly most: number;
  /** How many of them may come from one address. */
  readonly mostOfAddress: number;
  /** Whether an address belongs to a proxy of many callers, which may use all connections. */
  readonly isProxy: (address: string) => boolean;
}

/** The connections of callers to an application. */
export interface Connections {
  /** How many are open. */
  open(): number;
  /** Closes all of them at once, whatever is under way. @returns how many calls were not answered */
  cut(): number;
}

/** How often overdue connections are looked for. */
const LOOK_MS = 1_000;
/**
 * How many requests of one connection may wait for their answers. Browsers and proxies send one at a time. Each may
 * need a file, and the process can open only a limited number of files.
 */
const MOST_WAITING = 8;
/**
 * How long a connection without a request may delay a shutdown: one may have arrived and not been read. Browsers open
 * connections ahead and may never use them, and an answer that began before the shutdown leaves its connection open.
 */
const IDLE_AT_END_MS = 250;

/**
 * How long a connection that has sent nothing complete yet keeps its place when another one needs it. Whoever has a
 * request sends it at once, and a proxy as well.
 */
const SILENT_MS = 1_000;

/** What is known about a connection. */
interface Watched {
  readonly address: string;
  /** Requests that are not answered yet. */
  waiting: number;
  /** Whether it was answered before. */
  served: boolean;
  /** Since when it owes us the complete head of a request. */
  awaitedSince: number;
  /** How much had been received then, and when something more was first seen to come. */
  received: number;
  begunAt: number | null;
  /** How much the caller had read at the last check, and since when that has not grown. */
  taken: number;
  takenSince: number;
}

type Counts = Pick<Meters, 'refusedConnection' | 'closedConnection'>;

/**
 * All connections; those that are idle between two requests, the one that was used last at the end; and those that
 * never sent a request, the newest at the end.
 */
class Book {
  readonly all = new Map<Socket, Watched>();
  private readonly silent = new Map<string, Set<Socket>>();
  private readonly silentOfAll = new Set<Socket>();
  private readonly idle = new Map<string, Set<Socket>>();
  private readonly idleOfAll = new Set<Socket>();
  private readonly addresses = new Map<string, number>();

  ofAddress(address: string): number {
    return this.addresses.get(address) ?? 0;
  }

  add(socket: Socket, address: string): void {
    const now = performance.now();
    this.all.set(socket, {
      address,
      waiting: 0,
      served: false,
      awaitedSince: now,
      received: 0,
      begunAt: null,
      taken: 0,
      takenSince: now,
    });
    this.addresses.set(address, this.ofAddress(address) + 1);
    this.silent.set(address, (this.silent.get(address) ?? new Set()).add(socket));
    this.silentOfAll.add(socket);
  }

  remove(socket: Socket): void {
    const known = this.all.get(socket);
    if (known === undefined) return;
    this.busy(socket, known);
    this.all.delete(socket);
    const left = this.ofAddress(known.address) - 1;
    if (left === 0) this.addresses.delete(known.address);
    else this.addresses.set(known.address, left);
  }

  rest(socket: Socket, { address }: Watched): void {
    const ofAddress = this.idle.get(address) ?? new Set();
    this.idle.set(address, ofAddress.add(socket));
    this.idleOfAll.add(socket);
  }

  busy(socket: Socket, { address }: Watched): void {
    for (const each of [this.idle, this.silent]) {
      const ofAddress = each.get(address);
      ofAddress?.delete(socket);
      if (ofAddress?.size === 0) each.delete(address);
    }
    this.idleOfAll.delete(socket);
    this.silentOfAll.delete(socket);
  }

  /**
   * The connection that is needed least, of an address or of all: the one that has been idle longest, otherwise the one
   * that has been silent longest. None if each has a request, or was opened a moment ago.
   */
  leastNeeded(address?: string): Socket | undefined {
    const [idlest] = address === undefined ? this.idleOfAll : (this.idle.get(address) ?? []);
    if (idlest !== undefined) return idlest;
    const [silent] = address === undefined ? this.silentOfAll : (this.silent.get(address) ?? []);
    const since = silent === undefined ? undefined : this.all.get(silent)?.awaitedSince;
    return since !== undefined && performance.now() - since > SILENT_MS ? silent : undefined;
  }
}

/**
 * Limits the connections of an application. Node's own limits leave two ways to hold one forever: a byte now and then
 * between two requests, and answers that are never read. Both are tolerated as long as a request may take
 * (`requestTimeout`). A connection that is idle between two requests stays until its place is needed: a proxy may use
 * it at any moment, and would take its end for a failure of the call that it sends then. So does one that has not sent
 * its first request, for a second: many of them must not keep out who has something to ask.
 */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits, counts: Counts): Connections {
  const { server } = app;
  const book = new Book();
  const watch = (each: Server) => {
    each.on('connection', (socket: Socket) => admit(socket, { book, limits, counts }));
    each.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      countRequest(socket, response, { book, counts }),
    );
  };
  watch(server);
  app.addHook('onListen', async () => {
    othersOf(app).forEach(watch);
    const timer = setInterval(() => {
      for (const [socket, connection] of book.all) if (isOver(socket, connection, server)) end(socket, 'slow', counts);
    }, LOOK_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  });
  // Node closes those that are idle when the shutdown begins, and counts one that was never used as busy.
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      for (const [socket, connection] of book.all) if (isIdle(socket, connection)) socket.destroy();
    }, IDLE_AT_END_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  });
  return {
    open: () => book.all.size,
    cut: () => {
      const unanswered = [...book.all.values()].reduce((sum, { waiting }) => sum + waiting, 0);
      for (const socket of book.all.keys()) socket.destroy();
      return unanswered;
    },
  };
}

/** Fastify listens on each address of `localhost` with a separate server, and exposes only the first of them. */
function othersOf(app: FastifyInstance): Server[] {
  const bindings = Object.getOwnPropertySymbols(app).find(
    ({ description }) => description === 'fastify.serverBindings',
  );
  return bindings === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[bindings] ?? []);
}

function end(socket: Socket, reason: Parameters<Counts['closedConnection']>[0], counts: Counts): void {
  counts.closedConnection(reason);
  socket.destroy();
}

/** Accepts a connection, or closes it at once if there are too many and each of them is needed. */
function admit(
  socket: Socket,
  { book, limits, counts }: { book: Book; limits: ConnectionLimits; counts: Counts },
): void {
  const remote = socket.remoteAddress ?? '';
  const address = addressKey(remote);
  const refuse = (limit: Parameters<Counts['refusedConnection']>[0]) => {
    counts.refusedConnection(limit);
    socket.destroy();
  };
  const makeRoom = (place?: string): boolean => {
    const other = book.leastNeeded(place);
    if (other === undefined) return false;
    const reason = book.all.get(other)?.served === true ? 'idle' : 'slow';
    book.remove(other);
    end(other, reason, counts);
    return true;
  };
  const isAddressFull = book.ofAddress(address) >= limits.mostOfAddress && !limits.isProxy(remote);
  if (isAddressFull && !makeRoom(address)) return refuse('address');
  if (book.all.size >= limits.most && !makeRoom()) return refuse('process');
  book.add(socket, address);
  socket.once('close', () => book.remove(socket));
}

function countRequest(
  socket: Socket,
  response: ServerResponse,
  { book, counts }: { book: Book; counts: Counts },
): void {
  const connection = book.all.get(socket);
  if (connection === undefined) return;
  connection.waiting += 1;
  book.busy(socket, connection);
  if (connection.waiting > MOST_WAITING) end(socket, 'pipelined', counts);
  response.once('close', () => {
    connection.waiting -= 1;
    Object.assign(connection, {
      served: true,
      awaitedSince: performance.now(),
      received: socket.bytesRead,
      begunAt: null,
    });
    if (connection.waiting === 0 && book.all.has(socket)) book.rest(socket, connection);
  });
}

/** Whether for longer than the limit a caller has not completed a head, or has read nothing of what waits for it. */
function isOver(socket: Socket, connection: Watched, server: Server): boolean {
  const [longest, idle] = [limitOf(server.requestTimeout), limitOf(server.keepAliveTimeout)];
  const now = performance.now();
  // Sent chunk by chunk, 64 kB for a file: an event stream that is read slowly continues.
  const taken = socket.bytesWritten - socket.writableLength;
  if (taken !== connection.taken || socket.writableLength === 0) Object.assign(connection, { taken, takenSince: now });
  if (now - connection.takenSince > longest) return true;
  if (connection.waiting > 0) return false;
  if (!connection.served) return now - connection.awaitedSince > longest;
  if (socket.bytesRead > connection.received) connection.begunAt ??= now;
  if (connection.begunAt !== null) return now - connection.begunAt > longest;
  // Node closes an idle connection itself; a moment later, so that it is not counted as slow.
  return now - connection.awaitedSince > idle + LOOK_MS;
}

/** For Node, 0 means that there is no limit. */
function limitOf(timeout: number): number {
  return timeout === 0 ? Infinity : timeout;
}

function isIdle(socket: Socket, { waiting, received, awaitedSince }: Watched): boolean {
  return waiting === 0 && socket.bytesRead === received && performance.now() - awaitedSince > IDLE_AT_END_MS;
}
