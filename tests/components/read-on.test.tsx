import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, type Answers } from './support/open-app.tsx';

/**
 * A list of several pages stays as it was read: what a member scrolled to does not disappear when the page is refreshed
 * because they returned to it or because something on it is under way.
 */

const user = userEvent.setup({ delay: null });
const CURSOR = 'NTc';

/** Each list that is read page by page: its URL, call and button, and what identifies an item of the next page. */
const LISTS = [
  ['/History/Withdrawal', 'GET /histories/withdrawal', '/histories/{kind}', 'Show more', { id: 'next' }],
  ['/Account', 'GET /account/activity', '/account/activity', 'Show more', { id: 'next' }],
  ['/Staking', 'GET /stakes', '/stakes', 'Show more', { id: 'next' }],
  ['/newsList', 'GET /news', '/news', 'Show more', { id: 'next' }],
  ['/Contact', 'GET /inquiries', '/inquiries', 'Show more', { ticket: 'Q-NEXT' }],
  ['/Referral', 'GET /referral/earnings', '/referral/earnings', 'Show more', { username: 'next' }],
  ['/Organization', 'GET /account/ListDownLines', '/account/ListDownLines', 'Show more', { seatNo: 1_000_000 }],
  ['/SalesManagement', 'GET /sales', '/sales', 'Show more months', { month: '2025-01', state: 'released' }],
] as const;

let passed = 0;
const now = () => NOW + passed;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  passed = 0;
});

describe('a list of several pages', () => {
  it.each(LISTS)('%s is not cut back to its first page', async (path, call, described, more, other) => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const page = example('GET', described) as { readonly items: readonly object[] };
    const next = { ...page, items: [{ ...page.items[0], ...other }], nextCursor: null };
    const answers: Answers = {
      [call]: (request) =>
        json(new URL(request.url).searchParams.get('cursor') === null ? { ...page, nextCursor: CURSOR } : next),
    };
    await openApp(path, { answers, now });
    const items = () => screen.getByRole('main').querySelectorAll('li, tr, [role="listitem"]').length;
    const button = await screen.findByRole('button', { name: more });
    const ofFirst = items();
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: more })).toBeNull());
    await waitFor(() => expect(items()).toBeGreaterThan(ofFirst));
    const ofBoth = items();
    passed = 60_000;
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(screen.queryByRole('button', { name: more })).toBeNull();
    expect(items()).toBe(ofBoth);
  });
});
