import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { json, openApp } from './support/open-app.tsx';

/** What is shown after a new password is set: for a frozen account never that the member can sign in (F-04, D-32). */

const PROMISE = /^You can now sign in with it\./;
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/password-recovery/password-recovery.route.tsx'),
    import('#src/flows/account-thaw/account-thaw.route.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A recovery whose new password has been accepted. */
async function passwordSet(frozen: 'member' | 'support' | null) {
  const app = await openApp('/ForgotPassword', {
    signedIn: false,
    answers: { 'POST /account/resetPassword': () => json({ changedAt: '2026-11-21T04:00:00Z', frozen }) },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'demo@perch.example');
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'demo');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await user.type(await screen.findByRole('textbox', { name: /code/i }), '492039');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.type(await screen.findByLabelText('New password'), 'harbour violin sevenfold');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByRole('heading', { name: 'Your new password is set' });
  return app;
}

describe('a new password', () => {
  it('of an open account works from now on', async () => {
    await passwordSet(null);
    expect(screen.getByText(PROMISE)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'My account is frozen' })).toBeNull();
  });

  it('of an account that its member froze leads to the link that thaws it', async () => {
    await passwordSet('member');
    expect(screen.queryByText(PROMISE)).toBeNull();
    expect(screen.getByText('Your account is still frozen')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Send link' }));
    await screen.findByRole('heading', { name: 'Is your account frozen?' });
  });

  it('of an account that only support can thaw names the address of support', async () => {
    await passwordSet('support');
    expect(screen.queryByText(PROMISE)).toBeNull();
    expect(screen.getByText(/only support can unfreeze this account/)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Email ${SUPPORT_EMAIL}` }).getAttribute('href')).toBe(
      `mailto:${SUPPORT_EMAIL}`,
    );
  });

  it('promises nothing after a reload', async () => {
    const { stores } = await passwordSet('member');
    cleanup();
    await openApp('/DonePassword', { signedIn: false, stores });
    await screen.findByRole('heading', { name: 'Your new password is set' });
    expect(screen.queryByText(PROMISE)).toBeNull();
    expect(screen.getByText(/unless your account is frozen/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My account is frozen' }).getAttribute('href')).toBe('/Frozen');
  });
});
