// Signing out while the club is under maintenance: the browser forgets the member, and the page says so.
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { example, json, openApp, problem } from './support/open-app.tsx';

const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  await Promise.all([
    import('#src/frames/member-frame.tsx'),
    import('#src/flows/sign-out/sign-out.route.tsx'),
    import('#src/pages/maintenance.page.tsx'),
    import('#src/flows/sign-in/sign-in.route.tsx'),
  ]);
});
afterEach(cleanup);

const SIGN_OUT = 'POST /token/revoke';

it('under maintenance says that this device is signed out, and no page takes the place of that', async () => {
  const { sent, services } = await openApp('/Signout', {
    answers: {
      [SIGN_OUT]: () => problem(503, 'maintenance'),
      'GET /status': () => json({ ...(example('GET', '/status') as object), maintenance: { on: true, until: null } }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Signed out on this device' });
  // What a cover would need: a moment to come.
  await new Promise((later) => setTimeout(later, 50));
  expect(screen.getByRole('heading', { name: 'Signed out on this device' })).toBeDefined();
  expect(services.session.tokens()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(sent.filter(({ call }) => call === SIGN_OUT)).toHaveLength(1);
});
