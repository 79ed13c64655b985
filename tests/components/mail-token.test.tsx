import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { settleCulture, TakenMailToken, useMailedRun, useSpentMailToken } from '#src/session/mail-token.tsx';
import { createStorage } from '#src/services/storage.ts';
import { memory } from '#tests/client/memory.ts';
import { testsOfMailedPages } from './support/mailed-pages.ts';
import { json, openApp, type OpenedApp } from './support/open-app.tsx';

/** The token of a mailed link is removed from the URL before a page is shown, and another link starts over. */

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/sign-in/sign-in.route.tsx'),
    import('#src/flows/freeze-link/freeze-link.route.tsx'),
    import('#src/flows/account-thaw/account-thaw.route.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

/** Every URL at which a page was shown. */
let shownAt: string[] = [];

function Page({ spent = false }: { readonly spent?: boolean }) {
  const { pathname, search, hash } = useLocation();
  const { token, run } = useMailedRun();
  useSpentMailToken(spent);
  shownAt.push(pathname + search + hash);
  return <output>{`${token} in run ${run}`}</output>;
}

const page = (spent = false) => (
  <BrowserRouter>
    <TakenMailToken>
      <Page spent={spent} />
    </TakenMailToken>
  </BrowserRouter>
);

async function open(address: string) {
  shownAt = [];
  window.history.pushState(null, '', address);
  const { rerender } = render(page());
  await act(async () => undefined);
  return { says: () => screen.getByRole('status').textContent, spend: () => act(async () => rerender(page(true))) };
}

const address = () => window.location.pathname + window.location.search + window.location.hash;

describe.each(['/ChangeEmail2', '/Freeze', '/Thaw'])('at %s', (path) => {
  it.each([
    ['the fragment', '#token=tok_one', ''],
    ['the query', '?token=tok_one', ''],
    ['both', '?Token=tok_old#token=tok_one', ''],
    ['the fragment behind another parameter', '?x=1#token=tok_one', '?x=1'],
    ['the query among others, which stay as they were', '?step=x&token=tok_one&x=a%20b', '?step=x&x=a%20b'],
  ])(
    'a token in %s is removed from the URL before the page is shown, and the page has it',
    async (_, brought, left) => {
      const entries = window.history.length;
      const { says } = await open(path + brought);
      expect(says()).toBe('tok_one in run 0');
      expect(address()).toBe(path + left);
      expect(new Set(shownAt)).toEqual(new Set([path + left]));
      // It replaces the link: Back does not lead to a URL with the token.
      expect(window.history.length).toBe(entries + 1);
    },
  );

  it('a reload finds it again', async () => {
    await open(`${path}#token=tok_one`);
    cleanup();
    render(page());
    expect(screen.getByRole('status').textContent).toBe('tok_one in run 0');
  });

  it('another link in the same tab is noticed, removed from the URL, and starts over', async () => {
    const { says } = await open(`${path}#token=tok_one`);
    shownAt = [];
    window.location.hash = '#token=tok_two';
    await waitFor(() => expect(says()).toMatch(/^tok_two /));
    await waitFor(() => expect(address()).toBe(path));
    expect(shownAt.join()).not.toContain('tok');
    window.history.back();
    await waitFor(() => expect(says()).toMatch(/^tok_one in run 1$/));
  });

  it('a used token is in no history entry, and the run continues', async () => {
    const { says, spend } = await open(`${path}#token=tok_one`);
    expect(JSON.stringify(window.history.state)).toContain('tok_one');
    await spend();
    expect(JSON.stringify(window.history.state)).not.toContain('tok_one');
    expect(says()).toBe('tok_one in run 0');
  });
});

it('on any other page a fragment stays as it is', async () => {
  await open('/Terms#token=of-appreciation');
  expect(address()).toBe('/Terms#token=of-appreciation');
});

testsOfMailedPages(0);

it.each(['/Freeze?culture=tlh#token=x', '/Freeze?culture=#token=x', '/Freeze#token=x', '/Terms?x=1'])(
  '%s sets no language',
  (link) => {
    const storage = createStorage(memory(), memory());
    expect(settleCulture(storage, new URL(link, 'https://wallet.example'), window.history)).toBeNull();
    expect(storage.get('language')).toBeNull();
  },
);

it.each([
  ['/Thaw?culture=ja-JP#token=tok_one', '/Thaw#token=tok_one', 'ja-JP'],
  ['/Thaw?culture=tlh&x=a%20b#token=tok_one', '/Thaw?x=a%20b#token=tok_one', null],
  ['/Frozen?culture=zh-CN', '/Frozen', 'zh-CN'],
  ['/Signup?introducer=K7&culture=ja-JP&position=left', '/Signup?introducer=K7&position=left', 'ja-JP'],
])('the language is removed from %s before a page is shown, and nothing else is', (link, left, culture) => {
  window.history.replaceState({ kept: 1 }, '', link);
  expect(settleCulture(createStorage(memory(), memory()), window.location, window.history)).toBe(culture);
  expect([address(), window.history.state]).toEqual([left, { kept: 1 }]);
});

const links = [
  { path: '/Freeze', press: 'Freeze now', call: 'POST /account/freezeByLink', tokens: ['frz_one', 'frz_two'] },
  { path: '/Thaw', press: 'Unfreeze account', call: 'POST /account/thaw', tokens: ['thw_one', 'thw_two'] },
] as const;

describe.each(links)('after a lost response at $path', ({ path, press, call, tokens: [one, two] }) => {
  const user = userEvent.setup({ delay: null });
  const asked = ({ sent }: OpenedApp) => sent.filter(({ call: name }) => name.startsWith('GET /requests/'));
  const stillRunning = { 'GET /requests/id-00000001': () => json({ state: 'running' }) };
  const lost = () => {
    throw new TypeError('no network');
  };

  async function interrupted() {
    const first = await openApp(`${path}#token=${one}`, {
      signedIn: false,
      answers: { ...stillRunning, [call]: lost },
    });
    await user.click(await screen.findByRole('button', { name: press }));
    await screen.findByRole('button', { name: 'Check now' });
    expect(first.stored()).not.toContain(one);
    cleanup();
    return first.stores;
  }

  it('the same link asks the server for the outcome', async () => {
    const stores = await interrupted();
    const again = await openApp(`${path}#token=${one}`, { signedIn: false, stores, answers: stillRunning });
    await vi.waitFor(() => expect(asked(again)).not.toEqual([]));
  });

  it('another link does not ask for it, and its press is a separate call', async () => {
    const stores = await interrupted();
    const again = await openApp(`${path}#token=${two}`, { signedIn: false, stores, answers: stillRunning });
    await user.click(await screen.findByRole('button', { name: press }));
    await vi.waitFor(() => expect(again.sent.find(({ call: name }) => name === call)?.body).toEqual({ token: two }));
    expect(asked(again)).toEqual([]);
  });
});
