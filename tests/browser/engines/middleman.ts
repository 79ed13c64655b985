// A proxy between a browser and the club: it holds, changes, loses and answers calls for an engine whose automation
// can't. To the page it is invisible: addresses, cookies and storage are the club's.
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { obey, type Jar } from './cookies.ts';

/** Where a page sends the output of its console; the club never sees it. */
export const NOISE_PATH = '/middleman/noise';
/** Where a page loads the script that runs before its own: its content security policy allows no inline script. */
export const SCRIPT_PATH = '/middleman/script.js';

/** Headers that belong to the connection, not to the message. */
const OF_THE_CONNECTION = ['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding'];

export type Pattern = string | RegExp;
export type Handler = (route: HeldRoute) => unknown;

/** The response to a call. */
export class Answer {
  private readonly code: number;
  private readonly content: Buffer;
  private readonly fields: IncomingHttpHeaders;

  constructor(code: number, fields: IncomingHttpHeaders, content: Buffer) {
    this.code = code;
    this.fields = fields;
    this.content = content;
  }

  status(): number {
    return this.code;
  }

  ok(): boolean {
    return this.code >= 200 && this.code < 300;
  }

  headers(): IncomingHttpHeaders {
    return this.fields;
  }

  body(): Promise<Buffer> {
    return Promise.resolve(this.content);
  }

  text(): Promise<string> {
    return Promise.resolve(this.content.toString());
  }

  json(): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.content.toString()));
  }
}

/** A call as it is sent. */
export interface Sending {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const agent = new Agent();

/** Sends a call and waits until its response begins. */
function begin({ url, method, headers, body }: Sending): Promise<IncomingMessage> {
  const sent = Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !OF_THE_CONNECTION.includes(name) && name !== 'content-length' && name !== 'host',
    ),
  );
  const length = body.length > 0 || !['GET', 'HEAD'].includes(method) ? { 'content-length': String(body.length) } : {};
  return new Promise((resolve, reject) => {
    sendRequest(url, { method, agent, headers: { ...sent, ...length, host: new URL(url).host } }, resolve)
      .once('error', reject)
      .end(body);
  });
}

async function contentOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Sends a call and reads its whole response, uncompressed. */
export async function sendWhole(sending: Sending): Promise<Answer> {
  const answer = await begin({ ...sending, headers: { ...sending.headers, 'accept-encoding': 'identity' } });
  return new Answer(answer.statusCode ?? 0, answer.headers, await contentOf(answer));
}

/** A call of the page. */
export class HeldRequest {
  readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  url(): string {
    return this.sending.url;
  }

  method(): string {
    return this.sending.method;
  }

  postData(): string | null {
    return this.sending.body.length === 0 ? null : this.sending.body.toString();
  }

  postDataJSON(): unknown {
    const text = this.postData();
    return text === null ? null : JSON.parse(text);
  }

  allHeaders(): Promise<Record<string, string>> {
    return Promise.resolve(
      Object.fromEntries(Object.entries(this.sending.headers).map(([name, value]) => [name, String(value)])),
    );
  }

  async headerValue(name: string): Promise<string | null> {
    return (await this.allHeaders())[name.toLowerCase()] ?? null;
  }
}

/** What is sent instead of what the page sent. */
export interface Instead {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly postData?: string;
}

/** The response to a call, in place of the server's. */
export interface Filling {
  readonly response?: Answer;
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string | Buffer;
  readonly json?: unknown;
}

/** A call that waits for a decision. A page that has aborted it in the meantime is not notified. */
export class HeldRoute {
  private readonly held: HeldRequest;
  private readonly outgoing: ServerResponse;
  private readonly jar: Jar | null;

  constructor(held: HeldRequest, outgoing: ServerResponse, jar: Jar | null) {
    this.held = held;
    this.outgoing = outgoing;
    this.jar = jar;
  }

  request(): HeldRequest {
    return this.held;
  }

  async continue(): Promise<void> {
    if (!this.outgoing.destroyed) await pass(this.held.sending, this.outgoing);
  }

  /**
   * Sends the call and returns its response to the test, not to the page. Its cookies still reach the browser, as with
   * Playwright.
   */
  async fetch({ url, headers, postData }: Instead = {}): Promise<Answer> {
    const { sending } = this.held;
    const to = url ?? sending.url;
    const answer = await sendWhole({
      ...sending,
      url: to,
      headers: headers ?? sending.headers,
      body: postData === undefined ? sending.body : Buffer.from(postData),
    });
    if (this.jar !== null) await obey(this.jar, answer.headers()['set-cookie'] ?? [], to);
    return answer;
  }

  async fulfill({ response, status, contentType, body, json }: Filling): Promise<void> {
    if (this.outgoing.destroyed) return;
    const own = json === undefined ? body : JSON.stringify(json);
    const type = contentType ?? (json === undefined ? undefined : 'application/json');
    const content = own === undefined ? ((await response?.body()) ?? Buffer.alloc(0)) : Buffer.from(own);
    const headers = { ...response?.headers(), ...(type === undefined ? {} : { 'content-type': type }) };
    deliver(this.outgoing, new Answer(status ?? response?.status() ?? 200, headers, content));
  }

  /** Ends the call as if the network broke. */
  abort(): Promise<void> {
    this.outgoing.destroy();
    return Promise.resolve();
  }
}

function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  // If a reused connection breaks, a browser repeats the call by itself. On a new connection it reports the error to
  // the page.
  return { ...Object.fromEntries(kept), connection: 'close' };
}

function deliver(outgoing: ServerResponse, answer: Answer, content?: Buffer): void {
  const { 'content-length': _, ...headers } = answerHeaders(answer.headers());
  void answer.body().then((body) => {
    const whole = content ?? body;
    if (outgoing.destroyed) return;
    const empty = answer.status() === 204 || answer.status() === 304;
    outgoing.writeHead(answer.status(), empty ? headers : { ...headers, 'content-length': String(whole.length) });
    outgoing.end(empty ? undefined : whole);
  });
}

/** Forwards a call and passes its response on as it arrives, so that a stream of events stays a stream. */
async function pass(sending: Sending, outgoing: ServerResponse): Promise<void> {
  try {
    const answer = await begin(sending);
    if (outgoing.destroyed) return void answer.destroy();
    outgoing.writeHead(answer.statusCode ?? 0, answerHeaders(answer.headers));
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
    outgoing.once('close', () => answer.destroy());
  } catch {
    outgoing.destroy();
  }
}

/** Whether a pattern matches a URL. In a text `**` matches anything, and `*` anything without a slash. */
function isMeant(pattern: Pattern, url: string): boolean {
  if (typeof pattern !== 'string') return pattern.test(url);
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))}$`).test(url);
}

/** The proxy of one profile. */
export class Middleman {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly routes: { readonly pattern: Pattern; readonly handler: Handler }[] = [];
  private readonly listeners = new Set<(request: HeldRequest) => void>();
  /** Whether there is no network: nothing passes. */
  offline = false;
  /** The script that each page runs before its own; null if the engine itself can do that. */
  script: (() => string) | null = null;
  /** Called with the output of a page's console. */
  onNoise: ((kind: 'error' | 'warning' | 'thrown', text: string) => void) | null = null;
  /** The cookies of the browser, for responses that do not reach it. */
  jar: Jar | null = null;

  private constructor() {
    this.server = createServer((incoming, outgoing) => void this.receive(incoming, outgoing));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  static async open(): Promise<Middleman> {
    const middleman = new Middleman();
    await new Promise<void>((resolve) => middleman.server.listen(0, '127.0.0.1', resolve));
    return middleman;
  }

  /** Where the browser reaches it, for example `127.0.0.1:41234`. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Passes the calls that a pattern matches to a handler; of several, the last one counts. */
  route(pattern: Pattern, handler: Handler): void {
    this.routes.unshift({ pattern, handler });
  }

  unroute(pattern: Pattern): void {
    const kept = this.routes.filter((each) => String(each.pattern) !== String(pattern));
    this.routes.splice(0, this.routes.length, ...kept);
  }

  /** The next call that a pattern matches. */
  next(pattern: Pattern): Promise<HeldRequest> {
    return new Promise((resolve) => {
      const listener = (request: HeldRequest): void => {
        if (!isMeant(pattern, request.url())) return;
        this.listeners.delete(listener);
        resolve(request);
      };
      this.listeners.add(listener);
    });
  }

  /** Cuts the network, including every open connection, or restores it. */
  cut(offline: boolean): void {
    this.offline = offline;
    if (offline) for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = incoming.url ?? '';
    // A call to anywhere else is the browser's own, and is dropped.
    if (!URL.canParse(url) || new URL(url).hostname !== 'localhost') return void outgoing.destroy();
    const request = new HeldRequest({
      url,
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
      body: await contentOf(incoming).catch(() => Buffer.alloc(0)),
    });
    const { pathname } = new URL(url);
    if (pathname === NOISE_PATH) return this.hear(request, outgoing);
    if (this.offline) return void outgoing.destroy();
    if (pathname === SCRIPT_PATH)
      return deliver(
        outgoing,
        new Answer(
          200,
          { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
          Buffer.from(this.script?.() ?? ''),
        ),
      );
    for (const listener of this.listeners) listener(request);
    const route = this.routes.find(({ pattern }) => isMeant(pattern, url));
    if (route !== undefined) return void route.handler(new HeldRoute(request, outgoing, this.jar));
    if (this.script !== null && String(incoming.headers.accept).includes('text/html'))
      return this.passPage(request.sending, outgoing);
    await pass(request.sending, outgoing);
  }

  private hear(request: HeldRequest, outgoing: ServerResponse): void {
    for (const [kind, text] of (request.postDataJSON() ?? []) as [
      Parameters<NonNullable<Middleman['onNoise']>>[0],
      string,
    ][])
      this.onNoise?.(kind, text);
    deliver(outgoing, new Answer(204, {}, Buffer.alloc(0)));
  }

  /** Forwards a page with the script before all others. */
  private async passPage(sending: Sending, outgoing: ServerResponse): Promise<void> {
    const { 'if-none-match': _, 'if-modified-since': __, ...headers } = sending.headers;
    const answer = await sendWhole({ ...sending, headers }).catch(() => null);
    if (answer === null) return void outgoing.destroy();
    const isPage = String(answer.headers()['content-type']).startsWith('text/html');
    const text = await answer.text();
    deliver(
      outgoing,
      answer,
      isPage ? Buffer.from(text.replace(/<head>/i, `<head><script src="${SCRIPT_PATH}"></script>`)) : undefined,
    );
  }
}
