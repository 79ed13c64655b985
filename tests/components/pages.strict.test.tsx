import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { memberPages } from '#src/app/member-routes.tsx';
import { publicPaths } from '#src/paths.ts';
import { fetchPagesAhead } from '#walk/component/pages-ahead.ts';
import { pages as allButReceipts } from './support/figures-of-pages.ts';
import { receiptPages } from './support/figures-of-receipts.ts';
import { json, openApp, type Answers } from './support/open-app.tsx';

/**
 * Every page, those of members with the replies whose figures are known, in React's development build under StrictMode:
 * it says nothing on the console, such as a row without a key, or a part in a place where HTML has none. The good cases
 * of the flows are walked so too (tests/components/walk/good-cases.strict.test.tsx).
 */

const said: string[] = [];
const pages = [...allButReceipts, ...receiptPages];
const shown = new Set(pages.map(({ address }) => address));
const plain = memberPages.flatMap(({ at }) => at).filter((path) => !path.includes(':') && !shown.has(path));
const PAGES = [
  ...plain.map((address) => ({ name: address, address, answers: {} })),
  ...pages.map(({ name, address, answers }) => ({ name, address, answers })),
];
const OF_VISITORS = [...publicPaths.filter((path) => !path.includes(':')), '/nowhere'];

beforeAll(async () => {
  configure({ reactStrictMode: true });
  await Promise.all([fetchPagesAhead(), import('#src/frames/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
});
afterAll(() => configure({ reactStrictMode: false }));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Opens a page, waits until it has read everything, and tells what was sent. */
async function opened(address: string, answers: Readonly<Record<string, unknown>> = {}, signedIn = true) {
  said.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words: readonly unknown[]) => void said.push(words.join(' ')));
  const given: Answers = Object.fromEntries(Object.entries(answers).map(([call, body]) => [call, () => json(body)]));
  const { sent } = await openApp(address, { answers: given, signedIn });
  // The frame may come before the page.
  await within(await screen.findByRole('main')).findAllByRole('heading');
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"], .page-progress')).toBeNull());
  return sent;
}

describe('on the console', () => {
  it.each(PAGES)('$name says nothing', async ({ address, answers }) => {
    await opened(address, answers);
    expect(said).toEqual([]);
  });

  it.each(OF_VISITORS)('%s says nothing to a visitor', async (address) => {
    await opened(address, {}, false);
    expect(said).toEqual([]);
  });

  it('a row without a key would be heard', async () => {
    await opened('/');
    render(
      <ul>
        {['one', 'two'].map((each) => (
          <li>{each}</li>
        ))}
      </ul>,
    );
    expect(said.join(' ')).toContain('unique "key" prop');
  });
});

it('the member whom the session has just loaded is not asked for again', async () => {
  const sent = await opened('/');
  expect(sent.filter(({ call }) => call === 'GET /account/userInfo')).toHaveLength(1);
});
