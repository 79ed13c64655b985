// Notifications on a device, from the press to what the browser shows. A browser of a test reaches no push service, so
// what it would be given there is the test's, and what the server posts there is handed to the browser by the test.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { sendAll, subscribed, type Subscribed } from '#tests/api/support/push.ts';
import type { World } from '#tests/api/support/world.ts';
import { Person } from './support/person.ts';

let browser: Browser;
let club: Club;
let person: Person;

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(() => person.leaves());
afterAll(async () => {
  await browser.close();
  await club.close();
});

const button = (name: string) => person.page.getByRole('button', { name, exact: true });

/** A member at the settings, in a browser that says that it may show notifications. */
async function atSettings({ wanted }: Subscribed): Promise<void> {
  const member = await club.member();
  person = await Person.arrives(browser, club);
  await person.context.grantPermissions(['notifications'], { origin: club.origin });
  await person.context.addInitScript(({ endpoint, publicKey, authSecret }) => {
    let current: object | null = null;
    const subscription = {
      toJSON: () => ({ endpoint, keys: { p256dh: publicKey, auth: authSecret } }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    // A browser without a window has nobody to ask, and refuses whatever it was told to grant.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Object.assign(PushManager.prototype, {
      subscribe: async () => (current = subscription),
      getSubscription: async () => current,
    });
  }, wanted);
  await person.goes('/Notifications');
  await person.signsIn(member.username, member.password);
  await person.isAt('/Notifications');
}

/** Hands a message to the browser, as its push service does. */
async function isHanded(data: string): Promise<void> {
  const devtools = await person.context.newCDPSession(person.page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: club.origin, registrationId, data });
}

interface Shown {
  readonly title: string;
  readonly options: { readonly body?: string; readonly tag?: string; readonly data?: unknown };
}

/** A browser without a screen has nowhere to show a notification: what the worker asks it to show is written down. */
async function watchesNotifications(): Promise<() => Promise<readonly Shown[]>> {
  const [worker = await person.context.waitForEvent('serviceworker')] = person.context.serviceWorkers();
  await worker.evaluate(() => {
    const { registration } = self as unknown as {
      registration: { showNotification: unknown; all: Shown[] };
    };
    registration.all = [];
    registration.showNotification = async (title: string, options: Shown['options']) =>
      void registration.all.push({ title, options });
  });
  return () => worker.evaluate(() => (self as unknown as { registration: { all: Shown[] } }).registration.all);
}

it('a device that is turned on shows what it is sent, and is sent none after it was turned off', async () => {
  const device = subscribed();
  await atSettings(device);
  await button('Turn on').click();
  await person.page.getByText('On: this device is notified.').waitFor();
  await button('Send test').click();
  await person.page.getByText('A test notification is on its way.').first().waitFor();
  const world = { services: club.services } as unknown as World;
  const [posted] = await sendAll(world);
  expect(posted?.endpoint).toBe(device.wanted.endpoint);
  const told = device.open(posted?.body ?? Buffer.alloc(0));
  const shown = await watchesNotifications();
  await isHanded(JSON.stringify(told));
  await expect
    .poll(shown)
    .toMatchObject([
      { title: 'Perch', options: { body: told.text, tag: 'test', data: '/Notifications', lang: 'en-US' } },
    ]);
  await button('Turn off').click();
  await button('Turn on').waitFor();
  expect(await club.db.selectFrom('push_devices').select('id').execute()).toEqual([]);
  expect(await sendAll(world)).toEqual([]);
});
