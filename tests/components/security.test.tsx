import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** /Security: what protects the account, whose parts load, fail and change independently. */

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
    import('#src/pages/security/security.page.tsx'),
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
const partWith = async (name: string, text: string | RegExp) => {
  await waitFor(() =>
    expect(part(name).getAllByText(typeof text === 'string' ? text : saying(text)).length).toBeGreaterThan(0),
  );
  return part(name);
};

describe('security', () => {
  it('says until when withdrawals are held, as a time and a duration', async () => {
    await openApp('/Security', {
      answers: {
        'GET /account/userInfo': () =>
          json({ ...member, moneyHeldUntil: new Date(NOW + 20 * 3_600_000).toISOString() }),
      },
    });
    await screen.findByText('Your money is on hold');
    expect(screen.getByText(/on hold for 24 hours after a password reset/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'View account activity' }).getAttribute('href')).toBe('/Account');
    expect(screen.getByText(saying(/^On hold until 2026-11-2\d \d\d:00:00 \(in 20 hours\)$/))).toBeDefined();
  });

  it('says that money is still held if the end is over by this clock and the server still reports it', async () => {
    await openApp('/Security', {
      answers: {
        'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: new Date(NOW - 1000).toISOString() }),
      },
    });
    await screen.findByText('Your money is on hold');
    expect(screen.getByText('On hold a little longer: we’re making sure that the 24 hours have passed')).toBeDefined();
  });

  it('does not mention a hold if there is none', async () => {
    await openApp('/Security', {
      answers: { 'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: null }) },
    });
    await partWith('Protection of your account', /protections are on/);
    expect(screen.queryByText('Your money is on hold')).toBeNull();
    expect(screen.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('/Account?step=password');
    expect(screen.getByRole('link', { name: 'Freeze my account' }).getAttribute('href')).toBe('/Account?step=freeze');
  });
});

describe('the level', () => {
  const on = {
    enabled: true,
    enabledAt: '2026-11-20T03:00:00Z',
    provisionalUntil: null,
    emailVerified: true,
    binding: null,
  };
  const key = {
    id: '0b1f6b6e-3c1c-4c55-8d0e-2f2f7f0c9a19',
    name: 'Phone',
    addedAt: '2026-11-20T03:00:00Z',
    lastUsedAt: null,
  };
  const answers = (recoveryCodesLeft: number, passkeys: readonly object[], set: boolean) => ({
    'GET /account/twoFactorInfo': () => json({ ...on, recoveryCodesLeft }),
    'GET /account/passkeys': () => json({ items: passkeys }),
    'GET /account/allowList': () => json({ state: set ? 'on' : 'off', offAt: null, secondFactor: true }),
    'GET /account/emailPhrase': () => json({ set, shown: set }),
  });
  const linksIn = async (text: RegExp) =>
    (await partWith('Protection of your account', text))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('counts what is on, and leads to what is not', async () => {
    await openApp('/Security', { answers: answers(3, [], false) });
    expect(await linksIn(/^2 of 6 protections are on/)).toEqual([
      ['Change email', '/ChangeEmail1'],
      ['Manage', '/Authentication'],
      ['Make new ones', '/Authentication'],
      ['Add passkey', '/Passkeys'],
      ['Turn on', '/AllowList'],
    ]);
    expect(part('Protection of your account').getByText('Too few recovery codes left: 3')).toBeDefined();
  });

  it('is full with four codes, a passkey and a phrase', async () => {
    await openApp('/Security', { answers: answers(4, [key], true) });
    await partWith('Protection of your account', 'All 6 protections are on.');
    expect(part('Protection of your account').getByText('Passkeys: 1')).toBeDefined();
  });

  it('offers no codes without an app, and verifies an address first', async () => {
    await openApp('/Security', {
      answers: {
        ...answers(0, [], false),
        'GET /account/twoFactorInfo': () => json({ ...on, enabled: false, enabledAt: null, recoveryCodesLeft: 0 }),
        'GET /account/userInfo': () => json({ ...member, emailVerified: false }),
      },
    });
    expect(await linksIn(/^0 of 5 protections are on/)).toEqual([
      ['Verify email', '/Account?step=verify'],
      ['Turn on', '/Authentication'],
      ['Add passkey', '/Passkeys'],
      ['Turn on', '/AllowList'],
    ]);
  });

  it('goes to the phrase on the same page', async () => {
    await openApp('/Security', { answers: answers(4, [key], false) });
    await user.click(await screen.findByRole('button', { name: 'Set phrase' }));
    expect(document.activeElement?.textContent).toContain('Email phrase');
  });

  it('says until when withdrawals go only to saved addresses, and keeps it so at a press', async () => {
    const offAt = new Date(NOW + 20 * 3_600_000).toISOString();
    let refused = true;
    const keys = new Set<string | null>();
    await openApp('/Security', {
      answers: {
        ...answers(4, [key], true),
        'GET /account/allowList': () => json({ state: 'turningOff', offAt, secondFactor: true }),
        'POST /account/allowList/keep': ({ headers }) => {
          keys.add(headers.get('Idempotency-Key'));
          return refused ? problem(500, 'internal') : json({ state: 'on', offAt: null, secondFactor: true });
        },
      },
    });
    await partWith('Protection of your account', /^Withdrawals only to saved addresses: on until .* \(in 20 hours\)$/);
    await partWith('Protection of your account', 'All 6 protections are on.');
    const press = () => user.click(part('Protection of your account').getByRole('button', { name: 'Keep it on' }));
    await press();
    await part('Protection of your account').findByRole('alert');
    refused = false;
    await press();
    await partWith('Protection of your account', 'Withdrawals only to saved addresses: on');
    // It may have been asked for again since the first press, so its answer would say nothing.
    expect(keys.size).toBe(2);
    expect(await screen.findByText('Withdrawals still go only to saved addresses.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Keep it on' })).toBeNull();
  });

  it('no longer says that it is on once it has ended', async () => {
    const soon = new Date(NOW + 100).toISOString();
    let reads = 0;
    await openApp('/Security', {
      answers: {
        ...answers(4, [key], true),
        'GET /account/allowList': () => {
          reads += 1;
          return json({
            state: reads === 1 ? 'turningOff' : 'off',
            offAt: reads === 1 ? soon : null,
            secondFactor: true,
          });
        },
      },
    });
    await partWith('Protection of your account', 'All 6 protections are on.');
    await partWith('Protection of your account', /^5 of 6/);
    expect(screen.queryByRole('button', { name: 'Keep it on' })).toBeNull();
  });

  it('says what could not be read, and reads it again', async () => {
    let down = true;
    await openApp('/Security', {
      answers: {
        ...answers(4, [key], true),
        'GET /account/passkeys': () => (down ? problem(500, 'internal') : json({ items: [] })),
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'Protection of your account' }));
    await panel.findByRole('alert');
    down = false;
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    await partWith('Protection of your account', /^5 of 6/);
  });
});

/** The dialog asks for a proof; its button ends sessions. */
async function proves(act: string, field = 'Password', typed = 'an example passphrase'): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(field), typed);
  await user.click(dialog.getByRole('button', { name: act }));
}

describe('sessions', () => {
  it('are distinguished, and all but this one can be ended', async () => {
    await openApp('/Security', { answers: { 'GET /account/sessions': () => json({ items: [here, phone] }) } });
    const sessions = await partWith('Signed-in devices', 'Safari on iPhone');
    expect(sessions.getByText('This device').closest('li')?.textContent).toContain('Chromium on Linux');
    expect(sessions.getByText(saying(/\(3 hours ago\)/))).toBeDefined();
    expect(sessions.getAllByRole('button', { name: /^Sign out Safari/ })).toHaveLength(1);
  });

  it('are ended one by one, and the list is read again', async () => {
    let items = [here, phone, tablet];
    const end = () => {
      items = [here, tablet];
      return json({ ended: 1 });
    };
    const { sent } = await openApp('/Security', {
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
    await openApp('/Security', {
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
    await openApp('/Security', {
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
    const { sent } = await openApp('/Security', {
      answers: { 'GET /account/sessions': () => json({ items }), 'POST /account/endOtherSessions': endOthers },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out all other devices?' }));
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

describe('all other devices', () => {
  it('are signed out by every press, since others may have signed in after a response that was lost', async () => {
    const keys: (string | null)[] = [];
    const endOthers = (request: Request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return keys.length === 1 ? Promise.reject(new TypeError('the response is lost')) : json({ ended: 1 });
    };
    await openApp('/Security', {
      answers: {
        'GET /account/sessions': () => json({ items: [here, phone] }),
        'POST /account/endOtherSessions': endOthers,
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    await proves('Sign out all other devices');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(keys).toHaveLength(2);
    expect(keys[1]).not.toBe(keys[0]);
  });
});

describe('the parts', () => {
  it('fail and recover independently', async () => {
    let down = true;
    const sessions = () => (down ? problem(500, 'internal') : json({ items: [here] }));
    await openApp('/Security', { answers: { 'GET /account/sessions': sessions } });
    await partWith('Protection of your account', /protections are on/);
    const list = part('Signed-in devices');
    expect((await list.findByRole('alert')).textContent).toContain('Reference: req-7d1f');
    expect(part('Email phrase').queryByRole('alert')).toBeNull();
    down = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    await partWith('Signed-in devices', 'Chromium on Linux');
  });
});
