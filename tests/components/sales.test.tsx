import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { heightsOf } from '#src/pages/sales/bars.ts';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** /SalesManagement: the running month, past months, and how each bonus was calculated. */

const paid = example('GET', '/sales/{month}') as Record<string, object>;
const unpaid = { paidUsdt: '0', paidPp: '0', roundingUsd: '0', receiptId: null };
const running = {
  ...paid,
  ...unpaid,
  month: '2026-11',
  state: 'open',
  outcome: 'running',
  bonusUsd: '12.5',
  matchedUsd: '125',
  totalUsd: '425.5',
  ruleVersion: null,
};
const page = (items: object[], nextCursor: string | null = null) => json({ items, nextCursor });
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/pages/sales/sales.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Its month is an element of its own, which is never broken: jsdom takes that for a word of its own. */
const THIS_MONTH = /^This month \( ?2026-11 ?\)$/;

describe('the months', () => {
  it('begin with the running one, whose bonus is calculated when it is over', async () => {
    await openApp('/salesmanagement', { answers: { 'GET /sales': () => page([running, paid]) } });
    await screen.findByRole('heading', { level: 1, name: 'Team sales' });
    const panel = within(await screen.findByRole('region', { name: THIS_MONTH }));
    expect(panel.getByText('Calculated at month end')).toBeDefined();
    expect(panel.queryByText('12.50 USD')).toBeNull();
    expect(panel.getByText(saying(/^As of 2026-11-01/))).toBeDefined();
    expect(panel.getByRole('link', { name: 'nori' }).getAttribute('href')).toBe('/Organization/user1?of=nori');
    expect(panel.getByText('425.50 USD')).toBeDefined();
    expect(panel.getByText('not calculated yet')).toBeDefined();
    expect(panel.queryByText('125.00 USD')).toBeNull();
    const past = within(screen.getByRole('region', { name: 'Past months' }));
    expect(past.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/SalesManagement?month=2026-10',
    ]);
    expect(past.getByText('Paid')).toBeDefined();
    await screen.findByText('You’ve referred 4 members.');
    expect(await axeFindings()).toEqual([]);
  });

  it('that are over but not calculated yet show no bonus and no binary sales', async () => {
    const late = { ...running, month: '2026-10', bonusUsd: '0', matchedUsd: '0', totalUsd: '700' };
    await openApp('/SalesManagement', { answers: { 'GET /sales': () => page([running, late]) } });
    const [entry] = within(await screen.findByRole('region', { name: 'Past months' })).getAllByRole('link');
    expect(entry?.textContent).toBe('2026-10Month over, not calculated yetTotal sales 700.00 USD');
  });

  it.each([11, 12, 13])('of %s, the newest twelve are drawn and compared, and all are listed', async (count) => {
    const monthOf = (place: number) => `${2025 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`;
    const oldestFirst = Array.from({ length: count }, (_, place) => monthOf(place));
    const all = oldestFirst.map((month) => ({ ...paid, month })).toReversed();
    await openApp('/SalesManagement', { answers: { 'GET /sales': () => page(all) } });
    const newest = oldestFirst.slice(Math.max(0, count - 12));
    const drawing = await screen.findByRole('img', { name: new RegExp(`^Binary bonus: ${newest[0]}`) });
    expect(drawing.getAttribute('aria-label')?.match(/\d{4}-\d\d/g)).toEqual(newest);
    const table = within(screen.getByRole('table', { name: 'Month by month' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent.slice(0, 7)),
    ).toEqual(newest);
    const past = within(screen.getByRole('region', { name: 'Past months' }));
    expect(past.getAllByRole('link').map(({ textContent }) => textContent.slice(0, 7))).toEqual(
      oldestFirst.toReversed(),
    );
  });

  it('are drawn as bars of the chosen measure, and as a table', async () => {
    await openApp('/SalesManagement', { answers: { 'GET /sales': () => page([running, paid]) } });
    const drawing = await screen.findByRole('img', { name: 'Binary bonus: 2026-10: 20.00 USD.' });
    expect([...drawing.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['20.00', '26-10']);
    expect(screen.queryByText(/The dashed bar is the current month/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Total sales' }));
    await screen.findByRole('img', { name: 'Total sales: 2026-10: 700.00 USD. 2026-11: 425.50 USD.' });
    screen.getByText('Amounts in USD. The dashed bar is the current month.');
    const rows = within(screen.getByRole('table', { name: 'Month by month' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual([
      '2026-1020.00200.00700.00',
      '2026-11 not finalnot calculated yetnot calculated yet425.50',
    ]);
  });

  it('without a sale are a sentence each, and no row or bar of zeros', async () => {
    const side = { carriedBeforeUsd: '0', newUsd: '0', carriedAfterUsd: '0' };
    const nothing = {
      left: { username: 'nori', ...side },
      right: { username: null, ...side },
      totalUsd: '0',
      matchedUsd: '0',
      bonusUsd: '0',
    };
    const idle = { ...running, ...nothing };
    const past = { ...paid, ...unpaid, ...nothing, outcome: 'nothingMatched' };
    await openApp('/SalesManagement', { answers: { 'GET /sales': () => page([idle, past]) } });
    const panel = within(await screen.findByRole('region', { name: THIS_MONTH }));
    expect(panel.getByText('No sales on either side yet.')).toBeDefined();
    expect(panel.getByRole('link', { name: 'nori' })).toBeDefined();
    expect(panel.queryByText('0.00')).toBeNull();
    expect(panel.getByText('0.00 USD').hasAttribute('data-zero')).toBe(true);
    expect(screen.getByText('Nothing in these months.')).toBeDefined();
    expect(screen.queryByRole('img', { name: /^Binary bonus/ })).toBeNull();
    const [entry] = within(screen.getByRole('region', { name: 'Past months' })).getAllByRole('link');
    expect(entry?.textContent).toBe('2026-10No matched volumeNo sales0.00 USD');
    expect(
      within(entry as HTMLElement)
        .getByText('0.00 USD')
        .hasAttribute('data-zero'),
    ).toBe(true);
    const table = within(screen.getByRole('table', { name: 'Month by month' }));
    expect(table.getAllByText('0.00').every((each) => each.hasAttribute('data-zero'))).toBe(true);
    expect(await axeFindings()).toEqual([]);
  });

  it('have heights in proportion to the amounts', () => {
    expect(heightsOf(['50', '100', '0', '0.01'])).toEqual([50, 100, 0, 1]);
    expect(heightsOf(['0', '0'])).toEqual([0, 0]);
    expect(heightsOf([])).toEqual([]);
  });

  it('are read page by page, and again after a failure', async () => {
    let down = true;
    const { sent } = await openApp('/SalesManagement', {
      answers: {
        'GET /sales': (request) =>
          new URL(request.url).searchParams.get('cursor') === null
            ? page([running], 'NTc')
            : down
              ? problem(500, 'internal')
              : page([paid]),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more months' }));
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /^2026-10/ });
    expect(sent.filter(({ call }) => call === 'GET /sales').map(({ search }) => search.get('cursor'))).toEqual([
      null,
      'NTc',
      'NTc',
    ]);
  });

  it('without a bonus say so and show none', async () => {
    await openApp('/SalesManagement', { answers: { 'GET /sales': () => page([{ ...running, bonusOn: false }]) } });
    await screen.findByText('No binary bonus right now');
    const panel = within(screen.getByRole('region', { name: THIS_MONTH }));
    expect(panel.queryByText('12.50 USD')).toBeNull();
    expect(panel.getByText('425.50 USD')).toBeDefined();
    expect(panel.queryByText('Calculated at month end')).toBeNull();
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Total sales']);
    // Apart from the notice that there is none, nothing on the page mentions one.
    const words = screen
      .getByRole('main')
      .textContent.replace('No binary bonus right now', '')
      .replace('The club isn’t paying binary bonuses right now.', '');
    expect(words).toContain('The sales below are for information only');
    expect(words).not.toMatch(/bonus/i);
  });

  it('are where /Community leads', async () => {
    await openApp('/community', { answers: { 'GET /sales': () => page([running]) } });
    await screen.findByRole('heading', { level: 1, name: 'Team sales' });
    await screen.findByText('You’ve referred 4 members.');
  });
});

describe('a month', () => {
  const MONTH = 'GET /sales/2026-10';

  it('is explained from what was carried over to what was paid', async () => {
    await openApp('/SalesManagement?month=2026-10', { answers: { [MONTH]: () => json(paid) } });
    await screen.findByRole('heading', { level: 1, name: '2026-10 bonus' });
    const legs = within(await screen.findByRole('region', { name: 'Sales on both sides' }));
    const row = (name: string) =>
      within(legs.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    const users = legs.getAllByRole('columnheader');
    expect(users.map(({ textContent }) => textContent)).toEqual(['Leftnori', 'Rightkei']);
    expect(row('Carried over from last month')).toEqual(['0.00', '0.00']);
    expect(row('New volume')).toEqual(['200.00', '500.00']);
    expect(row('Matched')).toEqual(['-200.00', '-200.00']);
    expect(row('Carried over to next month')).toEqual(['0.00', '300.00']);
    const bonus = within(screen.getByRole('region', { name: 'Bonus' }));
    expect(bonus.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '10.00%',
      'None',
      '20.00 USD',
      '16.00 USDT',
      '4.00 PP',
      '0.00 USD',
      'Version 3',
    ]);
    expect(bonus.getByRole('link', { name: 'Receipt of payment' }).getAttribute('href')).toBe(
      `/Receipt/${String(paid['receiptId'])}`,
    );
    expect(screen.getByText('Paid')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    [{ outcome: 'nothingMatched' }, 'No matched volume'],
    [{ outcome: 'notQualified' }, 'Not staking at month end'],
    [{ state: 'calculated' }, 'Calculated, not paid yet'],
    [{ state: 'open', outcome: 'running' }, 'Month over, not calculated yet'],
    [{ state: 'open', outcome: 'running', month: '2026-11' }, 'This month isn’t over yet'],
  ])('%o has words', async (rest, words) => {
    await openApp('/SalesManagement?month=2026-10', {
      answers: { [MONTH]: () => json({ ...paid, ...unpaid, ...rest }) },
    });
    await screen.findByText(words);
    expect(screen.queryByText('Paid in USDT')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Receipt of payment' })).toBeNull();
  });

  it('without a bonus is figures only', async () => {
    await openApp('/SalesManagement?month=2026-10', {
      answers: { [MONTH]: () => json({ ...paid, ...unpaid, bonusOn: false, outcome: 'bonusOff' }) },
    });
    await screen.findByText('No binary bonus this month');
    expect(screen.queryByRole('region', { name: 'Bonus' })).toBeNull();
  });

  it.each(['2026-10', '2026-13', 'yesterday'])('%s without data leads back to all months', async (month) => {
    const { sent } = await openApp(`/SalesManagement?month=${month}`, {
      answers: { [MONTH]: () => problem(404, 'not_found') },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(`No data for ${month}`);
    const [back] = within(screen.getByRole('main')).getAllByRole('link', { name: 'All months' });
    expect(back?.getAttribute('href')).toBe('/SalesManagement');
    // An invalid month needs no call.
    expect(sent.some(({ call }) => call.startsWith('GET /sales/'))).toBe(month === '2026-10');
  });

  it('that cannot be read can be retried', async () => {
    let down = true;
    await openApp('/SalesManagement?month=2026-10', {
      answers: { [MONTH]: () => (down ? problem(500, 'internal') : json(paid)) },
    });
    await screen.findByRole('alert');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Sales on both sides' })).toBeDefined());
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp('/SalesManagement?month=2026-10', { culture, answers: { [MONTH]: () => json(paid) } });
    await screen.findByText('16.00 USDT');
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|month|paid|carried)\b|sales:/i);
  });
});
