import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** Withdrawals only to saved addresses, where addresses are chosen and kept (D-33). */

const [cold] = (example('GET', '/addresses') as { items: (Record<string, unknown> & { address: string })[] }).items;
const other = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
/** Saved two hours before the app is opened. */
const planted = {
  ...cold,
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a12',
  address: other,
  label: 'My Ledger',
  newSince: '2026-11-21T02:00:00Z',
};
const options = example('GET', '/withdrawals/options') as object;
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/addresses/addresses.page.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the form of a withdrawal', () => {
  it('offers only saved addresses that are not new, and says from when the others can be used', async () => {
    let sent: unknown = null;
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [cold, planted], allowList: true }),
        'POST /withdrawals': async (request) => {
          sent = await request.json();
          return json(example('POST', '/withdrawals'));
        },
      },
    });
    const book = await screen.findByRole('group', { name: 'Address' });
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull();
    expect(within(book).getAllByRole('listitem')).toHaveLength(1);
    const later = screen.getByRole('heading', { name: 'Saved, not usable yet' }).parentElement;
    expect(later?.textContent).toMatch(/My Ledger.*From 2026-11-22 .*\(in 22 hours\)/);
    expect(screen.getByRole('link', { name: 'View setting' }).getAttribute('href')).toBe('/AllowList');
    expect(await axeFindings()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    await waitFor(() => expect(document.activeElement).toBe(book));
    expect(within(book).getByText('Address is required.')).toBeDefined();
    await user.click(within(book).getByRole('button', { name: /^Cold wallet/, pressed: false }));
    // In full for a screen reader too: there is no field that has it.
    const whole = screen.getAllByText(
      (_, element) => element?.matches('p') === true && element.textContent === cold?.address,
    );
    expect(whole.map((element) => element.getAttribute('aria-hidden'))).toEqual([null]);
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    await screen.findByRole('button', { name: 'Confirm withdrawal' });
    expect(sent).toMatchObject({ address: cold?.address });
  });

  it('shows alike addresses in full, each with when it was used last', async () => {
    const address = `${cold?.address.slice(0, 8)}${'1'.repeat(28)}${cold?.address.slice(-6)}`;
    const alike = { ...planted, newSince: null, lastUsedAt: null, address };
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [cold, alike], allowList: true }),
      },
    });
    const book = await screen.findByRole('group', { name: 'Address' });
    const lines = within(book).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(cold?.address ?? ''),
      expect.stringMatching(new RegExp(`${address}.*Never used`)),
    ]);
  });

  it('says so where no saved address can be used yet', async () => {
    await openApp('/Withdraw', {
      answers: { 'GET /withdrawals/options': () => json({ ...options, addresses: [planted], allowList: true }) },
    });
    expect(await screen.findByText(/^You have no saved address for USDT on this network/)).toBeDefined();
  });

  it('leads on from a refusal, with the focus at the address', async () => {
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [], allowList: false }),
        'POST /withdrawals': () => problem(409, 'address_not_allowed', { until: '2026-11-22T02:00:00Z' }),
      },
    });
    const address = await screen.findByRole('textbox', { name: 'Address' });
    await user.type(address, other);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You can withdraw only to saved addresses');
    expect(alert.textContent).toContain('2026-11-22');
    expect(screen.getByRole('link', { name: 'Save address' }).getAttribute('href')).toBe('/Addresses');
    expect(screen.getByRole('link', { name: 'View setting' }).getAttribute('href')).toBe('/AllowList');
    await waitFor(() => expect(document.activeElement).toBe(address));
  });
});

describe('the address book', () => {
  it.each([
    ['off', null, 'You can withdraw to other addresses too.'],
    ['on', null, /^You can withdraw only to these addresses/],
    ['turningOff', '2026-11-22T00:00:00Z', /^Until 2026-11-2\d .* \(in 20 hours\), you can withdraw only/],
  ] as const)('says that it is %s', async (state, offAt, said) => {
    await openApp('/Addresses', {
      answers: { 'GET /account/allowList': () => json({ state, offAt, secondFactor: false }) },
    });
    expect(await screen.findByText(saying(said))).toBeDefined();
    expect(screen.getByRole('link', { name: 'View setting' }).getAttribute('href')).toBe('/AllowList');
  });

  it('is of use without knowing it', async () => {
    await openApp('/Addresses', { answers: { 'GET /account/allowList': () => problem(500, 'internal') } });
    expect(await screen.findByRole('region', { name: 'Ethereum' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'View setting' })).toBeNull();
  });
});
