// The service worker shows a screen of its own if a page can't be loaded for lack of a network, and what the club sends
// to this browser (Web Push), and does nothing else. It caches only the files of that screen, so it can neither keep
// anything of a member nor mix two releases.
export {};

/** What the build writes in front of this file: a name that changes with the files, and the files. */
interface Shell {
  readonly cache: string;
  readonly cultures: readonly string[];
  /** URLs of the screen in each language and of everything that it loads. */
  readonly files: readonly string[];
}

/** The parts of a service worker's environment that the DOM types lack. */
interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Installing extends Lasting {
  addRoutes?: (rules: readonly object[]) => Promise<void>;
}
interface Fetching extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
interface Pushed extends Lasting {
  readonly data: { json: () => unknown } | null;
}
interface Pressed extends Lasting {
  readonly notification: Notification;
}
interface Tab {
  focus: () => Promise<unknown>;
  postMessage: (message: string, ports: readonly MessagePort[]) => void;
}
interface Scope {
  readonly perchShell: Shell;
  readonly registration: {
    readonly navigationPreload?: { enable: () => Promise<void> };
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
  };
  readonly clients: {
    claim: () => Promise<void>;
    matchAll: (wanted: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Tab[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  readonly cookieStore?: { get: (name: string) => Promise<{ readonly value?: string } | null> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: Installing) => void) => void) &
    ((type: 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'push', listener: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', listener: (event: Pressed) => void) => void);
}

const worker = self as unknown as Scope;
const { cache, cultures, files } = worker.perchShell;

/**
 * The cached files were requested without cookies and are the same for everybody, whatever their `Vary` header says.
 */
const PLAIN = { ignoreVary: true };

/** API calls bypass the worker, without waiting for it to start if the browser supports that. */
const CALLS = '/api/';

worker.addEventListener('install', (event) => {
  event.waitUntil(keepScreen());
  event.waitUntil(
    Promise.resolve(
      event.addRoutes?.([{ condition: { urlPattern: { pathname: `${CALLS}*` } }, source: 'network' }]),
    ).catch(() => undefined),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherReleases());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith(CALLS)) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (files.includes(pathname))
    event.respondWith(caches.match(pathname, PLAIN).then((kept) => kept ?? fetch(request)));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(show(event));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** A browser takes a subscription away if a message shows nothing, so one that can't be read says the club's name. */
async function show({ data }: Pushed): Promise<void> {
  let told: unknown;
  try {
    told = data?.json();
  } catch {
    told = undefined;
  }
  const { tag = '', text = '', page = '/', culture = '' } = (told ?? {}) as Readonly<Partial<Record<string, string>>>;
  await worker.registration.showNotification('Perch', {
    body: text,
    // The same notice is shown once, even if it is sent twice.
    tag,
    lang: culture,
    icon: '/icon-192.png',
    data: page,
  });
}

/** Less than what browsers allow between a press and the window that it opens. */
const TELLS_MS = 400;

/** Goes to a page of the app: in the tab that shows it, or a new one, so that no form in another is left. */
async function open(page: unknown): Promise<void> {
  const wanted = new URL(typeof page === 'string' ? page : '/', location.origin);
  const { href } = wanted.origin === location.origin ? wanted : new URL('/', location.origin);
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = await Promise.all(tabs.map(shownBy));
  const tab = tabs.find((_, index) => shown[index] === href);
  const isThere =
    tab !== undefined &&
    (await tab.focus().then(
      () => true,
      () => false,
    ));
  if (!isThere) await worker.clients.openWindow(href);
}

/**
 * What a tab shows now (src/frames/register-worker.ts); null if it does not say. The worker itself knows only the
 * address with which the tab was loaded.
 */
function shownBy(tab: Tab): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const say = (told: unknown): void => {
      port1.close();
      resolve(told);
    };
    port1.onmessage = ({ data }) => say(data);
    setTimeout(say, TELLS_MS, null);
    tab.postMessage('where', [port2]);
  });
}

async function keepScreen(): Promise<void> {
  const store = await caches.open(cache);
  // Without cookies: the cached files are the same for everybody.
  await store.addAll(files.map((file) => new Request(file, { cache: 'no-cache', credentials: 'omit' })));
  // Pages use nothing of the worker except the offline screen, so a new release need not wait until old tabs are
  // closed.
  await worker.skipWaiting();
}

async function forgetOtherReleases(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cache).map((name) => caches.delete(name)));
  // The browser requests a page while the worker is still starting.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The page from the network, always; the offline screen only if there is no network, or no server behind a proxy. */
async function pageOf({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    return (isOfProxy(answer) && (await screenOf())) || answer;
  } catch (error) {
    return (await screenOf()) ?? Promise.reject(error as Error);
  }
}

/** The club's own answer, such as that of a probe, is JSON; a proxy's is an empty page, or one of its own. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !/json/.test(headers.get('content-type') ?? '');
}

async function screenOf(): Promise<Response | null> {
  const culture =
    [await choice('culture'), ...navigator.languages].map(known).find((found) => found !== undefined) ?? cultures[0];
  const kept = await caches.match(`/offline.${culture}.html`, PLAIN);
  if (kept === undefined) return null;
  const theme = await choice('theme');
  const attribute = theme === 'light' || theme === 'dark' ? ` data-theme="perch-${theme}"` : '';
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  const policy = kept.headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', policy);
  return new Response(
    (await kept.text()).replace('<html', () => `<html${attribute}`),
    { status: 503, headers },
  );
}

/** The supported language for a language tag: `ja` and `ja-JP` both mean Japanese. */
function known(language: string | undefined): string | undefined {
  const [wanted] = (language ?? '').toLowerCase().split('-');
  return cultures.find((culture) => culture.toLowerCase().startsWith(`${wanted}-`));
}

/** The member's choice from the cookie; if a browser hides cookies from workers, the language of the device is used. */
async function choice(name: 'culture' | 'theme'): Promise<string | undefined> {
  const cookie = await worker.cookieStore?.get(name).catch(() => null);
  return cookie?.value;
}
