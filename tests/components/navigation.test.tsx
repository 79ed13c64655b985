import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { entryOfPath, isInBar, navEntries, placeOf } from '#src/ui/navigation.ts';
import { paths, publicPaths } from '#src/paths.ts';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { axeFindings } from './support/axe.ts';
import { textsIn } from './support/with-texts.tsx';
import { json, openApp } from './support/open-app.tsx';

/** The frame around the pages: which entry of the navigation is current, where Back leads, and who sees which frame. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/frames/member-frame.tsx'),
    import('#src/pages/not-found.page.tsx'),
    import('#src/flows/account-freeze/account-freeze.route.tsx'),
    import('#src/flows/sign-out/sign-out.route.tsx'),
  ]);
});
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

describe('every members’ path', () => {
  const exceptions: readonly string[] = [paths.signOut];
  const read: readonly string[] = [paths.terms, paths.privacy, paths.risk, paths.help];
  it.each(Object.entries(paths).filter(([, path]) => !exceptions.includes(path)))(
    '%s belongs to an entry, and visitors’ paths to none',
    (key, path) => {
      const isForMembers = !publicPaths.includes(path) || read.includes(path);
      expect(entryOfPath(key as keyof typeof paths) !== null).toBe(isForMembers);
    },
  );

  it('of which nothing is said stands under the dashboard', () => {
    expect(entryOfPath('newPage' as keyof typeof paths)).toBe('dashboard');
  });

  it.each([
    ['/', 'Dashboard', 'page', null],
    ['/Wallet', 'Wallet', 'page', null],
    ['/Deposit', 'Deposit', 'page', 'Wallet'],
    ['/Deposit2', 'Deposit', 'true', 'Wallet'],
    ['/Withdraw2', 'Withdraw', 'true', 'Wallet'],
    ['/Transfer?step=amount', 'Transfer', 'true', 'Wallet'],
    ['/exchange', 'Exchange', 'page', 'Wallet'],
    ['/Rate', 'Wallet', 'true', 'Wallet'],
    ['/Addresses', 'Wallet', 'true', 'Wallet'],
    ['/Package', 'Plans', 'page', 'Staking'],
    ['/Plan', 'Plans', 'true', 'Staking'],
    ['/ReStaking?stake=x', 'Staking', 'true', 'Staking'],
    ['/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001', 'History', 'true', 'History'],
    ['/History/Charge', 'History', 'true', 'History'],
    ['/Organization/user1?of=kei', 'Organization', 'true', 'Organization'],
    ['/News/3', 'News', 'true', 'News'],
    ['/Account?step=password', 'Account', 'true', 'Account'],
    ['/Contact?ticket=Q-7K2M-9QXD', 'Contact', 'true', 'Contact'],
  ])('%s keeps %s current', async (address, name, how, back) => {
    await frameAt(address);
    const side = within(screen.getByRole('complementary'));
    const current = side.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, how]]);
    const up = screen.queryByRole('link', { name: /^Back to / });
    expect(up?.getAttribute('aria-label') ?? null).toBe(back && `Back to ${back}`);
    expect(up?.getAttribute('href') ?? null).toBe(back && side.getByRole('link', { name: back }).getAttribute('href'));
    // A phone's bar shows it as well, itself or by its parent entry, or else its menu does: exactly one of them.
    const bar = [...(screen.getAllByRole('navigation').at(-1)?.querySelectorAll('.dock-item') ?? [])];
    expect(bar.filter((item) => item.hasAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual([
      bar.some(({ textContent }) => textContent === (back ?? name)) ? (back ?? name) : 'Menu',
    ]);
  });

  it('that does not exist has no place', () => {
    expect(placeOf({ pathname: '/Nowhere', search: '' })).toBeNull();
  });
});

describe('the navigation', () => {
  const ACTS = ['Deposit', 'Withdraw', 'Transfer', 'Exchange'];
  const GROUPS = [
    ['Money', ['Dashboard', 'Wallet', 'History']],
    ['Staking and organization', ['Plans', 'Staking', 'Organization', 'Organization chart', 'Team sales', 'Referral']],
    ['News and help', ['News', 'FAQ', 'Contact', 'All pages']],
  ] as const;
  const namesIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);

  it('has three groups, the acts that move money, and the account apart from them', async () => {
    await frameAt('/');
    const side = within(screen.getByRole('complementary'));
    const nav = within(side.getByRole('navigation'));
    for (const [name, entries] of GROUPS) expect(namesIn(nav.getByRole('list', { name }))).toEqual(entries);
    expect(namesIn(nav.getByRole('list', { name: 'Move money' }))).toEqual(ACTS);
    expect(nav.getAllByRole('list')).toHaveLength(GROUPS.length + 1);
    for (const name of ['Account', 'Security', 'Sign out']) {
      expect(nav.queryByRole('link', { name })).toBeNull();
      expect(side.getByRole('link', { name })).toBeDefined();
    }
    expect(await axeFindings()).toEqual([]);
  });

  it('has the same groups in a phone’s menu, without what its bar shows', async () => {
    await frameAt('/');
    const menu = within(screen.getByRole('dialog', { hidden: true }));
    const listed = menu.getAllByRole('list', { hidden: true }).map((list) =>
      within(list)
        .getAllByRole('link', { hidden: true })
        .map(({ textContent }) => textContent),
    );
    expect(listed).toEqual([ACTS, ...GROUPS.slice(1).map(([, entries]) => [...entries]), ['Security']]);
  });

  it('has four entries in a phone’s bar', () => {
    expect(navEntries.filter(isInBar).map(({ key }) => key)).toEqual(['dashboard', 'wallet', 'histories', 'account']);
  });
});

describe('an unknown URL', () => {
  it('leaves a member in the members’ frame, with the navigation', async () => {
    await openApp('/Nowhere');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(within(screen.getByRole('complementary')).getByRole('link', { name: 'Wallet' })).toBeDefined();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('shows a visitor the public frame', async () => {
    await openApp('/Nowhere', { signedIn: false });
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms of use' })).toBeDefined();
  });
});

describe('a page that says that the session is over', () => {
  const expectPublic = () => {
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms of use' })).toBeDefined();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  };

  it('has no members’ navigation after the account was frozen', async () => {
    await openApp('/Account?step=freeze', {
      answers: { 'POST /account/freeze': () => json({ frozenAt: '2026-11-21T04:00:00Z' }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Freeze now' }));
    await screen.findByRole('heading', { level: 1, name: 'Your account is frozen' });
    expectPublic();
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Get link to unfreeze' }));
    await screen.findByRole('heading', { level: 1, name: 'Is your account frozen?' });
    expectPublic();
    await user.click(screen.getByRole('link', { name: 'More sign-in help' }));
    await user.click(await screen.findByRole('link', { name: 'Back to sign-in' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  });

  it('has none if signing out did not reach the server', async () => {
    await openApp('/Signout', { answers: { 'POST /token/revoke': () => Promise.reject(new TypeError('no network')) } });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(expectPublic);
  });
});
