// What maintenance must not take: the way to its page, the dialogs of the page below it, and the way back.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { preloadMemberPages } from '#src/app/routes.tsx';
import { answersOf } from './support/buttons-of-dialogs.ts';
import { dialogs } from './support/asked-dialogs.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, openApp, problem, type Answers } from './support/open-app.tsx';

const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  teachDialogs();
  await Promise.all([preloadMemberPages(), import('#src/pages/maintenance.page.tsx')]);
});
afterEach(cleanup);

const closed = { ...(example('GET', '/status') as object), maintenance: { on: true, until: null } };
const cover = () => screen.findByRole('heading', { name: 'Under maintenance' });
const comesBack = (): void => void window.dispatchEvent(new Event('online'));

describe('a dialog of the page', () => {
  const [{ address, replies, opener, buttons }] = dialogs as [(typeof dialogs)[number]];

  it('is closed while the cover is there, and as it was afterwards', async () => {
    let asked: (() => void) | undefined;
    const answers: Answers = {
      ...answersOf(replies),
      'GET /status': () =>
        new Promise((resolve) => {
          asked = () => resolve(json(example('GET', '/status')));
        }),
    };
    const { services } = await openApp(address, { answers });
    await user.click((await screen.findAllByRole('button', { name: opener['en-US'] }))[0] as HTMLElement);
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog');
    act(() => services.club.tell('closed'));
    await cover();
    expect(dialog.open).toBe(false);
    await act(async () => asked?.());
    await waitFor(() => expect(dialog.open).toBe(true));
    expect(screen.queryByRole('heading', { name: 'Under maintenance' })).toBeNull();
    // Its own buttons still close it.
    await user.click(screen.getByRole('button', { name: buttons['en-US'][0] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that is a menu stays closed', async () => {
    const { services } = await openApp('/Wallet', { answers: { 'GET /status': () => json(closed) } });
    await user.click((await screen.findAllByRole('button', { name: 'Move' }))[0] as HTMLElement);
    const menu = screen.getAllByRole<HTMLDialogElement>('dialog').find((each) => each.open);
    expect(menu?.open).toBe(true);
    act(() => services.club.tell('closed'));
    await cover();
    expect(menu?.open).toBe(false);
  });
});

describe('a member who is not loaded', () => {
  it('sees the page of maintenance, though nothing was rendered when the answer came', async () => {
    await openApp('/Wallet', {
      answers: {
        'GET /account/userInfo': () => problem(503, 'maintenance'),
        'GET /status': () => json(closed),
      },
      meanwhile: async (_, session) => {
        session.start();
        await waitFor(() => expect(session.getSnapshot().matches('userInfoUnavailable')).toBe(true));
      },
    });
    await cover();
  });

  it('is loaded by itself when the network is back', async () => {
    let isAway = true;
    await openApp('/Wallet', {
      answers: {
        'GET /account/userInfo': () => {
          if (isAway) throw new TypeError('no network');
          return json(example('GET', '/account/userInfo'));
        },
      },
    });
    await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    act(comesBack);
    await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  });

  it('is loaded at a press when maintenance is over', async () => {
    let open = (): void => undefined;
    let isClosed = true;
    await openApp('/Wallet', {
      answers: {
        'GET /account/userInfo': () =>
          isClosed ? problem(503, 'maintenance') : json(example('GET', '/account/userInfo')),
        'GET /status': () =>
          new Promise((resolve) => {
            open = () => resolve(json(example('GET', '/status')));
          }),
      },
    });
    await cover();
    isClosed = false;
    await act(async () => open());
    await act(async () => (await screen.findByRole('button', { name: 'Try again' })).click());
    await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  });
});
