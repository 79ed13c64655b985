// The service worker: it shows a screen of its own where a page can't be had for lack of a network, and does nothing
// else. It holds the files of that screen and no other, so it can neither keep anything of a member nor mix two
// releases.
export {};

/** What the build writes in front of this file: a name that changes with the files, and the files. */
interface Shell {
  readonly cache: string;
  readonly cultures: readonly string[];
  /** Addresses of the screen in each language and of all that it loads. */
  readonly files: readonly string[];
}

/** The parts of a service worker's surroundings that the DOM's types don't know. */
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
interface Scope {
  readonly perchShell: Shell;
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } };
  readonly clients: { claim: () => Promise<void> };
  readonly cookieStore?: { get: (name: string) => Promise<{ readonly value?: string } | null> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install', listener: (event: Installing) => void) => void) &
    ((type: 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void);
}

const worker = self as unknown as Scope;
const { cache, cultures, files } = worker.perchShell;

/**
 * What is kept was asked for without cookies and is the same for everybody, whatever an answer says that it depends on.
 */
const PLAIN = { ignoreVary: true };

/** Calls go past the worker, without waiting for it to wake where the browser can do that. */
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

async function keepScreen(): Promise<void> {
  const shelf = await caches.open(cache);
  // Without cookies: what is kept is the same for everybody.
  await shelf.addAll(files.map((file) => new Request(file, { cache: 'no-cache', credentials: 'omit' })));
  // Pages take nothing from here but the screen without a network, so a new release need not wait for old tabs to
  // close.
  await worker.skipWaiting();
}

async function forgetOtherReleases(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cache).map((name) => caches.delete(name)));
  // The browser asks for a page while the worker still wakes.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The page as the network has it, always; the screen only where the network has none. */
async function pageOf({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    return (await screenOf()) ?? Promise.reject(error as Error);
  }
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
  return new Response((await kept.text()).replace('<html', `<html${attribute}`), { status: 503, headers });
}

/** The culture that a language means: `ja` and `ja-JP` mean Japanese. */
function known(language: string | undefined): string | undefined {
  const [wanted] = (language ?? '').toLowerCase().split('-');
  return cultures.find((culture) => culture.toLowerCase().startsWith(`${wanted}-`));
}

/**
 * The member's choice as the cookie tells it; a browser that hides cookies from workers has the language of the device.
 */
async function choice(name: 'culture' | 'theme'): Promise<string | undefined> {
  const cookie = await worker.cookieStore?.get(name).catch(() => null);
  return cookie?.value;
}
