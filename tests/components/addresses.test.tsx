import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** /Addresses, the address book. */

const [cold] = (example('GET', '/addresses') as { items: [Record<string, unknown>] }).items;
const savings = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a11',
  asset: 'BTC',
  network: 'bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  label: 'Savings',
  lastUsedAt: '2026-11-20T04:00:00Z',
  newSince: null,
};
const LIST = 'GET /addresses';
const SAVE = 'POST /addresses';
const REMOVE = `POST /addresses/${savings.id}/remove`;
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/addresses/addresses.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the address book', () => {
  it('is shown network by network', async () => {
    await openApp('/addresses', { answers: { [LIST]: () => json({ items: [cold, savings] }) } });
    const bitcoin = within(await screen.findByRole('region', { name: 'Bitcoin' }));
    expect(bitcoin.getByText('Savings', { selector: 'p > *' })).toBeDefined();
    expect(bitcoin.getByText(saying(/^Last used: 2026-11-20 .* \(24 hours ago\)$/))).toBeDefined();
    const ethereum = within(screen.getByRole('region', { name: 'Ethereum' }));
    expect(ethereum.getByText('Not used yet')).toBeDefined();
    await user.click(ethereum.getByRole('button', { name: /Show in full/ }));
    expect(ethereum.getByText('0x98')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('keeps what is typed into it while the limit is read from the beginning', async () => {
    const answers: Answers = {
      [LIST]: () => json({ items: [savings] }),
      'GET /account/allowList': () => Promise.reject(new TypeError('no network')),
    };
    await openApp('/Addresses', { answers });
    await user.click(await screen.findByRole('button', { name: /^Change label/ }));
    const label = within(screen.getByRole('region', { name: 'Bitcoin' })).getByRole<HTMLInputElement>('textbox');
    await user.type(label, ' of 2026');
    answers['GET /account/allowList'] = () => new Promise(() => undefined);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(label.isConnected).toBe(true);
    expect(label.value).toBe('Savings of 2026');
  });

  it('says if it is empty, and if it cannot be read', async () => {
    let down = true;
    await openApp('/Addresses', { answers: { [LIST]: () => (down ? problem(500, 'internal') : json({ items: [] })) } });
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No saved addresses yet.');
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp('/Addresses', {
      culture,
      answers: {
        [LIST]: () =>
          json({
            items: [
              { ...cold, label: '-' },
              { ...savings, label: '-' },
            ],
          }),
      },
    });
    await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(3));
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|your|address|label)\b|addresses:|money:/i);
  });
});

describe('adding', () => {
  it('sends network, address and label, and reads the list again', async () => {
    let items: object[] = [];
    const { sent } = await openApp('/Addresses', {
      answers: {
        [LIST]: () => json({ items }),
        [SAVE]: () => {
          items = [cold as object];
          return json(cold);
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Save address' }));
    await screen.findByText('Address is required.');
    expect(screen.getByText('Label is required.')).toBeDefined();
    expect(screen.getByRole('option', { name: 'USDT · Ethereum (development chain)' })).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Address' }), ` ${String(cold?.['address'])} `);
    await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Cold wallet');
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    await screen.findByRole('region', { name: 'Ethereum' });
    expect(sent.find(({ call }) => call === SAVE)?.body).toEqual({
      asset: 'USDT',
      network: 'ethereum',
      address: cold?.['address'],
      label: 'Cold wallet',
    });
    expect((screen.getByRole('textbox', { name: 'Address' }) as HTMLInputElement).value).toBe('');
    await screen.findByText('Operate successfully.');
  });

  it('keeps what was typed if the server refuses it', async () => {
    await openApp('/Addresses', {
      answers: { [LIST]: () => json({ items: [] }), [SAVE]: () => problem(400, 'address_wrong_network') },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'bc1q');
    await user.type(screen.getByRole('textbox', { name: 'Label' }), 'X');
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    await screen.findByText('This address belongs to another network');
    expect((screen.getByRole('textbox', { name: 'Address' }) as HTMLInputElement).value).toBe('bc1q');
  });

  it('is not offered if nothing can be withdrawn', async () => {
    const options = example('GET', '/withdrawals/options') as object;
    await openApp('/Addresses', {
      answers: {
        [LIST]: () => json({ items: [] }),
        'GET /withdrawals/options': () => json({ ...options, assets: [] }),
      },
    });
    await screen.findByText(/^No asset can be withdrawn right now/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('an address', () => {
  it('can be relabeled in place', async () => {
    let items = [savings];
    const { sent } = await openApp('/Addresses', {
      answers: {
        [LIST]: () => json({ items }),
        [SAVE]: () => {
          items = [{ ...savings, label: 'Vault' }];
          return json(items[0]);
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change label of Savings' }));
    const form = within(screen.getByRole('form', { name: 'Change label of Savings' }));
    await user.clear(form.getByRole('textbox', { name: 'Label' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Label is required.');
    await user.type(form.getByRole('textbox', { name: 'Label' }), ' Vault ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Vault', { selector: 'p > *' });
    expect(sent.find(({ call }) => call === SAVE)?.body).toEqual({
      asset: 'BTC',
      network: 'bitcoin',
      address: savings.address,
      label: 'Vault',
    });
  });

  it('is removed after confirmation, under one key until it succeeds', async () => {
    let items = [savings];
    let lost = true;
    const { sent } = await openApp('/Addresses', {
      answers: {
        [LIST]: () => json({ items }),
        [REMOVE]: () => {
          if (lost) {
            lost = false;
            throw new TypeError('no network');
          }
          items = [];
          return json({ items });
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Savings' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove this address?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove address' }));
    await dialog.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: 'Remove address' }));
    await screen.findByText('No saved addresses yet.');
    expect(screen.queryByRole('dialog')).toBeNull();
    const keys = sent.filter(({ call }) => call === REMOVE).map(({ key }) => key);
    expect(keys[0]).toMatch(/^id-/);
    expect(keys).toEqual([keys[0], keys[0]]);
  });
});
