import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** A new entry of the address book is marked wherever it appears, until a withdrawal to it is confirmed. */

const [cold] = (example('GET', '/addresses') as { items: (Record<string, unknown> & { address: string })[] }).items;
/** Two hours before the app is opened. */
const planted = { ...cold, label: 'My Ledger', newSince: '2026-11-21T02:00:00Z' };
const options = example('GET', '/withdrawals/options') as object;
const draft = example('POST', '/withdrawals') as object;
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

describe('a new address', () => {
  it('is marked in the address book with its age, and the others are not', async () => {
    await openApp('/Addresses', {
      answers: {
        'GET /addresses': () =>
          json({ items: [planted, { ...cold, id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a11', label: 'Vault' }] }),
      },
    });
    const [first, second] = within(await screen.findByRole('region', { name: 'Ethereum' })).getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText(saying('New · saved 2 hours ago'))).toBeDefined();
    expect(second?.textContent).not.toContain('New');
    expect(await screen.findByText(/^We email you whenever an address/)).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('is marked when it is chosen for a withdrawal, and named with what to do before anything is confirmed', async () => {
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [planted] }),
        'POST /withdrawals': () => json({ ...draft, addressLabel: 'My Ledger', addressNewSince: planted.newSince }),
      },
    });
    await user.click(await screen.findByRole('button', { name: /^My Ledger .* New / }));
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    await screen.findByRole('button', { name: 'Confirm withdrawal' });
    expect(screen.getByText('This address is new in your address book')).toBeDefined();
    expect(
      screen.getByText(saying(/^It was saved, or its label changed, 2 hours ago \(2026-11-21 .*don’t confirm/)),
    ).toBeDefined();
    expect(await axeFindings()).toEqual([]);
    // The code is typed with all of it in sight: the mark above the field, the warning below.
    await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
    const code = await screen.findByRole('group', { name: /Address “My Ledger”.*New/ });
    expect(within(code).getByRole('textbox')).toBeDefined();
    expect(screen.getByText('This address is new in your address book')).toBeDefined();
    expect(
      screen.getByText(saying(/^It was saved, or its label changed, 2 hours ago \(2026-11-21 .*don’t confirm/)),
    ).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('is not mentioned once it is a day old', async () => {
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [{ ...planted, newSince: null }] }),
        'POST /withdrawals': () => json({ ...draft, addressLabel: 'My Ledger' }),
      },
    });
    const line = await screen.findByRole('button', { name: /^My Ledger / });
    expect(line.textContent).not.toContain('New');
    await user.click(line);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    await screen.findByRole('button', { name: 'Confirm withdrawal' });
    expect(screen.queryByText('This address is new in your address book')).toBeNull();
  });
});

describe('addresses that are known', () => {
  const OWN = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const OTHER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
  const paid = { asset: 'USDT', network: 'ethereum', address: OTHER, lastUsedAt: '2026-10-02T09:00:00Z' };
  const open = async (known: object) =>
    openApp('/Withdraw', {
      answers: { 'GET /withdrawals/options': () => json({ ...options, addresses: [], recent: [], ...known }) },
    });
  const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value;
  const titles = () =>
    within(screen.getByRole('form', { name: 'Withdraw' }))
      .queryAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);

  it('are offered with their labels first, then by when they were last withdrawn to; one press fills the field in', async () => {
    await open({ addresses: [{ ...planted, address: OWN, newSince: null }], recent: [paid] });
    const recent = await screen.findByRole('button', { name: '0x6Fac4D…4Ab9C0 Last used: 2026-10-02' });
    expect(titles()).toEqual(['Saved addresses', 'Recent addresses']);
    await user.click(recent);
    expect([typed(), recent.getAttribute('aria-pressed')]).toEqual([OTHER, 'true']);
    await user.click(screen.getByRole('button', { name: 'My Ledger 0x9858Ef…aEda94 Never used' }));
    expect([typed(), recent.getAttribute('aria-pressed')]).toEqual([OWN, 'false']);
    expect(await axeFindings()).toEqual([]);
  });

  it('can be read in full, and are from the start if another one has the same ends', async () => {
    await open({ recent: [paid] });
    await user.click(await screen.findByRole('button', { name: 'Show in full 0x6Fac4D…4Ab9C0' }));
    expect(screen.getByRole('button', { name: /Last used/ }).textContent).toBe(`${OTHER}Last used: 2026-10-02`);
    cleanup();
    const twin = `${OTHER.slice(0, 20)}${'1'.repeat(12)}${OTHER.slice(-10)}`;
    await open({ addresses: [{ ...planted, address: twin, newSince: null }], recent: [paid] });
    expect((await screen.findByRole('button', { name: /^My Ledger/ })).textContent).toContain(twin);
    expect(screen.getByRole('button', { name: /Last used/ }).textContent).toContain(OTHER);
    expect(await axeFindings()).toEqual([]);
  });

  it('are read in full too if the ends differ only in the case of their letters', async () => {
    const cased = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
    const twin = `0x${cased(OTHER.slice(2, 8))}${'1'.repeat(28)}${cased(OTHER.slice(-6))}`;
    await open({ addresses: [{ ...planted, address: twin, newSince: null }], recent: [paid] });
    expect((await screen.findByRole('button', { name: /^My Ledger/ })).textContent).toContain(twin);
    expect(screen.getByRole('button', { name: /Last used/ }).textContent).toContain(OTHER);
  });

  it('of another asset are not offered', async () => {
    await open({ recent: [{ ...paid, asset: 'BTC', network: 'bitcoin' }] });
    await screen.findByRole('textbox', { name: 'Address' });
    expect(titles()).toEqual([]);
  });

  it('of a long book are shown once they are wanted', async () => {
    const addresses = [1, 2, 3, 4, 5].map((place) => ({
      ...planted,
      id: `6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a1${place}`,
      address: `0x${String(place).repeat(40)}`,
      label: `Wallet ${place}`,
    }));
    await open({ addresses });
    await screen.findByRole('button', { name: /^Wallet 3/ });
    expect(screen.queryByRole('button', { name: /^Wallet 4/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(screen.getByRole('button', { name: /^Wallet 5/ })).toBeDefined();
  });

  it('are compared like a typed one', async () => {
    const compared = { ...draft, resembles: { address: OWN, label: 'Vault', lastUsedAt: null } };
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [], recent: [paid] }),
        'POST /withdrawals': () => json(compared),
      },
    });
    await user.click(await screen.findByRole('button', { name: /Last used/ }));
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    await screen.findByRole('heading', { name: 'Compare the addresses' });
  });
});

/** The label of the other address, and when it was last used, are shown with it (D-28). */
describe('an address that resembles another', () => {
  const [typed, other] = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x9858EfFD232B4033E47d90003D41EC34Ecabda94'];

  it.each([
    [{ label: 'Vault', lastUsedAt: null }, 'Your saved address “Vault”', 'Never used'],
    [{ label: null, lastUsedAt: '2026-10-02T09:00:00Z' }, 'Address you’ve used', /^Last used: 2026-10-02 /],
  ])('%o', async (known, title, used) => {
    await openApp('/Withdraw', {
      answers: {
        'GET /withdrawals/options': () => json({ ...options, addresses: [] }),
        'POST /withdrawals': () => json({ ...draft, address: typed, resembles: { address: other, ...known } }),
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), typed);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(screen.getByRole('button', { name: 'Review withdrawal' }));
    const beside = (await screen.findByRole('heading', { name: title })).parentElement as HTMLElement;
    expect(beside.textContent).toContain(other);
    expect(within(beside).getByText(saying(used))).toBeDefined();
    const own = screen.getByRole('heading', { name: 'Address you entered' }).parentElement;
    expect(own?.textContent).toContain(typed);
    const groups = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(groups.filter((text) => text.startsWith('Group'))).toEqual([
      'Group 10: you entered a E d a, the known address has a b d a',
    ]);
  });
});
