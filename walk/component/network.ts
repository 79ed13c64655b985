// The network of a page in jsdom: every request of the path is held here until the path answers it.
import type { Reply } from '#machines/chart/cases.ts';
import { describedBy, exampleOf, misfits, type Expected } from '#walk/paths/contract.ts';

/** A request that the page has sent. */
export interface Sent {
  readonly operationId: string;
  readonly request: Request;
  readonly body: string;
  readonly answer: (response: Response) => void;
  readonly fail: () => void;
}

export interface NetworkOptions {
  /** The calls that the path controls; other reads of the pages get the description's example. */
  readonly held: ReadonlySet<string>;
  readonly expected: () => Expected;
}

/** Everything that the page sends and receives. */
export class Network {
  /** What is wrong with the requests, as sentences. */
  readonly problems: string[] = [];
  private readonly options: NetworkOptions;
  private readonly scripted = new Map<string, Reply>();
  private readonly standing = new Map<string, Reply>();
  private open: Sent[] = [];
  private news: Sent[] = [];
  /** How many of the other calls were sent and not handled yet. */
  private arriving = 0;

  constructor(options: NetworkOptions) {
    this.options = options;
  }

  /** The page's `fetch`. */
  readonly fetch = async (request: Request): Promise<Response> => {
    this.arriving += 1;
    const { signal } = request;
    const body = await request.clone().text();
    this.arriving -= 1;
    if (signal.aborted) throw new DOMException('The call was given up.', 'AbortError');
    const described = describedBy(request);
    if (described === undefined) {
      this.problems.push(`${request.method} ${new URL(request.url).pathname} is not described.`);
      throw new TypeError('Failed to fetch');
    }
    this.problems.push(...misfits(described, request, body, this.options.expected()));
    const { id } = described;
    if (id === 'streamEvents') return silentStream(signal);
    const scripted = this.scripted.get(id);
    this.scripted.delete(id);
    if (scripted !== undefined) return responseOf(scripted);
    if (this.options.held.has(id)) return this.park(id, request, body);
    const standing = this.standing.get(id);
    if (standing !== undefined) return responseOf(standing);
    const example = described.method === 'get' ? exampleOf(described) : null;
    if (example !== null) return responseOf({ status: 200, body: example });
    this.problems.push(`${id} is sent, which no step of the path expects.`);
    throw new TypeError('Failed to fetch');
  };

  private park(operationId: string, request: Request, body: string): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sent: Sent = {
        operationId,
        request,
        body,
        answer: resolve,
        fail: () => reject(new TypeError('Failed to fetch')),
      };
      this.open.push(sent);
      this.news.push(sent);
      request.signal.addEventListener('abort', () => {
        this.open = this.open.filter((each) => each !== sent);
        reject(new DOMException('The call was given up.', 'AbortError'));
      });
    });
  }

  /** Answers the next call of `operationId` at once. */
  script(operationId: string, reply: Reply): void {
    this.scripted.set(operationId, reply);
  }

  /** Answers a call of `operationId` that the page may send of its own accord while this happens, beside the path. */
  async aside(operationId: string, reply: Reply, happens: () => Promise<unknown>): Promise<void> {
    this.script(operationId, reply);
    await happens();
    this.scripted.delete(operationId);
  }

  /** Answers every call of `operationId` from now on, unless the path controls it. */
  answer(operationId: string, reply: Reply): void {
    this.standing.set(operationId, reply);
  }

  /** Whether a request is on its way here. */
  get busy(): boolean {
    return this.arriving > 0;
  }

  /** The calls that are waiting for an answer. */
  waiting(): readonly string[] {
    return this.open.map(({ operationId }) => operationId);
  }

  /** The requests that are waiting for an answer. */
  unanswered(): readonly Sent[] {
    return this.open;
  }

  /** What was sent since the last check, without what the page aborted. */
  sentSince(): readonly Sent[] {
    return this.news.filter(({ request }) => !request.signal.aborted);
  }

  /** How many calls the page aborted at once: React's double render in strict mode makes some. */
  givenUpSince(): number {
    return this.news.filter(({ request }) => request.signal.aborted).length;
  }

  /** Marks what was sent as checked. */
  read(): void {
    this.news = [];
  }

  /** Takes the waiting call. Throws if there is none. */
  take(operationId: string): Sent {
    const sent = this.open.find((each) => each.operationId === operationId);
    if (sent === undefined) throw new Error(`${operationId} was not called.`);
    this.open = this.open.filter((each) => each !== sent);
    return sent;
  }

  /** Forgets the calls that are no longer awaited. */
  drop(wanted: (operationId: string) => boolean): void {
    this.open = this.open.filter(({ operationId }) => wanted(operationId));
  }
}

/** A stream that is open and tells nothing: no path is about what happens elsewhere. */
function silentStream(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** An answer as the server sends it. */
export function responseOf({ status, body }: Reply): Response {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  return body === null
    ? new Response(null, { status })
    : new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });
}

/** Undocumented answers: another status, a body that is not JSON, one that is not an object. */
const undocumented: readonly (() => Response)[] = [
  () => responseOf({ status: 418, body: { hot: true } }),
  () =>
    new Response('<!doctype html><title>Bad gateway</title>', {
      status: 200,
      headers: { 'Content-Type': 'text/html' },
    }),
  () => new Response('"ok"', { status: 200, headers: { 'Content-Type': 'application/json' } }),
];

/** One of the undocumented answers, in turn. */
export function undocumentedResponse(turn: number): Response {
  return (undocumented[turn % undocumented.length] ?? undocumented[0])?.() as Response;
}
