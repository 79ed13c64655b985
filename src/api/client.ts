import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '#openapi/api.gen.d.ts';
import openPaths from '#openapi/open-paths.gen.json' with { type: 'json' };

/** The typed client of the description: `api.GET('/rules', …)`. */
export type Api = Client<paths>;

export interface ApiOptions {
  /** The absolute address of the API, for example `https://perch.example/api`. */
  readonly baseUrl: string;
  /** The member's language; goes with every call. */
  readonly culture: () => components['schemas']['Culture'];
  /** The bearer token, null when nobody is signed in. */
  readonly accessToken: () => string | null;
  /** Told when a call that carried `accessToken` was answered with 401 (SRC §8). */
  readonly onSessionEnded: (accessToken: string) => void;
  /** Told when a call was refused because the club is closed for work (D-23). */
  readonly onMaintenance: () => void;
  /** Told when an answer came after a call that got none, or that the server could not work on. */
  readonly onReached?: () => void;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How long a call may take before it counts as unanswered, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Calls that carry no bearer token, whoever makes them: those that the description opens to everybody, and signing out,
 * which brings the token along that was just forgotten.
 */
const anonymousPaths: ReadonlySet<string> = new Set([...openPaths, '/token/revoke' satisfies keyof paths]);

/** Long enough for a slow phone, short enough that a member is told in time. */
export const defaultTimeout = 15_000;

/**
 * The one way to the backend. It adds culture and bearer, ends a call that takes too long and says so when a session is
 * over or the club is closed. It shows nothing and goes nowhere: what an answer means is for the caller to say.
 */
export function createApi(options: ApiOptions): Api {
  const watch = createWatch(options);
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    fetch: (request) => watch.follow(request, answered(request, options)),
    credentials: 'include',
    querySerializer: (query) =>
      new URLSearchParams({ ...(query as Record<string, string>), culture: options.culture() }).toString(),
  });
  /** The token that a refused call carried. */
  const refused = new WeakMap<Response, string>();
  client.use({
    onRequest({ request, schemaPath }) {
      // A call without credentials is to tell nobody who makes it; a session that has ended would be all that it told.
      const anonymous = anonymousPaths.has(schemaPath) || request.credentials === 'omit';
      const token = anonymous ? null : options.accessToken();
      if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
    },
    onResponse({ request, response }) {
      const bearer = request.headers.get('Authorization')?.slice('Bearer '.length);
      if (response.status === 401 && bearer !== undefined) refused.set(response, bearer);
    },
  });
  return afterEach(client, ({ response, error }) => {
    const bearer = refused.get(response);
    // The flow that made the call hears its answer first and goes where its chart says; then everybody else hears of
    // it.
    if (bearer !== undefined) setTimeout(() => options.onSessionEnded(bearer), 0);
    if (response.status !== UNAVAILABLE) return;
    if (error?.code === 'maintenance') setTimeout(options.onMaintenance, 0);
    else if (error?.code !== 'books_stopped') watch.lost();
  });
}

/** An answer, and what it says where it is a refusal. */
interface Answered {
  readonly response: Response;
  readonly error?: { readonly code?: string };
}

/** The same client, with a look at every answer once the caller has it whole. */
function afterEach(client: Api, look: (answer: Answered) => void): Api {
  type Call = (...parameters: unknown[]) => Promise<Answered>;
  return new Proxy(client, {
    get(target, name: keyof Api) {
      const member = target[name] as unknown;
      if (name !== 'GET' && name !== 'POST') return member;
      return async (...parameters: unknown[]) => {
        const answer = await (member as Call)(...parameters);
        look(answer);
        return answer;
      };
    },
  });
}

/** Answered without the database: it says nothing of whether other calls would be. */
const STATUS_PATH = /\/status$/;
const UNAVAILABLE = 503;

interface Watch {
  /** Hands the call on. A 503 says neither this nor that before its body is read. */
  readonly follow: (request: Request, call: Promise<Response>) => Promise<Response>;
  /** There was an answer, but the server or what it needs can't work at the moment. */
  readonly lost: () => void;
}

/**
 * Looks at whether calls are answered by a server that can work, and says when one that was made after a failure is.
 */
function createWatch({ onReached = () => undefined }: ApiOptions): Watch {
  let calls = 0;
  /** The newest call at the moment of the last failure, and whether it had an answer; null while all is well. */
  let failed: { readonly at: number; readonly answered: boolean } | null = null;
  const isEnd = (request: Request, began: number) =>
    failed !== null && began > failed.at && !(failed.answered && STATUS_PATH.test(new URL(request.url).pathname));
  return {
    async follow(request, call) {
      const began = (calls += 1);
      try {
        const answer = await call;
        if (answer.status !== UNAVAILABLE && isEnd(request, began)) {
          failed = null;
          // The call that was answered is heard first.
          setTimeout(onReached, 0);
        }
        return answer;
      } catch (error) {
        failed = { at: calls, answered: false };
        throw error;
      }
    },
    lost() {
      failed = { at: calls, answered: true };
    },
  };
}

/** Answers that go on after they have begun: as long as they like, since whoever reads them sees that they do. */
const GOING_ON: readonly (string | null)[] = ['text/event-stream', 'text/csv'];

/**
 * The answer to `request`. Rejects when none comes in time. Where the caller gave up, the promise never settles: a flow
 * that React stops and starts again must not take its own farewell for a failed network.
 */
function answered(
  request: Request,
  { fetch = (sent) => globalThis.fetch(sent), timeout = defaultTimeout }: ApiOptions,
): Promise<Response> {
  const limit = limitOf(request, timeout);
  const limited = new Request(request, { signal: AbortSignal.any([request.signal, limit.signal]) });
  return new Promise((resolve, reject) => {
    fetch(limited)
      .then(resolve, (error: unknown) => {
        if (!request.signal.aborted || limit.signal.aborted) reject(error);
      })
      .finally(limit.begun);
  });
}

/** How long an answer may take: as a whole, or, where it goes on, until it begins. */
function limitOf(request: Request, timeout: number): { readonly signal: AbortSignal; readonly begun: () => void } {
  if (!GOING_ON.includes(request.headers.get('Accept')))
    return { signal: AbortSignal.timeout(timeout), begun: () => undefined };
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new DOMException('The answer did not begin in time.', 'TimeoutError')),
    timeout,
  );
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}
