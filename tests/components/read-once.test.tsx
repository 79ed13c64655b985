import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { memberPages } from '#src/app/member-routes.tsx';
import { pages as withFigures } from './support/figures-of-pages.ts';
import { receiptPages } from './support/figures-of-receipts.ts';
import { json, openApp } from './support/open-app.tsx';
import { fetchPagesAhead } from '#walk/component/pages-ahead.ts';

/** Whoever opens a page asks for each thing once: what two parts of it show is read by one of them. */

/** Their parts in the URL are named by other tests; these begin with nothing of their own to read. */
const STEPS = ['/Account?step=password', '/Account?step=freeze', '/Account?step=verify', '/Contact?ticket=Q-7K2M-9QXD'];
const plain = memberPages.flatMap(({ at }) => at).filter((path) => !path.includes(':'));
const addresses = [
  ...new Set([...plain, ...STEPS, ...[...withFigures, ...receiptPages].map(({ address }) => address)]),
];
const answersOf = new Map([...withFigures, ...receiptPages].map(({ address, answers }) => [address, answers]));

beforeAll(async () => {
  await Promise.all([fetchPagesAhead(), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('opens every page of members', () => {
  expect(plain.length).toBeGreaterThan(30);
});

/** Opens a page and waits until it has read everything. @returns the reads that were sent, in their order */
async function readsOf(address: string): Promise<string[]> {
  const answers = Object.entries(answersOf.get(address) ?? {});
  const { sent } = await openApp(address, {
    answers: Object.fromEntries(answers.map(([call, body]) => [call, () => json(body)])),
  });
  // The frame may come before the page.
  await within(await screen.findByRole('main')).findAllByRole('heading');
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"], .page-progress')).toBeNull());
  // What a reading leads to is asked for after it.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return sent.filter(({ call }) => call.startsWith('GET ')).map(({ call, search }) => `${call}?${search}`);
}

it.each(addresses)('%s', async (address) => {
  const asked = await readsOf(address);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((call, place) => asked.indexOf(call) !== place)).toEqual([]);
});
