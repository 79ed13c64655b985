import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { catchFiles } from './support/saved-files.ts';

/**
 * Months and days of the contract are of UTC: what the app itself says of the present one changes at midnight in UTC,
 * wherever the member is.
 */

const BEFORE = '2026-10-31T23:59:59.999Z';
const AFTER = '2026-11-01T00:00:00Z';
/** East of UTC it is November long before, and west of it October long after. */
const ZONES = ['Asia/Tokyo', 'America/New_York'] as const;

const month = { ...(example('GET', '/sales/{month}') as object), month: '2026-10', state: 'open', outcome: 'running' };
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/sales/sales.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe.each(ZONES)('in %s', (zone) => {
  const at = (moment: string) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(AFTER).getTimezoneOffset()).toBe(zone === 'Asia/Tokyo' ? -540 : 240);
    return () => Date.parse(moment);
  };

  it.each([
    [BEFORE, 'This month isn’t over yet'],
    [AFTER, 'Month over, not calculated yet'],
  ])('at %s of October is said: %s', async (moment, words) => {
    const now = at(moment);
    const answers = {
      'GET /sales/2026-10': () => json(month),
      'GET /sales': () => json({ items: [{ ...month, month: '2026-11' }, month], nextCursor: null }),
    };
    await openApp('/SalesManagement?month=2026-10', { now, answers });
    await screen.findByText(words);
    cleanup();
    await openApp('/SalesManagement', { now, answers });
    const past = within(await screen.findByRole('region', { name: 'Past months' }));
    expect(past.getByRole('link').textContent).toContain(words);
  });

  it.each([
    [BEFORE, '2026-10'],
    [AFTER, '2026-11'],
  ])('at %s the present month is %s', async (moment, present) => {
    await openApp('/', { now: at(moment), answers: { 'GET /sales': () => problem(500, 'internal') } });
    await screen.findByRole('region', { name: `${present} bonus` });
  });

  it.each([
    [BEFORE, '2026-10-31'],
    [AFTER, '2026-11-01'],
  ])('at %s a file that the server has not named is of %s', async (moment, day) => {
    const saved = catchFiles();
    const csv = () => new Response('a', { headers: { 'content-type': 'text/csv' } });
    await openApp('/History/Withdrawal', { now: at(moment), answers: { 'GET /histories/withdrawal/csv': csv } });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([`perch-withdrawal-${day}.csv`]));
  });
});
