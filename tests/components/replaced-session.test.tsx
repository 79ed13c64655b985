// A session that is kept beyond its tab is shared by all tabs: another member who signs in in one of them replaces it.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { example, json, NOW, openApp, type OpenedApp } from './support/open-app.tsx';

const FIRST = 'First Member';
const SECOND = 'Second Member';
const member = (name: string) => ({ ...(example('GET', '/account/userInfo') as object), name });

const session = (of: string) => ({
  'perch.accessToken': `pat_${of}`,
  'perch.expiresAt': new Date(NOW + 600_000).toISOString(),
  'perch.refreshToken': `prt_${of}`,
  'perch.sessionName': of,
});

/** The app of the first member in a tab, and the tokens with which it calls from now on. */
async function opened(): Promise<OpenedApp & { readonly bearers: Set<string | null> }> {
  const bearers = new Set<string | null>();
  const app = await openApp('/', {
    signedIn: false,
    stored: { 'perch.keepSignedIn': 'true', ...session('first') },
    answers: {
      'GET /account/userInfo': ({ headers }) => {
        const bearer = headers.get('Authorization');
        bearers.add(bearer);
        return json(member(bearer === 'Bearer pat_second' ? SECOND : FIRST));
      },
      'GET /account/balances': ({ headers }) => {
        bearers.add(headers.get('Authorization'));
        return json(example('GET', '/account/balances'));
      },
    },
  });
  await screen.findByRole('heading', { level: 1, name: new RegExp(FIRST) });
  bearers.clear();
  return { ...app, bearers };
}

/** What another tab does with the storage that it shares. */
async function elsewhere({ stores: { local } }: OpenedApp, items: Readonly<Record<string, string>>): Promise<void> {
  await act(async () => {
    for (const key of [...Object.keys(session('')), 'perch.userInfo']) local.removeItem(key);
    for (const [key, value] of Object.entries(items)) local.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage'));
    await Promise.resolve();
  });
}

it('shows the member who has signed in elsewhere, and nothing more of the one before', async () => {
  const app = await opened();
  await elsewhere(app, session('second'));
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(SECOND) })).toBeDefined();
  expect(document.body.textContent).not.toContain(FIRST);
  expect(app.stored()).not.toContain(FIRST);
  expect(app.stores.local.getItem('perch.accessToken')).toBe('pat_second');
  expect([...app.bearers]).toEqual(['Bearer pat_second']);
});

it('is over where another tab keeps the new session to itself', async () => {
  const app = await opened();
  await elsewhere(app, {});
  expect(await screen.findByRole('textbox', { name: 'Username' })).toBeDefined();
  expect(document.body.textContent).not.toContain(FIRST);
  expect([...app.bearers]).toEqual([]);
});

it('goes on while another tab renews it', async () => {
  const app = await opened();
  await elsewhere(app, {
    ...session('first'),
    'perch.accessToken': 'pat_renewed',
    'perch.userInfo': JSON.stringify(member(FIRST)),
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: new RegExp(FIRST) })).toBeDefined());
});
