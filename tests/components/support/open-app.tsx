import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { act, render } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '#src/app/app.tsx';
import { IN_APP_PAGE } from '#src/i18n/areas.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { DEFAULT_CULTURE, type Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { settleCulture } from '#src/session/mail-token.tsx';
import type { SessionActor } from '#src/session/session.actor.ts';
import { createServices, type Services } from '#src/services/services.ts';
import { createStorage } from '#src/services/storage.ts';
import { memory } from '#tests/client/memory.ts';
import { watchReads, type AskedReads } from './asked-reads.ts';
import { example as exampleOf } from './examples.ts';
import { sessionOfTest } from './sessions.ts';

/** The time at which the app is opened. */
export const NOW = Date.parse('2026-11-21T04:00:00Z');

type Method = 'GET' | 'POST';

/** Responses by method and path, such as `POST /account/profile`. */
export type Answers = Record<string, (request: Request) => Response | Promise<Response>>;

/** What the app has sent. */
export interface SentCall {
  readonly call: string;
  readonly key: string | null;
  readonly search: URLSearchParams;
  readonly body: unknown;
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  });
}

/** A problem as the server sends it. */
export function problem(status: number, code: string, rest: object = {}): Response {
  return json({ type: `urn:perch:problem:${code}`, title: code, status, code, reference: 'req-7d1f', ...rest }, status);
}

/** The description's example of a successful response. */
export function example(method: Method, path: string): unknown {
  return exampleOf(method, path);
}

/** What a browser stores, beyond one page. */
interface Stores {
  readonly local: ReturnType<typeof memory>;
  readonly tab: ReturnType<typeof memory>;
}

export interface OpenedApp {
  readonly services: Services;
  readonly sent: SentCall[];
  /** Everything that the browser has stored of the app, as one text. */
  readonly stored: () => string;
  readonly stores: Stores;
  /** As the browser's Back. */
  readonly back: () => Promise<void>;
}

/** Keeps a URL at the page that is shown, and how the page before is reached. */
function Follow({ url, way }: { readonly url: URL; readonly way: { back: () => void } }): null {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    way.back = () => void navigate(-1);
  });
  url.href = new URL(pathname + search + hash, url).href;
  return null;
}

function silentStream(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** A response of a test, once what it says is remembered. */
async function learnt(reads: AskedReads, request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) reads.learn(request, await response.clone().json());
  return response;
}

/**
 * Opens the whole app at a URL, with a server that sends the description's examples where `answers` has nothing. With
 * the `stores` of an app that was opened before, it is the same tab, reloaded. Without a `culture` the app begins in
 * the language that the browser has stored or the URL names, like the entry point of the client.
 */
export async function openApp(
  address: string,
  {
    answers = {},
    culture: given = 'en-US',
    signedIn = true,
    state = null,
    now = () => NOW,
    stored: items = {},
    stores,
    meanwhile = () => Promise.resolve(),
  }: {
    answers?: Answers;
    culture?: Culture | null;
    signedIn?: boolean;
    state?: object | null;
    now?: () => number;
    /** Items that the browser keeps, by their keys. */
    stored?: Readonly<Record<string, string>>;
    stores?: Stores;
    /** What happens before anything is rendered. */
    meanwhile?: (services: Services, session: SessionActor) => Promise<void>;
  } = {},
): Promise<OpenedApp> {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { local, tab } = stores ?? {
    local: memory(items),
    tab: memory(
      signedIn ? { 'perch.accessToken': 'pat_1', 'perch.expiresAt': new Date(NOW + 600_000).toISOString() } : {},
    ),
  };
  const opened = new URL(address, 'http://localhost');
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, to?: string | URL | null) =>
      void (opened.href = new URL(to ?? '', opened).href),
  };
  const culture = given ?? settleCulture(createStorage(local, tab), opened, history) ?? DEFAULT_CULTURE;
  const { pathname, search, hash } = opened;
  const catalogue = Object.fromEntries(
    await Promise.all(IN_APP_PAGE.map(async (area) => [area, await loadArea(culture, area)] as const)),
  );
  const sent: SentCall[] = [];
  const reads = watchReads();
  const stored = (): string => JSON.stringify([...local.entries, ...tab.entries]);
  let ids = 0;
  const services = createServices({
    local,
    tab,
    channel: null,
    locks: null,
    origin: 'http://localhost',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => culture,
    now,
    newId: () => `id-${String((ids += 1)).padStart(8, '0')}`,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const path = pathname.replace(/^\/api/, '');
      const call = `${request.method} ${path}`;
      const text = await request.clone().text();
      const answer = answers[call];
      // The frame's stream is open and tells nothing, unless the test is about it.
      if (call === 'GET /events' && answer === undefined) return silentStream(request.signal);
      sent.push({
        call,
        key: request.headers.get('Idempotency-Key'),
        search: searchParams,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      });
      reads.ask(request, text, {
        culture,
        accessToken: services.storage.get('accessToken'),
        from: opened,
        stored: stored(),
        typed: [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(({ value }) => value),
      });
      if (answer !== undefined) return learnt(reads, request, await answer(request));
      const body = example(request.method as Method, path);
      if (body === null) throw new TypeError('no network');
      reads.learn(request, body);
      return json(body);
    },
  });
  // As if a page that was left had passed a message to this one.
  const entry = { pathname, search, hash, state };
  const way = { back: (): void => undefined };
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[entry]}>
      <Follow url={opened} way={way} />
      {children}
    </MemoryRouter>
  );
  const i18n = createI18n({ culture, catalogue, load: loadArea });
  document.documentElement.lang = culture;
  const session = sessionOfTest(services);
  await meanwhile(services, session);
  await act(async () => render(<App services={services} session={session} i18n={i18n} Router={Router} />));
  return { services, sent, stores: { local, tab }, stored, back: () => act(async () => way.back()) };
}
