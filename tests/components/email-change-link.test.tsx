import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { teachDialogs } from './support/dialogs.ts';
import { json, NOW, openApp, problem } from './support/open-app.tsx';

/** The mailed link of an email change, opened on a device where nobody is signed in (SRC §5, P-1). */

const TOKEN = 'Zm9vYmFyLXRva2Vu_0';
const LINK = `/ChangeEmail2#token=ce%2F${TOKEN}`;
const SEND = 'POST /account/SendChangeEmailVerificationCode';
const granted = {
  result: 'granted',
  accessToken: 'pat_2',
  expiresAt: '2026-11-21T04:10:00Z',
  expiresIn: 600,
  refreshToken: 'prt_2',
  refreshExpiresAt: '2026-11-21T05:00:00Z',
};
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  teachDialogs();
  await Promise.all([
    import('#src/flows/sign-in/sign-in.route.tsx'),
    import('#src/flows/email-change/email-change.route.tsx'),
    import('#src/pages/account/account.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function signIn() {
  await user.type(await screen.findByRole('textbox', { name: 'Username' }), 'demo');
  await user.type(screen.getByLabelText('Password'), 'perch-demo-passphrase');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

async function nameAddress() {
  await user.type(await screen.findByRole('textbox', { name: 'New email' }), 'new@perch.example');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
}

describe('a link that is opened without a session', () => {
  it.each([
    ['with the token in its fragment', LINK],
    ['with the token in its query, as the source has it', LINK.replace('#', '?')],
  ])('%s leads to signing in, back to its page, and its token to the server with a plus sign', async (_, link) => {
    const { sent, stored } = await openApp(link, { signedIn: false, answers: { 'POST /token': () => json(granted) } });
    await screen.findByRole('button', { name: 'Sign in' });
    expect(stored()).toContain('/ChangeEmail2');
    expect(stored()).not.toContain(TOKEN);
    await signIn();
    await nameAddress();
    await screen.findByRole('heading', { name: 'Confirm your new email' });
    expect(sent.find(({ call }) => call === SEND)?.body).toEqual({ email: 'new@perch.example', token: `ce+${TOKEN}` });
    expect(stored()).not.toContain(TOKEN);
  });

  it('begins at the first step after a reload, since the token was only in memory', async () => {
    const first = await openApp(LINK, { signedIn: false });
    await screen.findByRole('button', { name: 'Sign in' });
    const { recall } = first.services;
    expect([recall.address(), recall.token()]).toEqual(['/ChangeEmail2', `ce+${TOKEN}`]);
    cleanup();
    // The new page has what is stored, and nothing of the earlier page's memory.
    await openApp('/ChangeEmail2');
    await screen.findByRole('heading', { name: 'Change your email' });
  });
});

describe('a link', () => {
  it('is used only for the first code: further ones are sent without its token', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { sent } = await openApp(LINK, { now: () => Date.now() });
    await nameAddress();
    const resend = await screen.findByRole('button', { name: 'Send new code' });
    // Another code can be requested once the wait for it is over.
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await user.click(resend);
    await waitFor(() => expect(sent.filter(({ call }) => call === SEND)).toHaveLength(2));
    const [one, two] = sent.filter(({ call }) => call === SEND);
    expect(one?.body).toHaveProperty('token');
    expect(two?.body).toEqual({ email: 'new@perch.example' });
    expect(two?.key).not.toBe(one?.key);
  });

  it('that is no longer valid says so, and offers a new one', async () => {
    await openApp(LINK, { answers: { [SEND]: () => problem(400, 'link_invalid') } });
    await nameAddress();
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired or was already used');
    await user.click(screen.getByRole('button', { name: 'Get new link' }));
    await screen.findByRole('heading', { name: 'Change your email' });
  });

  it('repeats a lost call under its key, token and all', async () => {
    let down = true;
    const send = () => {
      if (down) throw new TypeError('no network');
      return json({ expiresIn: 600, resendIn: 60 });
    };
    const { sent } = await openApp(LINK, { answers: { [SEND]: send } });
    await nameAddress();
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('heading', { name: 'Confirm your new email' });
    const [one, two] = sent.filter(({ call }) => call === SEND);
    expect(two).toEqual(one);
  });
});

describe('the change', () => {
  const answers = {
    'POST /account/ChangeEmail': () => json({ email: 'new@perch.example', verifiedAt: '2026-11-21T04:00:00Z' }),
  };
  const changed = /^Your email is changed\./;

  async function changeIt() {
    await nameAddress();
    await user.type(await screen.findByLabelText('6-digit code'), '492039');
    await user.click(screen.getByRole('button', { name: 'Change email' }));
  }

  const linkTo = (name: string) => screen.getAllByRole('link', { name })[0] as HTMLElement;

  it('ends on the account page, which says so once', async () => {
    const { services } = await openApp(LINK, { answers });
    await changeIt();
    await screen.findByText(changed);
    expect(services.checkpoints.load('email-change')).toBeNull();
    await user.click(linkTo('Referral'));
    await screen.findByRole('heading', { name: 'Referral' });
    await user.click(screen.getByRole('button', { name: 'Menu: 1 unread' }));
    await user.click(linkTo('Account'));
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    await act(async () => undefined);
    expect(screen.queryByText(changed)).toBeNull();
  });

  it('does not keep a member on the account page who leaves it as soon as it appears', async () => {
    await openApp(LINK, { answers });
    const goesOn = new MutationObserver(() => {
      if (screen.queryByText(changed) === null) return;
      goesOn.disconnect();
      linkTo('Referral').click();
    });
    goesOn.observe(document.body, { childList: true, subtree: true });
    await changeIt();
    await screen.findByRole('heading', { name: 'Referral' });
  });
});
