import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '#src/app/app.tsx';
import { IN_APP_PAGE } from '#src/i18n/areas.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { preloadMemberPages } from '#src/app/routes.tsx';
import { createServices } from '#src/services/services.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { example } from './support/examples.ts';
import { sessionOfTest } from './support/sessions.ts';
import { memory } from '#tests/client/memory.ts';
import { saying } from './support/saying.ts';

/** The pages that are not flows, in the whole app, with the example responses of the API description. */

const NOW = Date.parse('2026-11-21T04:00:00Z');
const examples = {
  '/api/account/userInfo':
    description.paths['/account/userInfo'].get.responses['200'].content['application/json'].example,
  '/api/wallet': description.paths['/wallet'].get.responses['200'].content['application/json'].example,
  '/api/wallet/days': description.paths['/wallet/days'].get.responses['200'].content['application/json'].example,
  '/api/stakes': description.paths['/stakes'].get.responses['200'].content['application/json'].example,
  '/api/sales': description.paths['/sales'].get.responses['200'].content['application/json'].example,
  '/api/rules': description.paths['/rules'].get.responses['200'].content['application/json'].example,
};
const open = {
  time: new Date(NOW).toISOString(),
  version: '0.1.0',
  available: true,
  maintenance: { on: false, until: null },
  demo: true,
  networks: [],
};
const away = { ...open, available: false };
const closed = { ...open, maintenance: { on: true, until: '2026-11-21T06:00:00Z' } };

type Answers = Record<string, () => Response>;

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** Opens the app at a URL, signed in by default, with a server that gives `answers`. */
async function openAt(address: string, answers: Answers = {}, { signedIn = true } = {}) {
  const all: Answers = {
    ...Object.fromEntries(Object.entries(examples).map(([path, body]) => [path, () => json(body)])),
    ...answers,
  };
  const catalogue = Object.fromEntries(
    await Promise.all(IN_APP_PAGE.map(async (area) => [area, await loadArea('en-US', area)] as const)),
  );
  const services = createServices({
    local: memory(),
    tab: memory(
      signedIn ? { 'perch.accessToken': 'pat_1', 'perch.expiresAt': new Date(NOW + 600_000).toISOString() } : {},
    ),
    channel: null,
    locks: null,
    origin: 'http://localhost',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => 'en-US',
    now: () => NOW,
    newId: () => 'id-12345678',
    fetch: async (request) => {
      const answer = all[new URL(request.url).pathname];
      if (answer === undefined) throw new TypeError('no network');
      return answer();
    },
  });
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  const i18n = createI18n({ culture: 'en-US', catalogue, load: loadArea });
  await act(async () =>
    render(<App services={services} session={sessionOfTest(services)} i18n={i18n} Router={Router} />),
  );
}

// Loaded once ahead: the first transformation of a page takes longer than a test waits for text.
beforeAll(() => preloadMemberPages(), 30_000);
beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The value beside a term. */
const fact = (term: string) => screen.getByText(term).parentElement?.querySelector('dd')?.textContent;

describe('the dashboard', () => {
  it('shows at a glance what is earning, what it has earned, and what needs the member', async () => {
    await openAt('/');
    const attention = (await screen.findByText('1 unlocked stake needs your choice')).closest('li');
    expect(attention?.querySelector('a')?.getAttribute('href')).toBe(
      `/ReStaking?stake=${examples['/api/stakes'].items.find(({ state }) => state === 'matured')?.id}`,
    );
    expect(fact('Rewards so far')).toContain('1,277.5');
    const days = await screen.findByRole('slider', { name: 'Balance over time' });
    expect(days.getAttribute('aria-valuetext')).toBe('2026-11-21: 34,750.00 USD');
    expect(await screen.findByRole('heading', { name: '2026-10 bonus' })).toBeDefined();
    expect(screen.queryByText('Your email isn’t verified')).toBeNull();
  });

  it('links to the list if several stakes wait', async () => {
    await openAt('/', {
      '/api/stakes': () =>
        json({
          ...examples['/api/stakes'],
          items: ['1', '2'].map((id) => ({ ...examples['/api/stakes'].items[0], id, state: 'matured' })),
        }),
    });
    expect(
      (await screen.findByText('2 unlocked stakes need your choice'))
        .closest('li')
        ?.querySelector('a')
        ?.getAttribute('href'),
    ).toBe('/Staking');
  });

  it('names what the account lacks and what is late, and does not mention bonuses that are not paid', async () => {
    const wallet = {
      ...examples['/api/wallet'],
      pending: [
        {
          receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
          reference: 'W-1',
          kind: 'withdrawal',
          status: 'approved',
          asset: 'USDT',
          amount: '400',
          dueAt: new Date(NOW - 1000).toISOString(),
        },
      ],
    };
    const [month] = examples['/api/sales'].items;
    await openAt('/', {
      '/api/account/userInfo': () => json({ ...examples['/api/account/userInfo'], emailVerified: false }),
      '/api/wallet': () => json(wallet),
      '/api/stakes': () => json({ ...examples['/api/stakes'], items: [] }),
      '/api/sales': () => json({ items: [{ ...month, bonusOn: false }], nextCursor: null }),
    });
    expect(
      (await screen.findByText('Your email isn’t verified')).closest('li')?.querySelector('a')?.getAttribute('href'),
    ).toBe('/Account?step=verify');
    expect(
      (await screen.findByText('1 withdrawal is overdue')).closest('li')?.querySelector('a')?.getAttribute('href'),
    ).toBe('/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001');
    expect(await screen.findByText('You’re not staking.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/^\d{4}-\d{2} bonus$/)).toBeNull());
  });

  it('welcomes a new member, once', async () => {
    await openAt('/');
    await screen.findByText('This is your first sign-in. Welcome to Perch.');
    await userEvent.click(screen.getAllByRole('link', { name: 'Wallet' })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'My wallet' });
    await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'Hello, Mika Sato' });
    expect(screen.queryByText('This is your first sign-in. Welcome to Perch.')).toBeNull();
  });

  it('greets by name, and names the tab', async () => {
    await openAt('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Mika Sato' })).toBeDefined();
    expect((await screen.findByRole('link', { name: 'Turn on' })).getAttribute('href')).toBe('/Authentication');
    await waitFor(() => expect(document.title).toBe('Home · Perch'));
  });

  it('has no dead link', async () => {
    await openAt('/');
    await screen.findByRole('heading', { level: 1 });
    await screen.findByText('1 unlocked stake needs your choice');
    const targets = new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/\?.*/, '')));
    expect([...targets].sort()).toEqual([
      '#content',
      '/',
      '/Authentication',
      '/Contact',
      '/Deposit',
      '/Exchange',
      '/Faq',
      '/History',
      '/Organization',
      '/OrganizationChart',
      '/Package',
      '/ReStaking',
      '/Referral',
      '/SalesManagement',
      '/Staking',
      '/Top',
      '/Transfer',
      '/Wallet',
      '/Withdraw',
      '/newsList',
    ]);
  });
});

describe('the questions', () => {
  const faq = { '/api/contents/faq': () => json(example('GET', '/contents/{slug}')) };

  it('are followed by the server’s rules, none of the app’s own', async () => {
    await openAt('/Faq', {
      ...faq,
      '/api/rules': () => json({ ...examples['/api/rules'], minimumDepositUsd: '12345', withdrawalFeeRate: '0.075' }),
    });
    await screen.findByText('12,345.00 USD');
    expect(fact('Withdrawal fee')).toBe('7.50% of each withdrawal');
    expect(fact('Withdrawals paid out after')).toBe('10 days');
  });

  it('says if the rules cannot be loaded, keeps the rest, and can be retried', async () => {
    let down = true;
    const rules = () => {
      if (down) throw new TypeError('no network');
      return json(examples['/api/rules']);
    };
    await openAt('/Faq', { ...faq, '/api/rules': rules });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Can’t reach the server');
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('100.00 USD');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads by itself when the network is back', async () => {
    let down = true;
    const rules = () => {
      if (down) throw new TypeError('no network');
      return json(examples['/api/rules']);
    };
    await openAt('/Faq', { ...faq, '/api/rules': rules });
    await screen.findByRole('alert');
    down = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText('100.00 USD');
  });
});

describe('maintenance', () => {
  it('says until when, as a time and a duration', async () => {
    await openAt('/maintenance', { '/api/status': () => json(closed) }, { signedIn: false });
    expect(await screen.findByRole('heading', { name: 'Under maintenance' })).toBeDefined();
    await screen.findByText(saying(/Expected end: 2026-11-21 \d\d:00:00 \(in 2 hours\)/));
  });

  it('brings the member back when the club is open', async () => {
    await openAt('/Maintenance', { '/api/status': () => json(open) });
    await screen.findByRole('heading', { name: 'Hello, Mika Sato' });
  });

  it('keeps polling if there is no response', async () => {
    await openAt('/Maintenance', {}, { signedIn: false });
    await screen.findByText(/didn’t respond to the last check/);
  });
});

describe('a server whose database is unreachable', () => {
  it('is reported on the maintenance page, which keeps polling', async () => {
    await openAt('/Maintenance', { '/api/status': () => json(away) }, { signedIn: false });
    await screen.findByText(/briefly unavailable\. Nothing is lost/);
    expect(screen.getByRole('heading', { name: 'Under maintenance' })).toBeDefined();
  });
});

describe('an unknown URL', () => {
  it('says so and shows ways forward', async () => {
    await openAt('/nowhere', {}, { signedIn: false });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Page not found' })).toBeDefined());
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
  });
});
