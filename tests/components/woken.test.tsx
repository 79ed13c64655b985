// A device that sleeps for longer than an access token is valid has work for the network before its timers. The member
// stays signed in as long as the server renews the session (D-14), and no call goes out with what has expired.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { memory } from '#tests/client/memory.ts';
import { endSessions } from './support/sessions.ts';
import { example, json, NOW, openApp, problem, type OpenedApp } from './support/open-app.tsx';

const MINUTE_MS = 60_000;
const OLD = 'Bearer pat_1';
const NEW = 'Bearer pat_2';
const grant = { result: 'granted', accessToken: 'pat_2', expiresIn: 600, refreshToken: 'prt_2' };

let time = NOW;
afterEach(() => {
  cleanup();
  endSessions();
  time = NOW;
  vi.restoreAllMocks();
});

/** The page of the wallet in a tab whose session can be renewed, as `renew` answers. */
async function openWallet(renew: () => Response | Promise<Response>) {
  const bearers: (string | null)[] = [];
  const wallet = ({ headers }: Request): Response => {
    bearers.push(headers.get('Authorization'));
    // As the server: the token of the time before is not known any more.
    const isKnown = headers.get('Authorization') === (time < NOW + 10 * MINUTE_MS ? OLD : NEW);
    return isKnown ? json(example('GET', '/wallet')) : problem(401, 'session_ended');
  };
  const app = await openApp('/wallet', {
    now: () => time,
    answers: { 'POST /token/refresh': renew, 'GET /wallet': wallet },
    stores: {
      local: memory(),
      tab: memory({
        'perch.accessToken': 'pat_1',
        'perch.expiresAt': new Date(NOW + 10 * MINUTE_MS).toISOString(),
        'perch.refreshToken': 'prt_1',
        'perch.refreshKey': 'key-of-the-refresh',
      }),
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  await waitFor(() => expect(bearers).toEqual([OLD]));
  return { app, bearers };
}

/** The member takes up the device again. */
const wakes = (): Promise<void> => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

const isSignedIn = ({ stores }: OpenedApp): boolean => stores.tab.getItem('perch.accessToken') !== null;

it('reads with the new token once there is one', async () => {
  let renew: (response: Response) => void = () => undefined;
  const renewed = new Promise<Response>((resolve) => void (renew = resolve));
  const { app, bearers } = await openWallet(() => renewed);
  time += 11 * MINUTE_MS;
  await wakes();
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(bearers).toEqual([OLD]);
  renew(json(grant));
  await waitFor(() => expect(bearers).toEqual([OLD, NEW]));
  expect(screen.getByRole('heading', { level: 1, name: 'My wallet' })).toBeDefined();
  expect(isSignedIn(app)).toBe(true);
});

it('stays signed in where the network comes later than the member, who may go on meanwhile', async () => {
  let isReached = false;
  const { app, bearers } = await openWallet(() => {
    if (!isReached) throw new TypeError('no network');
    return json(grant);
  });
  time += 11 * MINUTE_MS;
  await wakes();
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await act(async () => screen.getAllByRole('link', { name: 'Home' })[0]?.click());
  await screen.findByRole('heading', { level: 1, name: /Hello|Home/ });
  expect(isSignedIn(app)).toBe(true);
  isReached = true;
  await wakes();
  await waitFor(() => expect(app.stores.tab.getItem('perch.accessToken')).toBe('pat_2'));
  expect(bearers.slice(1).filter((bearer) => bearer === OLD)).toEqual([]);
});

it('is signed out when the server says that the session is over', async () => {
  const { app } = await openWallet(() => problem(401, 'session_ended'));
  time += 61 * MINUTE_MS;
  await wakes();
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(isSignedIn(app)).toBe(false);
});
