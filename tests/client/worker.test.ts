// What the service worker does with messages of the club: it always shows one, and a press goes to its page.
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
let tabs: { readonly url: string; readonly focus: () => Promise<void> }[] = [];
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
const tab = (path: string) => {
  const url = `${ORIGIN}${path}`;
  tabs.push({ url, focus: async () => void focused.push(url) });
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

  it.each(['https://evil.example/', '//evil.example/', undefined])('never leaves the app: %s', async (page) => {
    await isPressed(page);
    expect(opened.every((address) => address.startsWith(`${ORIGIN}/`))).toBe(true);
    expect(opened).toHaveLength(1);
  });
});
