import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { json, openApp, problem, type Answers } from './support/open-app.tsx';

/** Refusals stand at the entry that they are about, or in front of the act, and have the focus there. */

const user = userEvent.setup({ delay: null });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const invalid = (field: string, sentence: string) => () =>
  problem(400, 'invalid_request', { errors: { [field]: [sentence] } });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/account/account.page.tsx'),
    import('#src/pages/addresses/addresses.page.tsx'),
    import('#src/pages/security/security.page.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The message, once it is at an entry that has the focus and is described by it. */
async function messageAt(entry: HTMLElement): Promise<string> {
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(entry));
  expect(entry.getAttribute('aria-invalid')).toBe('true');
  const ids = (entry.getAttribute('aria-describedby') ?? '').split(' ');
  expect(ids.some((id) => document.getElementById(id)?.contains(alert))).toBe(true);
  return alert.textContent;
}

describe('a field that the server names', () => {
  it('has the message of a page’s form', async () => {
    const answers: Answers = { 'POST /account/profile': invalid('phone', 'Phone: this number is not in use.') };
    await openApp('/Account', { answers });
    await press('Edit');
    await press('Save');
    const phone = screen.getByRole('textbox', { name: /Phone/ });
    expect(await messageAt(phone)).toContain('this number is not in use');
    expect(await axeFindings()).toEqual([]);
  });

  it('has the message of a flow’s form', async () => {
    const answers: Answers = { 'POST /withdrawals': invalid('amount', 'Amount: too many decimals.') };
    await openApp('/Withdraw', { answers });
    await user.type(
      await screen.findByRole('textbox', { name: 'Address' }),
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    );
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(amount, '400');
    await press('Review withdrawal');
    expect(await messageAt(amount)).toContain('too many decimals');
  });

  it('that the form does not have leaves the message in front of it, with the focus', async () => {
    const answers: Answers = { 'POST /account/profile': invalid('shoeSize', 'shoeSize: unknown.') };
    await openApp('/Account', { answers });
    await press('Edit');
    await press('Save');
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
  });
});

describe('a proof that is asked for again', () => {
  const signed = (changes: object) => ({
    id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
    device: 'Firefox on Windows',
    signedInAt: '2026-11-20T03:00:00Z',
    lastUsedAt: '2026-11-21T03:00:00Z',
    current: true,
    ...changes,
  });
  const two = {
    items: [signed({}), signed({ id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a11', device: 'Safari', current: false })],
  };

  it('has its message in the dialog', async () => {
    await openApp('/Security', {
      answers: {
        'GET /account/sessions': () => json(two),
        'POST /account/endOtherSessions': () => problem(400, 'password_incorrect', { triesLeft: 3 }),
      },
    });
    await press('Sign out all other devices');
    const dialog = within(await screen.findByRole('dialog'));
    const password = dialog.getByLabelText('Password');
    await user.type(password, 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }));
    expect(await messageAt(password)).toContain('Password');
    expect(await axeFindings()).toEqual([]);
  });
});
