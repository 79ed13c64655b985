import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '#openapi/api.gen.d.ts';
import openPaths from '#openapi/open-paths.gen.json' with { type: 'json' };
import { firstOf } from './first-signal.ts';

/** The typed client of the API: `api.GET('/rules', …)`. */
export type Api = Client<paths>;

export interface ApiOptions {
  /** The absolute address of the API, for example `https://perch.example/api`. */
  readonly baseUrl: string;
  /** The member's language, sent with every call. */
  readonly culture: () => components['schemas']['Culture'];
  /** The bearer token, null when nobody is signed in. The call is sent once it is there, and fails if it rejects. */
  readonly accessToken: () => Promise<string | null>;
  /** Called when a call that carried `accessToken` was answered with 401 (SRC §8). */
  readonly onSessionEnded: (accessToken: string) => void;
  /** Called when a call was refused because the club is under maintenance (D-23). */
  readonly onMaintenance: () => void;
  /** Called when a response arrives after a call that got none, or that the server was unable to process. */
  readonly onReached?: () => void;
  /** Called when a call that may change something is sent, and when it is over: earlier readings may be outdated. */
  readonly onAct?: () => void;
  /** Called with each response. */
  readonly onResponse?: (response: Response) => void;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How long a call may take before it counts as unanswered, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Calls that never carry a bearer token: those that the contract opens to everybody, and signing out, whose body has
 * the token that was just forgotten.
 */
const anonymousPaths: ReadonlySet<string> = new Set([...openPaths, '/token/revoke' satisfies keyof paths]);

/** Long enough for a slow phone, short enough that a member does not wait in vain. */
const defaultTimeout = 15_000;

/**
 * The only access to the backend. It adds language and bearer token, ends a call that takes too long, and reports when
 * a session is over or the club is under maintenance. It shows nothing and navigates nowhere: the caller decides what a
 * response means.
 */
export function createApi(options: ApiOptions): Api {
  const watch = createWatch(options);
  // What an endpoint of its own answers, as one of rates, says nothing about the club or the session.
  const club = new URL(options.baseUrl.replace(/\/?$/, '/')).href;
  const isClub = (request: Request): boolean => request.url.startsWith(club);
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    fetch: (request) =>
      isClub(request) ? watch.follow(request, answered(request, options)) : answered(request, options),
    credentials: 'include',
    querySerializer: (query) =>
      new URLSearchParams({ ...(query as Record<string, string>), culture: options.culture() }).toString(),
  });
  /** The answers of the club, with the token that a refused call carried. */
  const ofClub = new WeakMap<Response, string | null>();
  client.use({
    async onRequest({ request, schemaPath }) {
      // A call without credentials must not reveal who makes it; the end of the session is all that it could report.
      const anonymous = anonymousPaths.has(schemaPath) || request.credentials === 'omit';
      const token = anonymous ? null : await options.accessToken();
      if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
    },
    onResponse({ request, response }) {
      if (!isClub(request)) return;
      options.onResponse?.(response);
      const bearer = response.status === 401 ? request.headers.get('Authorization') : null;
      ofClub.set(response, bearer?.slice('Bearer '.length) ?? null);
    },
  });
  return afterEach(client, ({ response, error }) => {
    const bearer = ofClub.get(response);
    if (bearer === undefined) return;
    // The flow that made the call receives its response first and goes where its chart says; then everybody else is
    // notified.
    if (bearer !== null) setTimeout(() => options.onSessionEnded(bearer), 0);
    if (response.status !== UNAVAILABLE) return;
    if (error?.code === 'maintenance') setTimeout(options.onMaintenance, 0);
    else if (error?.code !== 'books_stopped') watch.lost();
  });
}

/** A response, and its problem if it is a refusal. */
interface Answered {
  readonly response: Response;
  readonly error?: { readonly code?: string };
}

/** The same client, with a callback for every response once the caller has all of it. */
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

/** Answered without the database, so it does not show whether other calls would be answered. */
const STATUS_PATH = /\/status$/;
const UNAVAILABLE = 503;

interface Watch {
  /** Passes the call on, and says so if it is an act. A 503 says nothing about the server before its body is read. */
  readonly follow: (request: Request, call: Promise<Response>) => Promise<Response>;
  /** A response arrived, but the server or something it needs is not working at the moment. */
  readonly lost: () => void;
}

/**
 * Watches whether the calls are answered by a working server, and reports when a call that was made after a failure is.
 */
function createWatch({ onReached = () => undefined, onAct = () => undefined }: ApiOptions): Watch {
  let calls = 0;
  /**
   * The number of the newest call at the time of the last failure, and whether that failure was a response; null while
   * all is well.
   */
  let failed: { readonly at: number; readonly answered: boolean } | null = null;
  const isEnd = (request: Request, began: number) =>
    failed !== null && began > failed.at && !(failed.answered && STATUS_PATH.test(new URL(request.url).pathname));
  return {
    async follow(request, call) {
      const began = (calls += 1);
      const isAct = request.method !== 'GET';
      if (isAct) onAct();
      try {
        const answer = await call;
        if (answer.status !== UNAVAILABLE && isEnd(request, began)) {
          failed = null;
          // The caller of the answered call is notified first.
          setTimeout(onReached, 0);
        }
        return answer;
      } catch (error) {
        failed = { at: calls, answered: false };
        throw error;
      } finally {
        if (isAct) onAct();
      }
    },
    lost() {
      failed = { at: calls, answered: true };
    },
  };
}

/**
 * The answer to `request`. Rejects when none comes in time. Where the caller gave up, the promise never settles: a flow
 * that React stops and starts again must not take its own end for a failed network.
 */
function answered(
  request: Request,
  { fetch = (sent) => globalThis.fetch(sent), timeout = defaultTimeout }: ApiOptions,
): Promise<Response> {
  const limit = limitOf(request, timeout);
  const limited = new Request(request, { signal: firstOf(request.signal, limit.signal) });
  return new Promise((resolve, reject) => {
    fetch(limited)
      .then(resolve, (error: unknown) => {
        if (!request.signal.aborted || limit.signal.aborted) reject(error);
      })
      .finally(limit.begun);
  });
}

/**
 * How long a response may take: as a whole or, if it is a stream, until it begins. A stream may take any time, since
 * its reader sees it continue; only streams are asked for by their type.
 */
function limitOf(request: Request, timeout: number): { readonly signal: AbortSignal; readonly begun: () => void } {
  if (!request.headers.has('Accept')) return { signal: AbortSignal.timeout(timeout), begun: () => undefined };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}
