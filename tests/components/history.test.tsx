import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { filterOf } from '#src/pages/history/filters.ts';
import { HISTORY_GROUPS, historyAddress, KINDS, kindOf, segmentOf, statusesIn } from '#src/pages/history/kinds.ts';
import { axeFindings } from './support/axe.ts';
import { LIST, page, placesIn, queriesOf, record, records, recordsOnceThere } from './support/histories.ts';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { catchFiles, textOf } from './support/saved-files.ts';

/** /History and its thirteen lists. */

const user = userEvent.setup({ delay: null });
/** What is seen is said too, where screen readers hear of it. */
const TOLD = { selector: '[role="status"]' };
/** The presets that are always in sight. */
const USUAL = ['All', 'Deposits', 'Withdrawals', 'Transfers', 'Exchanges', 'Staking rewards'];

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/history/history.page.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the kinds', () => {
  it('are those of the contract, each once and each with a URL of its own', () => {
    const kinds = HISTORY_GROUPS.flatMap(({ kinds: inGroup }) => [...inGroup]);
    expect(kinds.toSorted()).toEqual([...description.components.schemas.HistoryKind.enum].toSorted());
    expect(kinds.map((kind) => kindOf(segmentOf(kind).toUpperCase()))).toEqual(kinds);
    expect(kindOf('nothing')).toBeNull();
  });

  it('are all presets of /History, which has everything: six in sight, the others at a press', async () => {
    const app = await openApp('/history', { answers: { 'GET /histories/all': () => page([record(1)]) } });
    await screen.findByRole('heading', { level: 1, name: 'Activity' });
    const presets = within(screen.getByRole('navigation', { name: 'Kinds of records' }));
    expect(presets.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(USUAL);
    expect(presets.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page');
    expect(presets.getByRole('link', { name: 'Staking rewards' }).getAttribute('href')).toBe('/History/StakingReward');
    await user.click(presets.getByRole('button', { name: 'More', expanded: false }));
    presets.getByRole('button', { name: 'More', expanded: true });
    const addresses = presets.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses.toSorted()).toEqual(KINDS.map(historyAddress).toSorted());
    expect(queriesOf(app, 'GET /histories/all')).toEqual([{}]);
    await screen.findByText('-400.00 USDT');
    expect(await axeFindings()).toEqual([]);
  });

  it('has the chosen one in sight, and closes the others once one is chosen', async () => {
    await openApp('/History', { answers: { 'GET /histories/profit': () => page([record(1)]) } });
    const presets = within(await screen.findByRole('navigation', { name: 'Kinds of records' }));
    await user.click(presets.getByRole('button', { name: 'More' }));
    await user.click(presets.getByRole('link', { name: 'Rewards and bonuses' }));
    await screen.findByRole('heading', { level: 1, name: 'Rewards and bonuses' });
    const after = within(screen.getByRole('navigation', { name: 'Kinds of records' }));
    expect(after.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([...USUAL, 'Rewards and bonuses']);
    expect(after.getByRole('link', { name: 'Rewards and bonuses' }).getAttribute('aria-current')).toBe('page');
  });

  it('shows the opening balance as incoming, with its sign and color', async () => {
    const opening = record(1, {
      kind: 'opening',
      status: 'completed',
      asset: 'USDT',
      amount: '250',
      fee: null,
      counterparty: null,
      counterpartyName: null,
    });
    const coming = record(2, {
      kind: 'deposit',
      status: 'awaitingPayment',
      asset: 'USDT',
      amount: '40',
      fee: null,
      counterparty: null,
      counterpartyName: null,
    });
    await openApp('/History/Charge', { answers: { 'GET /histories/charge': () => page([opening, coming]) } });
    const came = await screen.findByText('+250.00 USDT');
    expect(came.className).toContain('text-success');
    expect(screen.getByText('40.00 USDT').className).not.toContain('text-success');
  });

  it('that do not exist are reported', async () => {
    await openApp('/History/Wishes');
    await screen.findByRole('heading', { level: 1, name: 'There’s no history of this kind' });
    const presets = within(screen.getByRole('navigation', { name: 'Kinds of records' }));
    expect(presets.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/History');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });
});

describe('a history', () => {
  it('has a row for each record, which opens its receipt', async () => {
    const transfer = record(2, {
      kind: 'transferIn',
      status: null,
      amount: '1234.5',
      fee: null,
      net: null,
      counterparty: 'mika',
      counterpartyName: 'Mika S.',
    });
    await openApp('/history/WITHDRAWAL', { answers: { [LIST]: () => page([record(1), transfer]) } });
    await screen.findByRole('heading', { level: 1, name: 'Withdrawals' });
    const rows = await (await recordsOnceThere()).findAllByRole('listitem');
    const [first, second] = rows.map((row) => within(row));
    expect(first?.getByRole('link').getAttribute('href')).toBe('/Receipt/0f0cf7f9-0d0e-4a79-8c2b-000000000001');
    expect(first?.getByText('-400.00 USDT')).toBeDefined();
    expect(first?.getByText('Fee 40.00')).toBeDefined();
    expect(first?.getByText('In process')).toBeDefined();
    expect(second?.getByText('+1,234.50 USDT')).toBeDefined();
    expect(second?.getByText(/· from Mika S\./)).toBeDefined();
    expect(screen.getByText(/^2 records loaded/, TOLD).textContent).toBe('2 records loaded · No older records.');
    expect(await axeFindings()).toEqual([]);
  });

  it('shows a sign and a color only for what moved, and strikes through what never did', async () => {
    const rows = [
      record(1, { status: 'cancel' }),
      record(2, { kind: 'deposit', status: 'notApproved', amount: '20', fee: null, net: null }),
      record(3, { kind: 'deposit', status: 'awaitingPayment', asset: 'BTC', amount: '0.01', fee: null, net: null }),
      record(4, { kind: 'deposit', status: 'completed', amount: '500', fee: null, net: null }),
    ];
    await openApp('/History/DepositWithdrawal', { answers: { 'GET /histories/depositWithdrawal': () => page(rows) } });
    const amounts = (await (await recordsOnceThere()).findAllByRole('listitem')).map((row) => {
      const element = within(row).getByText(/ (USDT|BTC)$/);
      return [element.textContent, element.tagName, element.className.includes('text-success')];
    });
    expect(amounts).toEqual([
      ['400.00 USDT', 'S', false],
      ['20.00 USDT', 'S', false],
      ['0.01 BTC', 'SPAN', false],
      ['+500.00 USDT', 'SPAN', true],
    ]);
    expect(screen.queryByText(/^Fee/)).toBeNull();
  });

  it('of one asset shows that asset first', async () => {
    const bonus = record(1, {
      kind: 'binaryBonus',
      status: null,
      amount: '36.4',
      fee: null,
      net: null,
      counterAsset: 'PP',
      counterAmount: '9.1',
    });
    await openApp('/History/Pp', { answers: { 'GET /histories/pp': () => page([bonus]) } });
    const row = within(await (await recordsOnceThere()).findByRole('listitem'));
    expect(row.getAllByText(/^\+/).map(({ textContent }) => textContent)).toEqual(['+9.10 PP', '+36.40 USDT']);
  });

  it('is read page by page, and keeps what was read if the next page cannot be loaded', async () => {
    let down = true;
    const app = await openApp('/History/Withdrawal', {
      answers: {
        [LIST]: (request) => {
          if (new URL(request.url).searchParams.get('cursor') === null) return page([record(1)], 'NTc');
          return down ? problem(500, 'internal') : page([record(2)]);
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('System error');
    expect(records().getAllByRole('listitem')).toHaveLength(1);
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(records().getAllByRole('listitem')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(queriesOf(app)).toEqual([{}, { cursor: 'NTc' }, { cursor: 'NTc' }]);
  });

  it('shows every row of many pages', async () => {
    const pages = Array.from({ length: 3 }, (_, number) =>
      Array.from({ length: 70 }, (__, place) => record(number * 70 + place)),
    );
    await openApp('/History/Withdrawal', {
      answers: {
        [LIST]: (request) => {
          const number = Number(new URL(request.url).searchParams.get('cursor') ?? '0');
          return page(pages[number] ?? [], number < 2 ? String(number + 1) : null);
        },
      },
    });
    for (const loaded of [70, 140]) {
      await screen.findByText(`${loaded} records loaded`, { exact: false, ...TOLD });
      await user.click(screen.getByRole('button', { name: 'Show more' }));
    }
    await screen.findByText('210 records loaded', { exact: false, ...TOLD });
    const places = placesIn(screen.getByRole('region', { name: 'Records' }));
    expect(places).toEqual(Array.from({ length: 210 }, (_, place) => place));
  });

  it('says if it is empty', async () => {
    await openApp('/History/Withdrawal', { answers: { [LIST]: () => page([]) } });
    await screen.findByText('No records yet.', TOLD);
    expect(screen.queryByRole('list', { name: 'Records' })).toBeNull();
  });

  it('says if it cannot be read, and can be retried', async () => {
    let down = true;
    await openApp('/History/Withdrawal', {
      answers: { [LIST]: () => (down ? problem(500, 'internal') : page([record(1)])) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Reference: req-7d1f');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('-400.00 USDT');
  });
});

describe('the filter', () => {
  it.each([
    [
      'Charge',
      ['All', 'Awaiting payment', 'In process', 'Not approved', 'Returned to sender', 'Completed', 'Canceled'],
    ],
    ['Withdrawal', ['All', 'In process', 'Approved', 'Not approved', 'Completed', 'Canceled', 'Closed']],
    ['Profit', null],
    ['Pp', null],
  ])('of %s offers only what can occur there', async (segment, names) => {
    await openApp(`/History/${segment}`);
    await user.click(await screen.findByText('Filter'));
    expect(await screen.findByRole('combobox', { name: 'Asset' })).toBeDefined();
    const status = screen.queryByRole('combobox', { name: 'Status' });
    expect(
      status === null
        ? null
        : within(status)
            .getAllByRole('option')
            .map(({ textContent }) => textContent),
    ).toEqual(names);
  });

  it('is that of the URL, without invalid values', () => {
    expect(
      filterOf(new URLSearchParams('from=2026-11-01&to=2026-11-30&status=done&asset=BTC'), statusesIn('withdrawal')),
    ).toEqual({ from: '2026-11-01', to: '2026-11-30', status: 'done', asset: 'BTC' });
    expect(
      filterOf(
        new URLSearchParams('from=2026-02-30&to=yesterday&status=lost&asset=USD&page=3'),
        statusesIn('withdrawal'),
      ),
    ).toEqual({});
    expect(filterOf(new URLSearchParams(`search=${'%20x'.repeat(80)}`), []).search).toHaveLength(100);
    expect(filterOf(new URLSearchParams('search=%20%20'), [])).toEqual({});
    expect(filterOf(new URLSearchParams('from=2026-11-30&to=2026-11-01&asset=ETH'), [])).toEqual({ asset: 'ETH' });
  });

  it('is sent with every page, expanded while in use, and can be cleared', async () => {
    const app = await openApp('/History/Withdrawal?from=2026-11-01&status=inProcess', {
      answers: { [LIST]: () => page([record(1)], 'NTc') },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(queriesOf(app)).toHaveLength(2));
    expect(((await screen.findByLabelText('From date')) as HTMLInputElement).value).toBe('2026-11-01');
    screen.getByRole('button', { name: 'Filter (on)', expanded: true });
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    // It stays open: the focus was in it.
    await screen.findByRole('button', { name: 'Filter', expanded: true });
    await waitFor(() =>
      expect(queriesOf(app)).toEqual([
        { from: '2026-11-01', status: 'inProcess' },
        { from: '2026-11-01', status: 'inProcess', cursor: 'NTc' },
        {},
      ]),
    );
  });

  it('is set by a form, which refuses days in the wrong order', async () => {
    const app = await openApp('/History/Withdrawal', {
      answers: {
        [LIST]: () => page([record(1)]),
        'GET /receipts/0f0cf7f9-0d0e-4a79-8c2b-000000000001': () => json(example('GET', '/receipts/{id}')),
      },
    });
    await user.click(await screen.findByText('Filter'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'approved');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Asset' }), 'BTC');
    await user.type(screen.getByLabelText('From date'), '2026-11-05');
    await user.type(screen.getByLabelText('To date'), '2026-11-01');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByText('The last day is before the first.');
    expect(queriesOf(app)).toEqual([{}]);
    await user.clear(screen.getByLabelText('To date'));
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(queriesOf(app)).toEqual([{}, { from: '2026-11-05', status: 'approved', asset: 'BTC' }]));
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    ['the day before', '2026-11-04', false],
    ['the same day', '2026-11-05', true],
    ['the day after', '2026-11-06', true],
  ])('is taken with %s as its last day: %s, %s', async (_, last, isTaken) => {
    const app = await openApp('/History/Withdrawal', { answers: { [LIST]: () => page([record(1)]) } });
    await user.click(await screen.findByText('Filter'));
    await user.type(await screen.findByLabelText('From date'), '2026-11-05');
    await user.type(screen.getByLabelText('To date'), last);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    if (!isTaken) await screen.findByText('The last day is before the first.');
    const taken = { from: '2026-11-05', to: last };
    await waitFor(() => expect(queriesOf(app)).toEqual(isTaken ? [{}, taken] : [{}]));
  });

  it('says what it leaves where it was said before, also if that is nothing', async () => {
    await openApp('/History/Withdrawal', {
      answers: {
        [LIST]: (request) => page(new URL(request.url).searchParams.has('asset') ? [] : [record(1), record(2)]),
      },
    });
    const told = await screen.findByText(/^2 records loaded/, TOLD);
    await user.click(screen.getByText('Filter'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Asset' }), 'BTC');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(told.textContent).toBe('No records match your search or filter.'));
    expect(told.isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    await waitFor(() => expect(told.textContent).toMatch(/^2 records loaded/));
  });

  it('says if nothing matches it', async () => {
    await openApp('/History/Withdrawal?asset=ETH', { answers: { [LIST]: () => page([]) } });
    await screen.findByText('No records match your search or filter.', TOLD);
  });
});

describe('the CSV', () => {
  const CSV = 'GET /histories/withdrawal/csv';
  const csv = () =>
    new Response('reference,kind\r\nW-1,withdrawal\r\n', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="perch-withdrawal-2026-11-20.csv"',
      },
    });

  it('is fetched with the bearer and the filter, and saved under its name', async () => {
    const saved = catchFiles();
    let bearer: string | null = null;
    const app = await openApp('/History/Withdrawal?asset=BTC', {
      answers: {
        [LIST]: () => page([record(1)]),
        [CSV]: (request) => {
          bearer = request.headers.get('Authorization');
          return csv();
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await screen.findByText('File saved.');
    expect(bearer).toBe('Bearer pat_1');
    expect(queriesOf(app, CSV)).toEqual([{ asset: 'BTC' }]);
    expect(saved.map(({ name }) => name)).toEqual(['perch-withdrawal-2026-11-20.csv']);
    expect(await textOf(saved[0])).toBe('reference,kind\r\nW-1,withdrawal\r\n');
  });

  it('has our own name if the server’s cannot be read', async () => {
    const saved = catchFiles();
    await openApp('/History/Withdrawal', {
      answers: {
        [LIST]: () => page([record(1)]),
        [CSV]: () => new Response('a', { headers: { 'content-type': 'text/csv' } }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['perch-withdrawal-2026-11-21.csv']));
  });

  it('that cannot be loaded is a message instead of a file', async () => {
    const saved = catchFiles();
    await openApp('/History/Withdrawal', {
      answers: { [LIST]: () => page([record(1)]), [CSV]: () => problem(429, 'too_many_requests') },
    });
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    await act(async () => undefined);
    expect(saved).toEqual([]);
  });
});
