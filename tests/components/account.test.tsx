import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';

/** /Account, whose parts load, fail and change independently. */

const member = example('GET', '/account/userInfo') as Record<string, unknown>;
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
    expect(fact('Membership', 'Seat')).toBe('P-000042 (left)');
    expect(fact('Membership', 'Referrer')).toBe('perch');
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
    await waitFor(() => expect(part('Personal information').getByText('Mika Tanaka')).toBeDefined());
    expect(sent.find(({ call }) => call === 'POST /account/profile')?.body).toEqual({
      name: 'Mika Tanaka',
      phone: '+81 3 1234 5678',
      culture: 'ja-JP',
    });
    expect(services.session.userInfo()?.name).toBe('Mika Tanaka');
    await screen.findByText('Operate successfully.');
  });

  it('stays as it was saved if an older answer comes later', async () => {
    let give: (response: Response) => void = () => undefined;
    let passed = 0;
    const answers: Answers = {
      'POST /account/profile': () => json({ ...member, name: 'Mika Tanaka' }),
    };
    const { services } = await openApp('/Account', { answers, now: () => NOW + passed });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    answers['GET /account/userInfo'] = () => new Promise((resolve) => (give = resolve));
    passed = 60_000;
    await act(async () => void window.dispatchEvent(new Event('focus')));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Mika Tanaka');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(part('Personal information').getByText('Mika Tanaka')).toBeDefined());
    await act(async () => give(json(member)));
    expect(part('Personal information').getByText('Mika Tanaka')).toBeDefined();
    expect(services.session.userInfo()?.name).toBe('Mika Tanaka');
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
      return down ? problem(500, 'internal') : json({ items: [{ ...line(1), kind: 'registered' }], nextCursor: null });
    };
    await openApp('/Account', { answers: { 'GET /account/activity': activity } });
    const list = await partWith('Account activity', 'Signed in');
    await user.click(list.getByRole('button', { name: 'Show more' }));
    expect((await list.findByRole('alert')).textContent).toContain('System error');
    expect(list.getByText('Signed in')).toBeDefined();
    down = false;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    await partWith('Account activity', 'Account created');
    expect(list.queryByRole('alert')).toBeNull();
  });
});

describe('the parts', () => {
  it('choose language, theme and currency here too', async () => {
    await openApp('/Account');
    const preferences = await partWith('Appearance and language', 'Language');
    expect(preferences.getAllByRole('combobox')).toHaveLength(3);
  });
});
