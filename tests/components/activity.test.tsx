import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { LIST, page, placesIn, queriesOf, record } from './support/histories.ts';
import { openApp } from './support/open-app.tsx';
import { catchFiles } from './support/saved-files.ts';

/** How records are found on /History: by day, by search, and by period. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/pages/history/history.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the days of a history', () => {
  const at = (day: string, time: string) => `${day}T${time}Z`;
  const reward = (place: number, amount: string, day: string) =>
    record(place, {
      kind: 'stakingReward',
      status: null,
      at: at(day, '03:00:00'),
      asset: 'MP',
      amount,
      fee: null,
      net: null,
      counterparty: null,
      counterpartyName: null,
      stage: 1,
    });
  beforeEach(() => {
    vi.stubEnv('TZ', 'UTC');
  });
  const opened = (segment: string, items: object[], days: object[]) =>
    openApp(`/History${segment}`, {
      answers: {
        [`GET /histories/${segment === '' ? 'all' : segment.slice(1).toLowerCase()}`]: () => page(items, null, days),
      },
    });

  it('have their records under their date, with what moved on each', async () => {
    const days = [
      {
        day: '2026-11-21',
        sums: [
          { asset: 'USDT', amount: '-400' },
          { asset: 'BTC', amount: '0.5' },
        ],
      },
      { day: '2026-11-20', sums: [] },
      { day: '2026-11-02', sums: [{ asset: 'MP', amount: '1.5' }] },
    ];
    await opened(
      '',
      [
        record(1, { at: at('2026-11-21', '00:00:00') }),
        record(2, { at: at('2026-11-20', '23:59:59'), status: 'cancel' }),
        record(3, { at: at('2026-11-20', '04:00:00'), status: 'cancel' }),
        reward(4, '1.5', '2026-11-02'),
      ],
      days,
    );
    const day = async (name: string) => within(await screen.findByRole('region', { name }));
    const sums = async (name: string) =>
      (await day(name)).queryByRole('list', { name: 'What moved that day' })?.textContent ?? null;
    expect([await sums('Today · 2026-11-21'), await sums('Yesterday · 2026-11-20'), await sums('2026-11-02')]).toEqual([
      '-400.00 USDT+0.50 BTC',
      null,
      // Its only record says it.
      null,
    ]);
    expect(placesIn(screen.getByRole('region', { name: 'Yesterday · 2026-11-20' }))).toEqual([2, 3]);
    expect(screen.getByText('00:00')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('fold the rewards of several stakes into one row of their sum, among other records', async () => {
    const items = [
      reward(1, '1.25', '2026-11-20'),
      record(2, { at: at('2026-11-20', '02:00:00') }),
      reward(3, '0.5', '2026-11-20'),
      reward(4, '0.1', '2026-11-19'),
    ];
    await opened('', items, []);
    const row = await screen.findByText('2 staking rewards');
    const fold = row.closest('details');
    expect([fold?.open, fold?.querySelector('summary')?.textContent]).toEqual([false, '2 staking rewards+1.75 MP']);
    expect(
      within(fold as HTMLElement)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.getAttribute('href')?.slice(-1)),
    ).toEqual(['1', '3']);
    // One reward alone is a record like others.
    expect(screen.getByText('+0.10 MP').closest('details')).toBeNull();
    cleanup();
  });

  const oneADay = (first: number, days: readonly string[]) =>
    days.map((day, place) => reward(first + place, '0.5', day));
  const sumsOf = (days: readonly string[]) => days.map((day) => ({ day, sums: [{ asset: 'MP', amount: '0.5' }] }));
  const headings = async () => {
    await screen.findAllByRole('heading', { level: 2 });
    return within(screen.getByRole('region', { name: 'Records' }))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
  };

  it('of a month are one where nothing but rewards came, but for the newest', async () => {
    const days = ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-16', '2026-11-01'];
    const before = ['2026-10-31', '2026-10-30'];
    const withdrawal = record(90, { at: at('2026-11-17', '02:00:00') });
    const items = [...oneADay(1, days.slice(0, 4)), withdrawal, ...oneADay(5, [...days.slice(4), ...before])];
    await opened('', items, sumsOf([...days, ...before]));
    expect(await headings()).toEqual([
      'Today · 2026-11-21',
      '2026-11-18 – 11-20',
      '2026-11-17',
      '2026-11-01 – 11-16',
      '2026-10-30 – 10-31',
    ]);
    const stretch = screen.getByRole('region', { name: '2026-11-18 – 11-20' });
    expect(within(stretch).getByText('3 staking rewards').closest('summary')?.textContent).toBe(
      '3 staking rewards+1.50 MP',
    );
    expect(placesIn(stretch)).toEqual([2, 3, 4]);
    expect(await axeFindings()).toEqual([]);
  });

  it('are each by themselves in the list of rewards, which is about nothing else', async () => {
    const days = ['2026-11-20', '2026-11-19', '2026-11-18'];
    await openApp('/History/StakingReward', {
      answers: { 'GET /histories/stakingReward': () => page(oneADay(1, days), null, sumsOf(days)) },
    });
    expect(await headings()).toEqual(['Yesterday · 2026-11-20', '2026-11-19', '2026-11-18']);
  });

  it('leave the last that was read out of a stretch, of which more may come', async () => {
    const days = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17'];
    await openApp('/History', {
      answers: { 'GET /histories/all': () => page(oneADay(1, days), 'next', sumsOf(days)) },
    });
    expect(await headings()).toEqual(['Yesterday · 2026-11-20', '2026-11-18 – 11-19', '2026-11-17']);
  });

  it('are those of this device, which the server is told', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const app = await openApp('/History?from=2026-11-20&search=W-1', {
      answers: {
        'GET /histories/all': () =>
          page([record(1, { at: '2026-11-20T15:00:00Z' })], null, [
            { day: '2026-11-21', sums: [{ asset: 'BTC', amount: '0.25' }] },
          ]),
      },
    });
    const region = within(await screen.findByRole('region', { name: /2026-11-21$/ }));
    expect(region.getByRole('list', { name: 'What moved that day' }).textContent).toBe('+0.25 BTC');
    catchFiles();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() =>
      expect(
        app.sent.flatMap(({ call, search }) =>
          call.includes('/histories') ? [`${call} ${search.get('timeZone')}`] : [],
        ),
      ).toEqual(['GET /histories/all Asia/Tokyo', 'GET /histories/all/csv Asia/Tokyo']),
    );
  });
});

describe('the search', () => {
  it('is sent with every page beside the filter, stays in the field, and can be cleared', async () => {
    const app = await openApp('/History/Withdrawal?asset=BTC', { answers: { [LIST]: () => page([record(1)], 'NTc') } });
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Search', expanded: false }));
    const field = await screen.findByLabelText('Reference, username, note or amount');
    expect(document.activeElement).toBe(field);
    expect(await axeFindings()).toEqual([]);
    await user.type(field, '  W-7K2M {Enter}');
    await waitFor(() => expect(queriesOf(app)).toEqual([{ asset: 'BTC' }, { asset: 'BTC', search: 'W-7K2M' }]));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(queriesOf(app).at(-1)).toEqual({ asset: 'BTC', search: 'W-7K2M', cursor: 'NTc' }));
    expect(field).toHaveProperty('value', 'W-7K2M');
    screen.getByRole('button', { name: 'Search (on)', expanded: true });
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(queriesOf(app).at(-1)).toEqual({ asset: 'BTC' }));
    expect(field).toHaveProperty('value', '');
  });
});

describe('the search and the filter', () => {
  it('are open where something is set in them, and can be closed and opened by keys', async () => {
    await openApp('/History/Withdrawal?search=W-1', { answers: { [LIST]: () => page([record(1)]) } });
    const search = await screen.findByRole('button', { name: 'Search (on)', expanded: true });
    expect(await screen.findByRole('searchbox')).toHaveProperty('value', 'W-1');
    screen.getByRole('button', { name: 'Filter', expanded: false });
    search.focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
});

describe('the periods', () => {
  it.each([
    ['Last 7 days', '2026-02-23', '2026-03-01'],
    ['Last 30 days', '2026-01-31', '2026-03-01'],
    ['Last 90 days', '2025-12-02', '2026-03-01'],
    ['This month', '2026-03-01', '2026-03-01'],
    ['This year', '2026-01-01', '2026-03-01'],
    ['Last year', '2025-01-01', '2025-12-31'],
  ])('%s is from %s to %s', async (name, from, to) => {
    const app = await openApp('/History/Withdrawal?status=done', {
      now: () => Date.parse('2026-03-01T12:00:00Z'),
      answers: { [LIST]: () => page([record(1)]) },
    });
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(queriesOf(app).at(-1)).toEqual({ status: 'done', from, to }));
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
  });
});
