// What the service worker does with messages of the club: it always shows one, and a press goes to its page. And which
// screen it shows where there is no page.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const ORIGIN = 'https://wallet.example';
const SHOWN = { title: 'Perch', icon: '/icon-192.png' };

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly lang: string;
  readonly data: unknown;
}

const listeners = new Map<string, (event: object) => void>();
let shown: Shown[] = [];
let opened: string[] = [];
let tabs: {
  readonly focus: () => Promise<void>;
  readonly postMessage: (message: string, ports: readonly MessagePort[]) => void;
}[] = [];
let focused: string[] = [];

const scope = {
  perchShell: { cache: 'perch-test', cultures: ['en-US'], files: [] },
  registration: {
    showNotification: (title: string, options: Omit<Shown, 'title'>) => {
      shown.push({ title, ...options });
      return Promise.resolve();
    },
  },
  clients: {
    matchAll: () => Promise.resolve(tabs),
    openWindow: (address: string) => {
      opened.push(address);
      return Promise.resolve(null);
    },
  },
  addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
};

beforeAll(async () => {
  vi.stubGlobal('self', scope);
  vi.stubGlobal('location', new URL(ORIGIN));
  await import('#src/shell/worker.ts');
  return () => vi.unstubAllGlobals();
});
beforeEach(() => {
  [shown, opened, tabs, focused] = [[], [], [], []];
});

/** Lets the worker handle an event, to the end of what it waits for. */
async function happens(type: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}

const arrives = (json: (() => unknown) | null) => happens('push', { data: json === null ? null : { json } });
async function isPressed(page: unknown): Promise<boolean> {
  let isClosed = false;
  await happens('notificationclick', { notification: { data: page, close: () => (isClosed = true) } });
  return isClosed;
}
/** A tab that shows a page; null is one that does not say which. */
const tab = (path: string | null, focus: () => Promise<void> = async () => void focused.push(`${ORIGIN}${path}`)) => {
  tabs.push({ focus, postMessage: (_, [port]) => path !== null && port?.postMessage(`${ORIGIN}${path}`) });
};

describe('a message', () => {
  it('is shown in its language, the same notice in the same place', async () => {
    await arrives(() => ({ tag: '42', text: 'A deposit was credited', page: '/Receipt/1', culture: 'en-US' }));
    expect(shown).toEqual([{ ...SHOWN, body: 'A deposit was credited', tag: '42', lang: 'en-US', data: '/Receipt/1' }]);
  });

  it.each([
    ['without a text', null],
    ['of another form', () => JSON.parse('no') as unknown],
    ['that says nothing', () => null],
  ])('%s is shown nevertheless, by the name of the club', async (_, json) => {
    await arrives(json);
    expect(shown).toEqual([{ ...SHOWN, body: '', tag: '', lang: '', data: '/' }]);
  });
});

describe('a press', () => {
  it('closes the notification and opens its page, and leaves the tabs of other pages', async () => {
    tab('/Withdraw');
    expect(await isPressed('/Receipt/1')).toBe(true);
    expect([opened, focused]).toEqual([[`${ORIGIN}/Receipt/1`], []]);
  });

  it('goes to the tab that shows the page already', async () => {
    tab('/Withdraw');
    tab('/Contact?ticket=Q-7K2M-9QXD');
    await isPressed('/Contact?ticket=Q-7K2M-9QXD');
    expect([opened, focused]).toEqual([[], [`${ORIGIN}/Contact?ticket=Q-7K2M-9QXD`]]);
  });

  it('does not wait for a tab that says nothing, and opens a page if a tab can’t be shown', async () => {
    tab(null);
    await isPressed('/Wallet');
    tab('/Wallet', () => Promise.reject(new TypeError('Not allowed')));
    await isPressed('/Wallet');
    expect([opened, focused]).toEqual([[`${ORIGIN}/Wallet`, `${ORIGIN}/Wallet`], []]);
  });

  it.each(['https://evil.example/', '//evil.example/', undefined])('never leaves the app: %s', async (page) => {
    await isPressed(page);
    expect(opened.every((address) => address.startsWith(`${ORIGIN}/`))).toBe(true);
    expect(opened).toHaveLength(1);
  });
});

describe('a page', () => {
  const PAGE = { mode: 'navigate', method: 'GET', url: `${ORIGIN}/Wallet` };
  const screen = () => new Response('<html>No connection', { headers: { 'content-type': 'text/html' } });
  let kept: Response | undefined;
  beforeEach(() => {
    kept = screen();
    vi.stubGlobal('caches', { match: () => Promise.resolve(kept) });
    vi.stubGlobal('navigator', { languages: ['en-US'] });
  });

  async function answerTo(request: object, answer: Response): Promise<{ status: number; text: string } | null> {
    const given: Promise<Response>[] = [];
    const respondWith = (response: Promise<Response>) => given.push(response);
    listeners.get('fetch')?.({ request, preloadResponse: Promise.resolve(answer), respondWith });
    const response = await given[0];
    return response === undefined ? null : { status: response.status, text: await response.text() };
  }

  it.each([502, 503, 504])('that a proxy has no server for, %i, is the stored screen', async (status) => {
    expect(await answerTo(PAGE, new Response('', { status }))).toEqual({ status: 503, text: '<html>No connection' });
  });

  it.each([200, 404, 500])('with status %i is what the club answered', async (status) => {
    expect(await answerTo(PAGE, new Response('page', { status }))).toEqual({ status, text: 'page' });
  });

  it('is what was answered if there is no screen, or if the club itself said it', async () => {
    const probe = () => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
    expect(await answerTo(PAGE, probe())).toEqual({ status: 503, text: '{}' });
    kept = undefined;
    expect(await answerTo(PAGE, new Response('', { status: 502 }))).toEqual({ status: 502, text: '' });
  });

  it('is all that it answers for', async () => {
    const call = { ...PAGE, mode: 'cors', url: `${ORIGIN}/api/status` };
    expect(await answerTo(call, new Response('', { status: 503 }))).toBeNull();
  });
});
