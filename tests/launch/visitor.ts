import { randomUUID } from 'node:crypto';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

/** Somebody who reaches a server as browsers do, and keeps its cookies. */

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the body right after
  readonly body: any;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Stream {
  /** What has come so far. */
  text(): string;
  /** When each part came, by `performance.now()`. */
  readonly came: number[];
  close(): void;
}

/** A caller. */
export interface Caller {
  send(path: string, sent?: Sent): Promise<Answer>;
}

/** Over HTTP/2 with TLS, on one connection. */
export class Visitor implements Caller {
  readonly place: { readonly origin: string; readonly ca: string; readonly from?: string };
  #session: ClientHttp2Session | null = null;
  readonly #cookies = new Cookies();

  /**
   * @param place.ca the certificate that the server's one is compared with
   * @param place.from the address that the visitor comes from, within 127.0.0.0/8
   */
  constructor(place: { origin: string; ca: string; from?: string }) {
    this.place = place;
  }

  /** The protocol that the last connection has agreed on. */
  get protocol(): string | undefined {
    return this.#session?.alpnProtocol;
  }

  /** One call. It fails only if there is no answer. */
  send(path: string, { method, body, headers = {} }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = this.#connected().request({
        ':path': path,
        ':method': method ?? (body === undefined ? 'GET' : 'POST'),
        ...this.#cookies.header(),
        ...contentHeaders(body),
        origin: this.place.origin,
        ...headers,
      });
      let answered: IncomingHttpHeaders = {};
      const parts: Buffer[] = [];
      request.on('response', (given) => (answered = given));
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('error', reject);
      request.once('close', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const status = Number(answered[':status'] ?? 0);
        if (status === 0) return reject(new Error('no answer'));
        this.#cookies.keep(answered['set-cookie'] ?? []);
        resolve({ status, headers: answered, text, body: parsed(text, answered) });
      });
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** An answer that does not end. */
  stream(path: string, headers: Readonly<Record<string, string>>): Stream {
    const request = this.#connected().request({ ':path': path, ...headers, accept: 'text/event-stream' });
    let text = '';
    const came: number[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
      came.push(performance.now());
    });
    return { text: () => text, came, close: () => request.close() };
  }

  leave(): void {
    this.#session?.destroy();
    this.#session = null;
  }

  #connected(): ClientHttp2Session {
    if (this.#session !== null && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const { origin, ca, from } = this.place;
    const { hostname, port } = new URL(origin);
    const session = connect(origin, {
      createConnection: () =>
        connectTls({
          host: '127.0.0.1',
          port: Number(port),
          servername: hostname,
          ca,
          ALPNProtocols: ['h2'],
          ...(from === undefined ? {} : { localAddress: from }),
        } as ConnectionOptions),
    });
    // A connection that breaks fails its calls; the next call opens another one.
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.close());
    return (this.#session = session);
  }
}

/** Without TLS, as a proxy reaches the server. */
export class PlainVisitor implements Caller {
  readonly #cookies = new Cookies();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async send(path: string, { method, body, headers = {} }: Sent = {}): Promise<Answer> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...this.#cookies.header(), ...contentHeaders(body), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#cookies.keep(answer.headers.getSetCookie());
    const text = await answer.text();
    const given = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: given, text, body: parsed(text, given) };
  }
}

class Cookies {
  readonly #values = new Map<string, string>();

  header(): Record<string, string> {
    if (this.#values.size === 0) return {};
    return { cookie: [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  keep(set: readonly string[]): void {
    for (const line of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }
}

function contentHeaders(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
}

function parsed(text: string, headers: IncomingHttpHeaders): unknown {
  return /json/.test(headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : null;
}
