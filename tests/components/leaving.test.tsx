import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { upOf } from '#src/ui/navigation.ts';
import { fetchPagesAhead } from '#walk/component/pages-ahead.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, openApp } from './support/open-app.tsx';

/** Leaving a flow of the account leads where Back of a phone's top bar leads. */

const user = userEvent.setup({ delay: null });
const member = example('GET', '/account/userInfo') as object;
const unverified = { 'GET /account/userInfo': () => json({ ...member, emailVerified: false }) };
const factor = example('GET', '/account/twoFactorInfo') as object;
const unbound = { 'GET /account/twoFactorInfo': () => json({ ...factor, enabled: false, emailVerified: false }) };

beforeAll(async () => {
  teachDialogs();
  await Promise.all([fetchPagesAhead(), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ['/AllowList', 'Security', {}],
  ['/Passkeys', 'Security', {}],
  ['/Authentication', 'Security', { ...unverified, ...unbound }],
  ['/Account?step=password', 'Security', {}],
  ['/Account?step=freeze', 'Security', {}],
  ['/Account?step=verify', 'Account', unverified],
  ['/ChangeEmail1', 'Account', {}],
  ['/Notifications', 'Account', {}],
])('%s leads to %s', async (address, title, answers) => {
  await openApp(address, { answers });
  const leave = await waitFor(() => {
    const button = document.querySelector<HTMLElement>('main [data-event="LEAVE"], main [data-event="CANCEL"]');
    expect(button).not.toBeNull();
    return button as HTMLElement;
  });
  const up = screen.getByRole('link', { name: /^Back to /, hidden: false });
  expect(up.getAttribute('href')).toBe(upOf(address));
  await user.click(leave);
  await screen.findByRole('heading', { level: 1, name: title });
});
