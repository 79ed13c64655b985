import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, openApp, problem, type Answers } from './support/open-app.tsx';

/** Notifications on this device: what the page says for each browser, asks it for, and sends to the server. */

const user = userEvent.setup({ delay: null });
const KEY = `B${'A'.repeat(86)}`;
const WANTED = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/1',
  publicKey: `B${'B'.repeat(86)}`,
  authSecret: 'C'.repeat(22),
};
/** SHA-256 of that address, in base64url. */
const HASH = '1-zJ7WJzqB7me6D_Vg3teLIXbqiOsuTwCMSXZ0jhlu8';
const ON = { key: KEY, on: true, endpointHash: HASH };
const OFF = { key: KEY, on: false, endpointHash: null };
const TURN_ON = 'POST /notices/push';

/** A browser with Web Push: what its user decides, and what it is subscribed to. */
interface Browser {
  permission: NotificationPermission;
  decides: NotificationPermission;
  subscription: { readonly key: string } | null;
  reaches: boolean;
  readonly unsubscribed: string[];
}
let browser: Browser;

function asPlatform({ key }: { readonly key: string }) {
  return {
    toJSON: () => ({ endpoint: WANTED.endpoint, keys: { p256dh: WANTED.publicKey, auth: WANTED.authSecret } }),
    unsubscribe: async () => {
      browser.subscription = null;
      browser.unsubscribed.push(key);
      return true;
    },
  };
}

const pushManager = {
  getSubscription: async () => (browser.subscription === null ? null : asPlatform(browser.subscription)),
  subscribe: async ({ applicationServerKey: key }: { readonly applicationServerKey: string }) => {
    if (!browser.reaches) throw new DOMException('no push service', 'AbortError');
    browser.subscription = { key };
    return asPlatform({ key });
  },
};

function hasPush(): void {
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal(
    'Notification',
    class {
      static get permission() {
        return browser.permission;
      }
      static async requestPermission() {
        browser.permission = browser.decides;
        return browser.decides;
      }
    },
  );
}

beforeAll(async () => {
  await Promise.all([
    import('#src/frames/member-frame.tsx'),
    import('#src/flows/notice-settings/notice-settings.route.tsx'),
    import('#src/flows/sign-out/sign-out.route.tsx'),
  ]);
});
beforeEach(() => {
  browser = { permission: 'default', decides: 'granted', subscription: null, reaches: true, unsubscribed: [] };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const button = (name: string) => screen.findByRole('button', { name });
const opens = (here: { key: string | null; on: boolean; endpointHash: string | null }, answers: Answers = {}) =>
  openApp('/Notifications', { answers: { 'GET /notices/push': () => json(here), ...answers } });

/** A browser that was turned on before. */
function isTurnedOn(): void {
  browser.permission = 'granted';
  browser.subscription = { key: KEY };
}

describe('a browser', () => {
  it('without Web Push says what an iPhone needs, and asks the server nothing', async () => {
    const { sent } = await opens(OFF);
    await screen.findByText(/add Perch to your Home Screen/);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
    expect(sent.map(({ call }) => call)).not.toContain('GET /notices/push');
  });

  it('is turned on by a press, with the key of the club, and off by another', async () => {
    hasPush();
    const { sent } = await opens(OFF, {
      [TURN_ON]: () => json(ON),
      'POST /notices/push/off': () => json(OFF),
    });
    await user.click(await button('Turn on'));
    await screen.findByText('On: this device is notified.');
    expect(browser.subscription).toEqual({ key: KEY });
    expect(sent.find(({ call }) => call === TURN_ON)).toMatchObject({ body: WANTED, key: expect.any(String) });
    await user.click(await button('Turn off'));
    await button('Turn on');
    expect([browser.subscription, browser.unsubscribed]).toEqual([null, [KEY]]);
  });

  it('gives up what another member had turned on in it', async () => {
    hasPush();
    isTurnedOn();
    browser.subscription = { key: 'of somebody else' };
    await opens(OFF, { [TURN_ON]: () => json(ON) });
    await user.click(await button('Turn on'));
    await button('Turn off');
    expect([browser.subscription, browser.unsubscribed]).toEqual([{ key: KEY }, ['of somebody else']]);
  });

  it('that may show none any more is off, whatever the server remembers', async () => {
    hasPush();
    isTurnedOn();
    browser.permission = 'default';
    await opens(ON);
    await button('Turn on');
  });

  it.each([
    ['has another subscription', true],
    ['has none', false],
  ])('that %s than the server is told that another one is notified, and ends it', async (_, subscribed) => {
    hasPush();
    browser.permission = 'granted';
    if (subscribed) isTurnedOn();
    const another = { ...ON, endpointHash: 'A'.repeat(43) };
    const { sent } = await opens(another, { 'POST /notices/push/off': () => json(OFF) });
    await screen.findByText('Another browser gets your notifications');
    expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull();
    await user.click(await button('Turn off'));
    await button('Turn on');
    expect(screen.queryByText('Another browser gets your notifications')).toBeNull();
    expect(sent.map(({ call }) => call)).toContain('POST /notices/push/off');
  });

  it('sends itself a test', async () => {
    hasPush();
    isTurnedOn();
    const { sent } = await opens(ON, { 'POST /notices/push/test': () => json(ON) });
    await user.click(await button('Send test'));
    await screen.findAllByText('A test notification is on its way.');
    expect(sent.map(({ call }) => call)).toContain('POST /notices/push/test');
  });

  it('unsubscribes when its member signs out', async () => {
    hasPush();
    isTurnedOn();
    await openApp('/Signout', { answers: { 'POST /token/revoke': () => new Response(null, { status: 204 }) } });
    await user.click(await button('Sign out'));
    await vi.waitFor(() => expect(browser.unsubscribed).toEqual([KEY]));
  });
});

describe('what is not turned on', () => {
  it.each([
    ['not answered', { decides: 'default' as const }, 'Notifications are still off'],
    ['out of reach of its service', { reaches: false }, 'Notifications couldn’t be turned on'],
  ])('because it is %s says so, sends nothing, and can be tried again', async (_, how, title) => {
    hasPush();
    Object.assign(browser, how);
    const { sent } = await opens(OFF, { [TURN_ON]: () => json(ON) });
    await user.click(await button('Turn on'));
    await screen.findByText(title);
    expect(sent.map(({ call }) => call)).not.toContain(TURN_ON);
    Object.assign(browser, { decides: 'granted', reaches: true });
    await user.click(await button('Turn on'));
    await button('Turn off');
    expect(screen.queryByText(title)).toBeNull();
  });

  const BLOCKED = 'Your browser blocks notifications from Perch';

  it('because the browser blocks it is said before any press, and nothing can be pressed until it allows them', async () => {
    hasPush();
    browser.permission = 'denied';
    await opens(OFF, { [TURN_ON]: () => json(ON) });
    await screen.findByText(BLOCKED);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
    browser.permission = 'default';
    act(() => void window.dispatchEvent(new Event('focus')));
    await user.click(await button('Turn on'));
    await button('Turn off');
    expect(screen.queryByText(BLOCKED)).toBeNull();
  });

  it('because its user has just refused it takes the button away, and sends nothing', async () => {
    hasPush();
    browser.decides = 'denied';
    const { sent } = await opens(OFF);
    await user.click(await button('Turn on'));
    await screen.findByText(BLOCKED);
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
    expect(sent.map(({ call }) => call)).not.toContain(TURN_ON);
  });

  it('because the server refuses the service has its reason', async () => {
    hasPush();
    await opens(OFF, { [TURN_ON]: () => problem(409, 'push_service_unknown') });
    await user.click(await button('Turn on'));
    await screen.findByText('Perch can’t send to this browser');
    await button('Turn on');
  });

  it('because the club sends nothing has no switch', async () => {
    hasPush();
    await opens({ ...OFF, key: null });
    await screen.findByText('Perch doesn’t send notifications to devices at the moment.');
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });
});
