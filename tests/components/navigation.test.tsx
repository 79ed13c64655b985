import { readFileSync } from 'node:fs';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import openPaths from '#openapi/open-paths.gen.json' with { type: 'json' };
import { memberPages } from '#src/app/member-routes.tsx';
import { CULTURES } from '#src/i18n/cultures.ts';
import { initialsOf } from '#src/ui/member-avatar.tsx';
import { entryOfPath, navGroups, placeOf, tabs } from '#src/ui/navigation.ts';
import { paths, publicPaths } from '#src/paths.ts';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { textsIn } from './support/with-texts.tsx';
import { json, openApp } from './support/open-app.tsx';

/** The frame around the pages: which entry of the navigation is current, where Back leads, and who sees which frame. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  teachDialogs();
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

async function frameAt(address: string, unread = 0): Promise<void> {
  const i18n = await textsIn('en-US', ['nav']);
  const frame = (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter initialEntries={[address]}>
        <MemberLayout name="Mika Sato" userName="mika" unread={unread} notices={{ unread: 0, list: null }}>
          <h1>A page</h1>
        </MemberLayout>
      </MemoryRouter>
    </I18nextProvider>
  );
  await act(async () => render(frame));
}

/** What is current among some controls, by name. */
const currentIn = (controls: readonly Element[]) =>
  controls
    .filter((control) => control.hasAttribute('aria-current'))
    .map((control) => [
      control.getAttribute('aria-label') ?? control.textContent,
      control.getAttribute('aria-current') ?? '',
    ]);

describe('every path', () => {
  const read: readonly string[] = [paths.terms, paths.privacy, paths.risk, paths.help];

  it.each(Object.entries(paths))('%s says to which entry it belongs, and visitors’ to none', (key, path) => {
    const isForMembers = path !== paths.signOut && (!publicPaths.includes(path) || read.includes(path));
    expect(entryOfPath[key as keyof typeof paths] !== null).toBe(isForMembers);
  });

  it('is in the table, and nothing else is', () => {
    expect(Object.keys(entryOfPath).toSorted()).toEqual(Object.keys(paths).toSorted());
  });

  it('of a route is in the table: no route has a path of its own', () => {
    const files = ['visitor-pages', 'routes', 'member-routes', 'member-area'];
    const written = files.flatMap((file) => {
      const source = readFileSync(`src/app/${file}.tsx`, 'utf8');
      const lists = [...source.matchAll(/\bat: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.split(', '));
      return [...lists, ...[...source.matchAll(/\bpath=\{?([^}\s]*)/g)].map(([, path = '']) => path)];
    });
    expect(written.length).toBeGreaterThan(40);
    expect(written.filter((path) => !/^(paths\.\w+|address|path|"\*")$/.test(path))).toEqual([]);
  });

  it('asks early only for what the session is needed for: an open call carries no token', () => {
    const asked = memberPages.flatMap(({ reads = [] }) => reads.map((read) => read.split('?', 1)[0] ?? ''));
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((path) => openPaths.includes(path))).toEqual([]);
  });

  it.each([
    ['/', 'Home', 'page', null, 'Home'],
    ['/Wallet', 'Wallet', 'page', null, 'Wallet'],
    ['/Deposit', 'Deposit', 'page', 'Wallet', 'Wallet'],
    ['/Deposit2', 'Deposit', 'true', 'Wallet', 'Wallet'],
    ['/Withdraw2', 'Withdraw', 'true', 'Wallet', 'Wallet'],
    ['/Transfer?step=amount', 'Transfer', 'true', 'Wallet', 'Wallet'],
    ['/exchange', 'Exchange', 'page', 'Wallet', 'Wallet'],
    ['/Rate', 'Wallet', 'true', 'Wallet', 'Wallet'],
    ['/Addresses', 'Wallet', 'true', 'Wallet', 'Wallet'],
    ['/Package', 'Plans', 'page', 'Staking', 'Earn'],
    ['/Plan', 'Plans', 'true', 'Staking', 'Earn'],
    ['/Staking', 'Staking', 'page', null, 'Earn'],
    ['/ReStaking?stake=x', 'Staking', 'true', 'Staking', 'Earn'],
    ['/History', 'Activity', 'page', 'Wallet', 'Wallet'],
    ['/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001', 'Activity', 'true', 'Activity', 'Wallet'],
    ['/History/Charge', 'Activity', 'true', 'Activity', 'Wallet'],
    ['/History/Statements', 'Activity', 'true', 'Activity', 'Wallet'],
    ['/Organization', 'Team overview', 'page', null, 'Team'],
    ['/Organization/user1?of=kei', 'Team overview', 'true', 'Team overview', 'Team'],
    ['/OrganizationChart', 'Team chart', 'page', 'Team overview', 'Team'],
    ['/Referral', 'Referral', 'page', 'Team overview', 'Team'],
    ['/SalesManagement', 'Team sales', 'page', 'Team overview', 'Team'],
    ['/SalesManagement?month=2026-10', 'Team sales', 'true', 'Team sales', 'Team'],
    ['/newsList', 'News', 'page', 'Home', null],
    ['/News/3', 'News', 'true', 'News', null],
    ['/Top', 'All pages', 'page', 'Home', null],
    ['/Terms', 'All pages', 'true', 'All pages', null],
    ['/Contact?ticket=Q-7K2M-9QXD', 'Contact', 'true', 'Contact', null],
  ])('%s keeps %s current', async (address, name, how, back, tab) => {
    await frameAt(address);
    const side = within(screen.getByRole('complementary'));
    expect(currentIn(side.getAllByRole('link'))).toEqual([[name, how]]);
    const up = screen.queryByRole('link', { name: /^Back to / });
    expect(up?.getAttribute('aria-label') ?? null).toBe(back && `Back to ${back}`);
    expect(up?.getAttribute('href') ?? null).toBe(back && side.getByRole('link', { name: back }).getAttribute('href'));
    // On a phone exactly one control is current: a tab, or one of the top bar.
    const isTabItself = tab === name || ['/Staking', '/Organization'].includes(address);
    const shown = [
      ...screen.getByRole('banner').querySelectorAll('.top-item'),
      ...bottomBar().querySelectorAll('.dock-item'),
    ];
    expect(currentIn(shown)).toEqual([tab !== null ? [tab, isTabItself ? how : 'true'] : ['Menu', 'true']]);
  });

  it.each([
    ['/Account', 'Account', 'page', 'Home'],
    ['/Account?step=verify', 'Account', 'true', 'Account'],
    ['/Account?step=password', 'Security', 'true', 'Security'],
    ['/AllowList', 'Security', 'true', 'Security'],
    ['/ChangeEmail1', 'Account', 'true', 'Account'],
    ['/Security', 'Security', 'page', 'Account'],
    ['/Authentication', 'Security', 'true', 'Security'],
  ])('%s keeps the member’s menu current, and %s in it', async (address, name, how, back) => {
    await frameAt(address);
    expect(currentIn([...screen.getByRole('complementary').querySelectorAll('a, button')])).toEqual([
      ['Menu: Mika Sato', 'true'],
    ]);
    const menu = menuOfMember();
    expect(currentIn([...menu.querySelectorAll('a')])).toEqual([[name, how]]);
    expect(screen.getByRole('link', { name: `Back to ${back}` })).toBeDefined();
    expect(currentIn([...screen.getByRole('banner').querySelectorAll('.top-item')])).toEqual([['Menu', 'true']]);
    expect(currentIn([...bottomBar().querySelectorAll('.dock-item')])).toEqual([]);
  });

  it('that does not exist has no place', () => {
    expect(placeOf({ pathname: '/Nowhere', search: '' })).toBeNull();
  });
});

const menuOfMember = (): Element => document.querySelector('dialog[aria-label="Menu"]') as Element;
const bottomBar = (): Element => screen.getAllByRole('navigation', { name: 'Main navigation' }).at(-1) as HTMLElement;

describe('the navigation', () => {
  const ACTS = ['Deposit', 'Withdraw', 'Transfer', 'Exchange'];
  const MAIN = ['Home', 'Wallet', 'Activity'];
  const GROUPS = [
    ['Earn', ['Staking', 'Plans']],
    ['Team', ['Team overview', 'Team chart', 'Team sales', 'Referral']],
    ['News and help', ['News', 'FAQ', 'Contact', 'All pages']],
  ] as const;
  const OWN = ['Account', 'Security'];
  const namesIn = (list: Element) => [...list.querySelectorAll('a')].map(({ textContent }) => textContent);

  it('has the main places, the acts that move money, and three groups; the account is in the member’s menu', async () => {
    await frameAt('/');
    const nav = within(within(screen.getByRole('complementary')).getByRole('navigation'));
    expect(nav.getAllByRole('list').map(namesIn)).toEqual([MAIN, ACTS, ...GROUPS.map(([, entries]) => [...entries])]);
    for (const [name, entries] of GROUPS) expect(namesIn(nav.getByRole('list', { name }))).toEqual(entries);
    expect(namesIn(nav.getByRole('list', { name: 'Move money' }))).toEqual(ACTS);
    expect(await axeFindings()).toEqual([]);
  });

  it('has four tabs in a phone’s bar, and in their middle a button', async () => {
    await frameAt('/');
    const items = [...bottomBar().querySelectorAll('.dock-item')];
    expect(items.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['A', 'Home'],
      ['A', 'Wallet'],
      ['BUTTON', 'Move'],
      ['A', 'Earn'],
      ['A', 'Team'],
    ]);
    expect(tabs.map(({ key }) => entryOfPath[key])).toEqual(tabs.map(({ key }) => key));
  });

  it('has whatever the bar of a phone doesn’t show in the member’s menu', async () => {
    await frameAt('/');
    const menu = menuOfMember();
    expect([...menu.querySelectorAll('ul')].map(namesIn)).toEqual([
      OWN,
      ['Activity'],
      ...GROUPS.map(([, entries]) => entries.filter((entry) => !['Staking', 'Team overview'].includes(entry))),
    ]);
    expect(namesIn(menu).at(-1)).toBe('Sign out');
  });

  it.each([
    [0, 'Menu', [], null],
    [2, 'Menu: 2 unread', ['2'], '2'],
    [12, 'Menu: 12 unread', ['9+'], '12'],
  ])('says of %s unread news the same at the menu of a phone and in it', async (unread, name, drawn, inside) => {
    await frameAt('/', unread);
    const control = within(screen.getByRole('banner')).getByRole('button', { name: /^Menu/ });
    expect(control.getAttribute('aria-label')).toBe(name);
    expect([...control.querySelectorAll('[data-count]')].map((each) => each.getAttribute('data-count'))).toEqual(drawn);
    const news = [...menuOfMember().querySelectorAll('a')].find((each) => each.getAttribute('href') === '/newsList');
    expect(news?.querySelector('[aria-hidden="true"]:not(svg)')?.textContent ?? null).toBe(inside);
    expect(await axeFindings()).toEqual([]);
  });

  it.each(CULTURES)('has no page with the name of its group or its tab in %s', async (culture) => {
    const i18n = await textsIn(culture, ['nav', 'organization']);
    const t = i18n.getFixedT(culture, ['nav', 'organization']);
    const groups = navGroups.filter(({ entries }) => entries.some(({ name }) => t(name) === t('group.network')));
    expect(groups).toEqual([]);
    expect(t('organization')).not.toBe(t('network'));
    // The heading of the page, the entry that leads to it and the ways back to it are one name.
    expect([t('organization:title'), t('organization:member.toOrganization')]).toEqual([
      t('organization'),
      t('organization'),
    ]);
  });

  it('opens every act in the sheet that the middle of the bar raises', async () => {
    await frameAt('/Package');
    await user.click(screen.getByRole('button', { name: 'Move' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Move money' }));
    const acts = sheet.getAllByRole('link');
    expect(acts.map((act) => [act.querySelector('.font-semibold')?.textContent, act.getAttribute('href')])).toEqual([
      ['Deposit', '/Deposit'],
      ['Withdraw', '/Withdraw'],
      ['Transfer', '/Transfer'],
      ['Exchange', '/Exchange'],
      ['Buy plan', '/Package'],
    ]);
    expect(currentIn(acts).map(([, how]) => how)).toEqual(['page']);
    expect(await axeFindings()).toEqual([]);
    await user.click(acts[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Mika Sato', 'MS'],
    ['Camila de la Kobayashi', 'CK'],
    ['mika', 'M'],
    ['佐藤 美佳', '佐美'],
    ['佐藤美佳', '佐'],
    ['𠮷野 家', '𠮷家'],
    [' ', ''],
  ])('shows %s as %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
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
