import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '#openapi/api.gen.d.ts';

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
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How long a call may take before it counts as unanswered, in milliseconds. */
  readonly timeout?: number;
}

/** Calls that carry no bearer token, whoever makes them; a test compares the list with the description. */
export const anonymousPaths: ReadonlySet<string> = new Set([
  '/token',
  '/token/twoFactor',
  '/token/refresh',
  '/token/revoke',
  '/rules',
  '/status',
  '/account/isExisted',
  '/account/isEmailExists',
  '/account/checkIntroducerAndSeatUser',
  '/account/registerInSeat',
  '/account/SendEmailVerificationCodeNoLogin',
  '/account/verifyEmailNoLogin',
  '/account/forgetPassword',
  '/account/sendResetPasswordCodeByEmail',
  '/account/validateEmailAndUserName',
  '/account/resetPassword',
  '/account/ForgetUsername',
  '/account/sendThawLink',
  '/account/thaw',
  '/contents/{slug}',
]);

/** Long enough for a slow phone, short enough that a member is told in time. */
export const defaultTimeout = 15_000;

/**
 * The one way to the backend. It adds culture and bearer, ends a call that takes too long and says so when a session is
 * over or the club is closed. It shows nothing and goes nowhere: what an answer means is for the caller to say.
 */
export function createApi(options: ApiOptions): Api {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    fetch: (request) => answered(request, options),
    credentials: 'include',
    querySerializer: (query) => new URLSearchParams({ ...(query as Record<string, string>), culture: options.culture() }).toString(),
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
    // The flow that made the call hears its answer first and goes where its chart says; then everybody else hears of it.
    if (bearer !== undefined) setTimeout(() => options.onSessionEnded(bearer), 0);
    if (response.status === 503 && error?.code === 'maintenance') setTimeout(options.onMaintenance, 0);
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

/** Answers that go on after they have begun: as long as they like, since whoever reads them sees that they do. */
const GOING_ON: readonly (string | null)[] = ['text/event-stream', 'text/csv'];

/**
 * The answer to `request`. Rejects when none comes in time. Where the caller gave up, the promise never settles: a flow
 * that React stops and starts again must not take its own farewell for a failed network.
 */
function answered(request: Request, { fetch = (sent) => globalThis.fetch(sent), timeout = defaultTimeout }: ApiOptions): Promise<Response> {
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
  if (!GOING_ON.includes(request.headers.get('Accept'))) return { signal: AbortSignal.timeout(timeout), begun: () => undefined };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('The answer did not begin in time.', 'TimeoutError')), timeout);
  return { signal: limit.signal, begun: () => clearTimeout(timer) };
}
