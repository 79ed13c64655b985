// A tab asks the others for their session, and what they answer may come after it has given up, at any moment.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { components } from '#openapi/api.gen.d.ts';
import { example, openApp } from './support/open-app.tsx';

it('tokens that come between the start of the session and the first page make a member of the visitor', async () => {
  await openApp('/Wallet', {
    signedIn: false,
    meanwhile: async (services, session) => {
      session.start();
      await waitFor(session, (state) => state.matches('signedOut'));
      services.session.open(example('POST', '/token') as components['schemas']['TokenGrant'], false);
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'My wallet' })).toBeDefined();
});
