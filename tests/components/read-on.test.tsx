import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';

/**
 * A list of several pages is refreshed as one of a single page is, and as a whole: what a member scrolled to does not
 * disappear, neither then nor when they come back to it from a row.
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

const textOf = (name: string) => readFileSync(join('src', name), 'utf8');
let passed = 0;
const now = () => NOW + passed;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  passed = 0;
});

/** Answers with a first page of a list and a second one, which is the last. */
function twoPages(call: string, described: string, other: object): Answers {
  const page = example('GET', described) as { readonly items: readonly object[] };
  const next = { ...page, items: [{ ...page.items[0], ...other }], nextCursor: null };
  return {
    [call]: (request) =>
      json(new URL(request.url).searchParams.get('cursor') === null ? { ...page, nextCursor: CURSOR } : next),
  };
}

describe('the last page of a list', () => {
  it.each(LISTS)('%s leaves the focus at its end', async (path, call, described, more, other) => {
    await openApp(path, { answers: twoPages(call, described, other) });
    (await screen.findByRole('button', { name: more })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('That’s all.'));
  });

  it('is read by one button, which keeps the focus there', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const users = files.filter((name) => name.endsWith('.tsx') && /\busePages\b|\bPages</.test(textOf(name)));
    expect(users).toContain('pages/history/history-list.tsx');
    expect(users.filter((name) => /<(?:B|b)utton[^>]*\breadOn\b/.test(textOf(name)))).toEqual([]);
  });
});

describe('a list of several pages', () => {
  it.each(LISTS)('%s is not cut back to its first page', async (path, call, described, more, other) => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    await openApp(path, { answers: twoPages(call, described, other), now });
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

  const kind = example('GET', '/histories/{kind}') as { readonly items: readonly [object] };
  const entry = (id: string, rest: object = {}) => ({ ...kind.items[0], id, receiptId: id, ...rest });
  const links = () =>
    screen
      .queryAllByRole('link')
      .flatMap((link) => /Receipt.(page-\w+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? []);
  /** A history of two pages, both shown. */
  const opened = async () => {
    const rows = [[entry('page-1a'), entry('page-1b')], [entry('page-2a')]];
    const asked: (string | null)[] = [];
    const answers: Answers = {
      'GET /histories/withdrawal': (request) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        asked.push(cursor);
        return json({ ...kind, items: rows[cursor === null ? 0 : 1], nextCursor: cursor === null ? CURSOR : null });
      },
    };
    const { back } = await openApp('/History/Withdrawal', { answers, now });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(links()).toEqual(['page-1a', 'page-1b', 'page-2a']));
    expect(asked).toEqual([null, CURSOR]);
    return { rows, asked, answers, back };
  };
  /** A tab that is shown again has the focus too, and nothing is read twice for that. */
  const comesBack = () =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
    });

  it('is read again as far as it is shown, and a new row takes its place among the others', async () => {
    const { rows, asked } = await opened();
    rows[0] = [entry('page-new'), entry('page-1a')];
    rows[1] = [entry('page-1b'), entry('page-2a')];
    passed = 60_000;
    await comesBack();
    await waitFor(() => expect(links()).toEqual(['page-new', 'page-1a', 'page-1b', 'page-2a']));
    expect(asked.slice(2)).toEqual([null, CURSOR]);
  });

  it('is marked as old, and stays, where one of its pages can’t be read again', async () => {
    const { answers } = await opened();
    const first = answers['GET /histories/withdrawal'];
    answers['GET /histories/withdrawal'] = (request) =>
      request.url.includes('cursor') || first === undefined ? problem(500, 'internal') : first(request);
    passed = 60_000;
    await comesBack();
    expect(await screen.findByText('This page isn’t up to date.')).toBeDefined();
    expect(links()).toEqual(['page-1a', 'page-1b', 'page-2a']);
  });

  it('is there as far as it was shown when Back leads to it from a row, which has the focus and its place', async () => {
    const tops = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    const scroll = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
    const { answers, back } = await opened();
    const row = () => screen.getAllByRole('link').find((link) => link.getAttribute('href')?.includes('page-2a'));
    tops.mockReturnValue(new DOMRect(0, 250, 0, 0));
    await user.click(row() ?? document.body);
    await screen.findByRole('link', { name: 'Back to activity' });
    tops.mockReturnValue(new DOMRect(0, 900, 0, 0));
    answers['GET /histories/withdrawal'] = () => new Promise(() => undefined);
    await back();
    await waitFor(() => expect(links()).toEqual(['page-1a', 'page-1b', 'page-2a']));
    await waitFor(() => expect(document.activeElement).toBe(row()));
    expect(scroll).toHaveBeenCalledWith(0, 650);
  });
});
