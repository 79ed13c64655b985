import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { json, openApp } from './support/open-app.tsx';

/** What a mailed link promises (D-32): a link that unfreezes is offered only if one can. */

beforeAll(async () => void (await import('#src/flows/freeze-link/freeze-link.route.tsx')));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const user = userEvent.setup();
const MAILED = /Only a link|you need access to your email/;

it.each([
  { token: 'frz_x', thawBy: 'member', press: 'Freeze now', before: 'a mailed link', after: 'Get link to unfreeze' },
  { token: 'frz_x', thawBy: 'support', press: 'Freeze now', before: 'a mailed link', after: 'Go to Help' },
  { token: 'frf_x', thawBy: 'support', press: 'Freeze now', before: 'support', after: 'Go to Help' },
  { token: 'obj_x', thawBy: 'support', press: 'Object to the change', before: 'support', after: 'Go to Help' },
])('of $token, thawed by $thawBy', async ({ token, thawBy, press, before, after }) => {
  await openApp(`/Freeze#token=${token}`, {
    signedIn: false,
    answers: {
      'POST /account/freezeByLink': () =>
        json({ frozenAt: '2026-11-21T04:00:00Z', thawBy, objected: token === 'obj_x' }),
    },
  });
  const button = await screen.findByRole('button', { name: press });
  expect(MAILED.test(document.body.textContent)).toBe(before === 'a mailed link');
  await user.click(button);
  expect((await screen.findByRole('link', { name: after })).getAttribute('href')).toMatch(
    thawBy === 'member' ? /^\/Frozen/ : /^\/Help/,
  );
  expect(screen.queryAllByRole('link', { name: 'Get link to unfreeze' })).toHaveLength(thawBy === 'member' ? 1 : 0);
});
