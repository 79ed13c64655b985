/**
 * The atlas on this machine: its files, made on request, and the two things that need a server: notes, and revisions of
 * git.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { keyOf } from '#atlas/model/model.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { Arriving } from './arriving.ts';
import type { Atlas, Part } from './atlas.ts';
import { LONGEST_NOTE, noteIn, writeNote, type Noted } from './notes.ts';

/** The parts of the atlas that the server uses. */
export interface Served extends Pick<Atlas, 'parts' | 'versionAt'> {
  readonly charts: readonly Noted[];
}

export interface Serving {
  /** The repository in which notes are written. */
  readonly root: string;
  /** The files that need no chart, so that the page is available before the charts. */
  readonly site: ReadonlyMap<string, Part>;
  /** The charts' files that are available before all charts are made. */
  readonly arriving: Pick<Arriving, 'of'>;
  readonly atlas: Promise<Served>;
}

const HOST = '127.0.0.1';
const USUAL_PORT = 80;

/** The URL paths of the page itself. */
const PAGES: readonly string[] = ['/', '/index.html'];

/**
 * No other page may embed the answers, in a frame or otherwise, even if the browser does not send where the request
 * comes from.
 */
const GUARDS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The longest note in the widest characters, with the JSON around it. */
const LARGEST_BODY = LONGEST_NOTE * 6 + 1_000;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
};

/** Where a server that listens is reached, such as `http://127.0.0.1:8090`; `localhost` may be another program's. */
export function addressOf(server: Server): string {
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

/** Why a port can't be listened at, and the way on. */
export function portRefused(port: number, { code }: Pick<NodeJS.ErrnoException, 'code'>): UsageError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken`,
    EACCES: `Port ${port} is for the system’s administrator alone`,
  };
  return new UsageError(
    `${reasons[code ?? ''] ?? `Port ${port} can’t be listened at (${code})`}; name another with --port.`,
  );
}

/** Serves the atlas to this machine only. @throws UsageError where the port can't be listened at */
export async function serve(serving: Serving, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(serving, request, response).catch((error: unknown) =>
      tell(response, 500, error instanceof Error ? error.message : 'unknown'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portRefused(port, error)));
    server.listen(port, HOST, resolve);
  });
  return server;
}

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = originOf(request);
  // A request for another host name comes from DNS rebinding, not from the person at this machine.
  if (origin === null) return tell(response, 403, 'The atlas is for this machine only.');
  const url = new URL(request.url ?? '/', origin);
  if (isFromElsewhere(request, origin) && !isLinkHere(request, url))
    return tell(response, 403, 'The atlas is read by its own pages only.');
  if (url.pathname === '/notes') return write(serving, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return tell(response, 405, 'Only reading is possible here.');
  if (url.pathname === '/version') return tellVersion(serving, response, url);
  return send(serving, url.pathname, response);
}

/** The origin that a request was made to; null if it is not this machine. */
function originOf({ headers, socket }: IncomingMessage): string | null {
  const host = headers.host ?? '';
  // A browser leaves out the usual port.
  const isOurs = [HOST, 'localhost'].some(
    (name) => host === `${name}:${socket.localPort}` || (host === name && socket.localPort === USUAL_PORT),
  );
  const isNear = ['127.0.0.1', '::ffff:127.0.0.1', '::1'].includes(socket.remoteAddress ?? '');
  return isOurs && isNear ? `http://${host}` : null;
}

/**
 * Whether a page of another origin makes the request: a script or an image embedded there would use the reader's access
 * to this machine.
 */
function isFromElsewhere({ headers }: IncomingMessage, origin: string): boolean {
  // A browser sends where a request comes from; other programs have no page that could read the answer.
  const site = headers['sec-fetch-site'];
  const isOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return isOtherSite || (headers.origin !== undefined && headers.origin !== origin);
}

/**
 * A link from anywhere may lead to the atlas: the person who follows it sees the atlas, and the linking page sees
 * nothing.
 */
function isLinkHere({ method, headers }: IncomingMessage, { pathname }: URL): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    PAGES.includes(pathname)
  );
}

async function write({ root, atlas }: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return tell(response, 405, 'A note is written by POST.');
  if (request.headers.origin === undefined) return tell(response, 403, 'Notes are written from the atlas itself.');
  if (request.headers['content-type'] !== 'application/json') return tell(response, 415, 'A note is JSON.');
  const body = await bodyOf(request);
  if (body === null) return tell(response, 413, 'This is too long for a note.');
  const { charts } = await atlas;
  const wanted = noteIn(parsed(body), charts);
  if (typeof wanted === 'string') return tell(response, 400, wanted);
  const chart = charts.find((each) => keyOf(each) === wanted.chart);
  if (chart === undefined) return tell(response, 400, 'There is no such chart.');
  return tellJson(response, writeNote(root, chart, wanted));
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    // The rest is read and discarded, so that the answer arrives.
    if (size <= LARGEST_BODY) pieces.push(piece);
  }
  return size > LARGEST_BODY ? null : Buffer.concat(pieces).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function tellVersion({ atlas }: Serving, response: ServerResponse, url: URL): Promise<void> {
  const { charts, versionAt } = await atlas;
  const chart = charts.find((each) => keyOf(each) === url.searchParams.get('chart'));
  if (chart === undefined) return tell(response, 404, 'There is no such chart.');
  try {
    return tellJson(response, await versionAt(chart, url.searchParams.get('rev') ?? ''));
  } catch (error) {
    if (error instanceof UsageError) return tell(response, 404, error.message);
    throw error;
  }
}

async function send({ site, arriving, atlas }: Serving, pathname: string, response: ServerResponse): Promise<void> {
  const file = pathname === '/' ? 'index.html' : decoded(pathname.slice(1));
  // Only files that the atlas itself made are served, so no URL reaches anything else on this machine.
  const make = site.get(file) ?? (await Promise.race([atlas.then(({ parts }) => parts.get(file)), arriving.of(file)]));
  const type = types[extname(file)];
  if (make === undefined || type === undefined) return tell(response, 404, 'There is no such file.');
  const content = await make();
  response.writeHead(200, { 'Content-Type': type, ...GUARDS });
  response.end(content);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function tell(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...GUARDS }).end(`${text}\n`);
}

function tellJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', ...GUARDS }).end(JSON.stringify(value));
}
