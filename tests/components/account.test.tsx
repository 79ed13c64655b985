import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem } from './support/open-app.tsx';

/** /Account, whose parts load, fail and change independently. */

const member = example('GET', '/account/userInfo') as Record<string, unknown>;
const here = {
  id: '0b1f6b6e-3c1c-4c55-8d0e-2f2f7f0c9a11',
  device: 'Chromium on Linux',
  signedInAt: '2026-11-21T03:00:00Z',
  lastUsedAt: '2026-11-21T04:00:00Z',
  current: true,
};
const phone = {
  ...here,
  id: '0b1f6b6e-3c1c-4c55-8d0e-2f2f7f0c9a12',
  device: 'Safari on iPhone',
  lastUsedAt: '2026-11-21T01:00:00Z',
  current: false,
};
const tablet = { ...phone, id: '0b1f6b6e-3c1c-4c55-8d0e-2f2f7f0c9a13', device: 'Firefox on Android' };
const END_PHONE = `POST /account/sessions/${phone.id}/end`;
const user = userEvent.setup({ delay: null });

// Loaded once ahead: the first transformation of a page takes longer than a test waits for text.
beforeAll(async () => {
  await Promise.all([
    import('#src/pages/account/account.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(() => {
  // The DOM of these tests has dialogs, but cannot open and close them.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const part = (name: string) => within(screen.getByRole('region', { name }));
const fact = (region: string, term: string) =>
  part(region).getByText(term).parentElement?.querySelector('dd')?.textContent;
const partWith = async (name: string, text: string | RegExp) => {
  await waitFor(() => expect(part(name).getAllByText(text).length).toBeGreaterThan(0));
  return part(name);
};

describe('personal information', () => {
  it('is that of the server', async () => {
    await openApp('/Account');
    await partWith('Personal information', 'demo@perch.example');
    expect(fact('Personal information', 'Username')).toBe('demo');
    expect(fact('Personal information', 'Seat')).toBe('P-000042 (left)');
    expect(fact('Personal information', 'Referrer')).toBe('perch');
    expect(part('Personal information').getByText('Verified')).toBeDefined();
    expect(part('Personal information').queryByRole('link', { name: 'Verify email' })).toBeNull();
    expect(part('Personal information').getByRole('link', { name: 'Change email' }).getAttribute('href')).toBe(
      '/ChangeEmail1',
    );
  });

  it('offers to verify an address that is not', async () => {
    await openApp('/Account', {
      answers: { 'GET /account/userInfo': () => json({ ...member, emailVerified: false }) },
    });
    const link = await screen.findByRole('link', { name: 'Verify email' });
    expect(link.getAttribute('href')).toBe('/Account?step=verify');
  });

  it('is changed with a form, whose number may be typed in full width', async () => {
    const changed = { ...member, name: 'Mika Tanaka', phone: '+81 3 1234 5678', culture: 'ja-JP' };
    const { sent, services } = await openApp('/Account', { answers: { 'POST /account/profile': () => json(changed) } });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, ' Mika Tanaka ');
    await user.type(screen.getByRole('textbox', { name: 'Phone number' }), '＋８１ ３ １２３４ ５６７８');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Email language' }), 'ja-JP');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fact('Personal information', 'Name')).toBe('Mika Tanaka'));
    expect(sent.find(({ call }) => call === 'POST /account/profile')?.body).toEqual({
      name: 'Mika Tanaka',
      phone: '+81 3 1234 5678',
      culture: 'ja-JP',
    });
    expect(services.session.userInfo()?.name).toBe('Mika Tanaka');
    await screen.findByText('Operate successfully.');
  });

  it('sends no invalid number, and no empty name', async () => {
    const { sent } = await openApp('/Account');
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByRole('textbox', { name: 'Name' }));
    await user.type(screen.getByRole('textbox', { name: 'Phone number' }), 'call me');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Name is required.');
    expect(screen.getByText('This isn’t a phone number.')).toBeDefined();
    expect(sent.filter(({ call }) => call === 'POST /account/profile')).toEqual([]);
  });

  it('repeats a lost call under its key, and sends other input under another', async () => {
    let down = true;
    const profile = () => {
      if (down) throw new TypeError('no network');
      return json(member);
    };
    const { sent } = await openApp('/Account', { answers: { 'POST /account/profile': profile } });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const save = screen.getByRole('button', { name: 'Save' });
    // A press leaves the focus on the button; the refusal takes it once it appears.
    for (const calls of [1, 2]) {
      await user.click(save);
      await expect.poll(() => sent.filter(({ call }) => call === 'POST /account/profile')).toHaveLength(calls);
      await expect.poll(() => document.activeElement?.role).toBe('alert');
      expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server');
    }
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' II');
    down = false;
    await user.click(save);
    await screen.findByRole('button', { name: 'Edit' });
    const keys = sent.filter(({ call }) => call === 'POST /account/profile').map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });
});

describe('security', () => {
  it('says until when withdrawals are held, as a time and a duration', async () => {
    await openApp('/Account', {
      answers: {
        'GET /account/userInfo': () =>
          json({ ...member, moneyHeldUntil: new Date(NOW + 20 * 3_600_000).toISOString() }),
      },
    });
    const security = await partWith('Security', 'Your money is on hold');
    expect(security.getByText(/plan purchases are on hold until 2026-11-2\d \d\d:00:00 \(in 20 hours\)/)).toBeDefined();
  });

  it('says that money is still held if the end is over by this clock and the server still reports it', async () => {
    await openApp('/Account', {
      answers: {
        'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: new Date(NOW - 1000).toISOString() }),
      },
    });
    const security = await partWith('Security', 'Your money is on hold');
    expect(
      security.getByText('On hold a little longer: we’re making sure that the 24 hours have passed'),
    ).toBeDefined();
  });

  it('does not mention a hold if there is none', async () => {
    await openApp('/Account', {
      answers: { 'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: null }) },
    });
    const security = await partWith('Security', 'Password');
    expect(security.queryByText('Your money is on hold')).toBeNull();
    expect(security.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('/Account?step=password');
    expect(security.getByRole('link', { name: 'Turn on two-factor authentication' }).getAttribute('href')).toBe(
      '/Authentication',
    );
  });
});

/** The dialog asks for a proof; its button ends sessions. */
async function proves(act: string, field = 'Password', typed = 'an example passphrase'): Promise<void> {
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText(field), typed);
  await user.click(dialog.getByRole('button', { name: act }));
}

describe('sessions', () => {
  it('are distinguished, and all but this one can be ended', async () => {
    await openApp('/Account', { answers: { 'GET /account/sessions': () => json({ items: [here, phone] }) } });
    const sessions = await partWith('Signed-in devices', 'Safari on iPhone');
    expect(sessions.getByText('This device').closest('li')?.textContent).toContain('Chromium on Linux');
    expect(sessions.getByText(/\(3 hours ago\)/)).toBeDefined();
    expect(sessions.getAllByRole('button', { name: /^Sign out Safari/ })).toHaveLength(1);
  });

  it('are ended one by one, and the list is read again', async () => {
    let items = [here, phone, tablet];
    const end = () => {
      items = [here, tablet];
      return json({ ended: 1 });
    };
    const { sent } = await openApp('/Account', {
      answers: { 'GET /account/sessions': () => json({ items }), [END_PHONE]: end },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(sent.some(({ call }) => call === END_PHONE)).toBe(false);
    await proves('Sign out');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(screen.getByText('Firefox on Android')).toBeDefined();
    expect(sent.find(({ call }) => call === END_PHONE)?.key).toMatch(/^id-/);
  });

  it('stay, with a message, if one could not be ended', async () => {
    await openApp('/Account', {
      answers: {
        'GET /account/sessions': () => json({ items: [here, phone] }),
        [END_PHONE]: () => problem(500, 'internal'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await proves('Sign out');
    expect((await screen.findByRole('alert')).textContent).toContain('System error');
    expect(screen.getByText('Safari on iPhone')).toBeDefined();
  });

  it('require a code if an app was bound meanwhile, and keep the dialog until it is right', async () => {
    const bodies: unknown[] = [];
    const end = async (request: Request) => {
      bodies.push(await request.clone().json());
      return bodies.length === 1 ? problem(400, 'second_factor_required') : json({ ended: 1 });
    };
    await openApp('/Account', {
      answers: { 'GET /account/sessions': () => json({ items: [here, phone] }), [END_PHONE]: end },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    await proves('Sign out');
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a code from your authenticator app');
    await proves('Sign out', 'Code from your authenticator app', '492 039');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual([
      { password: 'an example passphrase' },
      { secondFactor: { method: 'totp', code: '492 039' } },
    ]);
  });

  it('are all ended once the member has confirmed it', async () => {
    let items = [here, phone, tablet];
    const endOthers = () => {
      items = [here];
      return json({ ended: 2 });
    };
    const { sent } = await openApp('/Account', {
      answers: { 'GET /account/sessions': () => json({ items }), 'POST /account/endOtherSessions': endOthers },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Sign out all other devices?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep signed in' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.some(({ call }) => call === 'POST /account/endOtherSessions')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
    await proves('Sign out all other devices');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });
});

describe('activity', () => {
  const line = (id: number) => ({
    id: String(id),
    at: '2026-11-21T03:00:00Z',
    kind: 'signed_in',
    device: 'Chromium on Linux',
    here: false,
  });

  it('is read page by page', async () => {
    const activity = (request: Request) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      return cursor === null
        ? json({ items: [line(3), line(2)], nextCursor: 'NTc' })
        : json({ items: [{ ...line(1), kind: 'registered' }], nextCursor: null });
    };
    const { sent } = await openApp('/Account', { answers: { 'GET /account/activity': activity } });
    const list = await partWith('Account activity', 'Signed in');
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await user.click(list.getByRole('button', { name: 'Show more' }));
    await partWith('Account activity', 'Account created');
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(
      sent.filter(({ call }) => call === 'GET /account/activity').map(({ search }) => search.get('cursor')),
    ).toEqual([null, 'NTc']);
  });

  it('keeps what was read if the next page cannot be loaded', async () => {
    let down = true;
    const activity = (request: Request) => {
      if (new URL(request.url).searchParams.get('cursor') === null)
        return json({ items: [line(2)], nextCursor: 'NTc' });
      return down
        ? problem(503, 'maintenance')
        : json({ items: [{ ...line(1), kind: 'registered' }], nextCursor: null });
    };
    await openApp('/Account', { answers: { 'GET /account/activity': activity } });
    const list = await partWith('Account activity', 'Signed in');
    await user.click(list.getByRole('button', { name: 'Show more' }));
    expect((await list.findByRole('alert')).textContent).toContain('The system is under maintenance');
    expect(list.getByText('Signed in')).toBeDefined();
    down = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    await partWith('Account activity', 'Account created');
    expect(list.queryByRole('alert')).toBeNull();
  });
});

describe('the parts', () => {
  it('fail and recover independently', async () => {
    let down = true;
    const sessions = () => (down ? problem(500, 'internal') : json({ items: [here] }));
    await openApp('/Account', { answers: { 'GET /account/sessions': sessions } });
    await partWith('Personal information', 'demo@perch.example');
    const list = part('Signed-in devices');
    expect((await list.findByRole('alert')).textContent).toContain('Reference: req-7d1f');
    expect(part('Account activity').queryByRole('alert')).toBeNull();
    down = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    await partWith('Signed-in devices', 'Chromium on Linux');
  });

  it('choose language and theme here too', async () => {
    await openApp('/Account');
    const preferences = await partWith('Appearance and language', 'Language');
    expect(preferences.getAllByRole('combobox')).toHaveLength(2);
  });
});
