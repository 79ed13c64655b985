import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { entryOfPath, navEntries, placeOf } from '#src/navigation.ts';
import { paths, publicPaths } from '#src/paths.ts';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { axeFindings } from './support/axe.ts';
import { textsIn } from './support/with-texts.tsx';
import { json, openApp } from './support/open-app.tsx';

/** The frame around the pages: which entry of the navigation is current, the way back, and who sees which frame. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/member-frame.tsx'),
    import('#src/pages/not-found.page.tsx'),
    import('#src/flows/account-freeze/account-freeze.route.tsx'),
    import('#src/flows/sign-out/sign-out.route.tsx'),
  ]);
}, 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function frameAt(address: string): Promise<void> {
  const i18n = await textsIn('en-US');
  const frame = (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter initialEntries={[address]}>
        <MemberLayout userName="mika" unread={0}>
          <h1>A page</h1>
        </MemberLayout>
      </MemoryRouter>
    </I18nextProvider>
  );
  await act(async () => render(frame));
}

describe('every address of members', () => {
  const exceptions: readonly string[] = [paths.signOut];
  const read: readonly string[] = [paths.terms, paths.privacy, paths.risk];
  it.each(Object.entries(paths).filter(([, path]) => !exceptions.includes(path)))('%s belongs to an entry, and those of strangers to none', (key, path) => {
    const isForMembers = !publicPaths.includes(path) || read.includes(path);
    expect(entryOfPath[key as keyof typeof paths] !== null).toBe(isForMembers);
  });

  it.each([
    ['/', 'Dashboard', true],
    ['/Wallet', 'Wallet', true],
    ['/Deposit', 'Wallet', false],
    ['/Deposit2', 'Wallet', false],
    ['/Withdraw2', 'Wallet', false],
    ['/Transfer?step=amount', 'Wallet', false],
    ['/exchange', 'Wallet', false],
    ['/Rate', 'Wallet', false],
    ['/Addresses', 'Wallet', false],
    ['/Package', 'Staking', false],
    ['/ReStaking?stake=x', 'Staking', false],
    ['/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001', 'History', false],
    ['/History/Charge', 'History', false],
    ['/Organization/user1?of=kei', 'Organization', false],
    ['/News/3', 'News', false],
    ['/Account?step=password', 'Account', false],
    ['/Contact?ticket=Q-7K2M-9QXD', 'Contact', false],
  ])('%s keeps %s current', async (address, name, isEntry) => {
    await frameAt(address);
    const side = within(screen.getByRole('complementary'));
    const current = side.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, isEntry ? 'page' : 'true']]);
    const up = screen.queryByRole('link', { name: `Back to ${name}` });
    const entry = navEntries.find(({ key }) => paths[key] === current[0]?.getAttribute('href'));
    expect(up?.getAttribute('href') ?? null).toBe(isEntry ? null : paths[entry?.key ?? 'dashboard']);
    // A phone's bar shows it as well, or its menu does.
    expect(screen.getAllByRole('navigation').at(-1)?.querySelector('[aria-current]')).not.toBeNull();
  });

  it('that is nobody’s has no place', () => {
    expect(placeOf({ pathname: '/Nowhere', search: '' })).toBeNull();
  });
});

describe('a wrong address', () => {
  it('leaves a member in the members’ frame, with the navigation', async () => {
    await openApp('/Nowhere');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(within(screen.getByRole('complementary')).getByRole('link', { name: 'Wallet' })).toBeDefined();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('shows anybody else the public frame', async () => {
    await openApp('/Nowhere', { signedIn: false });
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms' })).toBeDefined();
  });
});

describe('a page that says that the session is over', () => {
  const expectPublic = () => {
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms' })).toBeDefined();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  };

  it('has no members’ navigation after the account was frozen', async () => {
    await openApp('/Account?step=freeze', { answers: { 'POST /account/freeze': () => json({ frozenAt: '2026-11-21T04:00:00Z' }) } });
    await user.click(await screen.findByRole('button', { name: 'Freeze it now' }));
    await screen.findByRole('heading', { level: 1, name: 'Your account is frozen' });
    expectPublic();
    expect(await axeFindings()).toEqual([]);
  });

  it('has none where signing out could not be told to the server', async () => {
    await openApp('/Signout', { answers: { 'POST /token/revoke': () => Promise.reject(new TypeError('no network')) } });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(expectPublic);
  });
});
