import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { components } from '#openapi/api.gen.d.ts';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem, type OpenedApp } from './support/open-app.tsx';
import { november } from './support/statement.ts';
import { catchFiles, textOf } from './support/saved-files.ts';

/** /History/Statements (D-29): the figures of a month or a tax year, and its files. */

type Statement = components['schemas']['Statement'];

const PERIODS = 'GET /statements';
const NOVEMBER = 'GET /statements/2026-11';
const user = userEvent.setup({ delay: null });
const year: Statement = { ...november, period: '2026', from: '2026-01-01', to: '2026-12-31', lines: 1 };
const answers = {
  [PERIODS]: () => json({ months: ['2026-11', '2026-10'], years: ['2026'] }),
  [NOVEMBER]: () => json(november),
  'GET /statements/2026': () => json(year),
};

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/statements/statements.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/pages/account/account.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const asked = ({ sent }: OpenedApp) =>
  sent.flatMap(({ call }) => (call.startsWith('GET /statements') ? [call.replace('GET ', '')] : []));
/** The terms of a panel with their values. */
async function factsOf(title: string): Promise<Record<string, string>> {
  const panel = within(await screen.findByRole('region', { name: title }));
  const terms = panel.getAllByRole('term').map(({ textContent }) => textContent);
  const values = panel.getAllByRole('definition').map(({ textContent }) => textContent);
  return Object.fromEntries(terms.map((term, place) => [term, values[place] ?? '']));
}

describe('a statement', () => {
  it('is of the newest month first, with every digit, by kind, and with what was elsewhere apart', async () => {
    const app = await openApp('/history/statements', { answers });
    expect(await factsOf('USDT')).toEqual({
      'Opening balance': '1,000.25 USDT',
      'Transfer received': '100.00 USDT',
      Withdrawal: '-400.000001 USDT',
      'Withdrawal returned': '400.00 USDT',
      In: '500.00 USDT',
      Out: '-400.000001 USDT',
      'Fees (less those returned)': '40.00 USDT',
      'Closing balance': '1,100.249999 USDT',
    });
    expect(await factsOf('BTC')).toEqual({ 'Opening balance': '0.50 BTC', 'Closing balance': '0.50 BTC' });
    expect(screen.getByText('Nothing moved in this period.')).toBeTruthy();
    expect(await factsOf('Outside your wallet at the end of the period')).toEqual({
      'Withdrawals in process': '60.00 USDT',
      'Staked + rewards': '1.50 MP',
    });
    expect(screen.getByText(/^2026-11-01 to 2026-11-30/)).toBeTruthy();
    expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
    expect(screen.getByText(/This period isn’t over yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See this period in Activity' }).getAttribute('href')).toBe(
      '/History?from=2026-11-01&to=2026-11-30',
    );
    expect(asked(app)).toEqual(['/statements', '/statements/2026-11']);
    expect(app.sent.find(({ call }) => call === NOVEMBER)?.search.get('timeZone')).toBe('Asia/Tokyo');
    expect(await axeFindings()).toEqual([]);
  });

  it('names fees of which more were returned than charged, which are part of what came in', async () => {
    const [usdt] = november.assets;
    const assets = [{ ...usdt, in: '300', out: '0', fees: '-30', kinds: [] }];
    await openApp('/History/Statements', { answers: { ...answers, [NOVEMBER]: () => json({ ...november, assets }) } });
    const facts = await factsOf('USDT');
    expect(facts).toMatchObject({ In: '300.00 USDT', 'Fees returned (less those charged)': '30.00 USDT' });
    expect(Object.keys(facts)).not.toContain('Fees (less those returned)');
  });

  it('is chosen by keys and shown on request; the URL keeps it', async () => {
    const app = await openApp('/History/Statements', { answers });
    const choice = await screen.findByLabelText<HTMLSelectElement>('Period');
    await screen.findByText(/^2026-11-01 to 2026-11-30/);
    const told = screen.getByText('Statements: 2026-11-01 to 2026-11-30');
    expect([...choice.options].map(({ text }) => text)).toEqual(['2026-11', '2026-10', 'Tax year 2026']);
    await user.selectOptions(choice, 'Tax year 2026');
    expect(asked(app)).toEqual(['/statements', '/statements/2026-11']);
    choice.focus();
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByText(/^2026-01-01 to 2026-12-31/);
    // Where it is said was there before: otherwise no screen reader would tell.
    await waitFor(() => expect(told.textContent).toBe('Statements: 2026-01-01 to 2026-12-31'));
    expect([told.getAttribute('role'), told.isConnected]).toEqual(['status', true]);
    expect(asked(app)).toEqual(['/statements', '/statements/2026-11', '/statements/2026']);
    cleanup();
    const again = await openApp('/History/Statements?period=2026', { answers });
    await screen.findByText(/^2026-01-01 to 2026-12-31/);
    expect(asked(again)).toEqual(['/statements', '/statements/2026']);
  });

  it('of a period that there is none of is that of the newest month', async () => {
    const app = await openApp('/History/Statements', { answers });
    await factsOf('USDT');
    expect(asked(app)).toEqual(['/statements', '/statements/2026-11']);
  });

  it('of an empty wallet says so, and has its files all the same', async () => {
    await openApp('/History/Statements', {
      answers: {
        ...answers,
        [NOVEMBER]: () => json({ ...november, isOver: true, lines: 0, assets: [], elsewhere: [] }),
      },
    });
    await screen.findByText('Your wallet was empty, and nothing moved in this period.');
    expect(screen.queryByText(/isn’t over/)).toBeNull();
    expect(screen.getByRole('button', { name: /^Download PDF/ })).toBeTruthy();
  });

  it.each([
    ['too long', () => problem(409, 'statement_too_long'), /too many transactions for one statement/],
    ['throttled', () => problem(429, 'too_many_requests', { retryAfterSeconds: 30 }), /Too many attempts/],
    ['broken', () => problem(500, 'internal'), /req-7d1f/],
  ])('that is %s says why; another period can be chosen and it can be read again', async (_, answer, says) => {
    let isRefused = true;
    await openApp('/History/Statements', {
      answers: { ...answers, [NOVEMBER]: () => (isRefused ? answer() : json(november)) },
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(says);
    expect(screen.getByRole('button', { name: 'Show statement' })).toBeTruthy();
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await factsOf('USDT');
  });

  it('whose periods cannot be read can be retried', async () => {
    let isDown = true;
    await openApp('/History/Statements', {
      answers: { ...answers, [PERIODS]: () => (isDown ? problem(500, 'internal') : answers[PERIODS]()) },
    });
    await screen.findByRole('alert');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await factsOf('USDT');
  });

  it.each([
    ['/History', 'Statements'],
    ['/Account', 'Open statements'],
    ['/Top', /^Statements/],
  ])('is a press away from %s', async (address, name) => {
    await openApp(address, {
      answers: { ...answers, 'GET /histories/all': () => json(example('GET', '/histories/{kind}')) },
    });
    const main = within(await screen.findByRole('main'));
    await user.click(await main.findByRole('link', { name }));
    await factsOf('USDT');
    expect(document.title).toMatch(/^Statements/);
  });
});

describe.each([
  ['PDF', 'pdf', 'application/pdf'],
  ['CSV', 'csv', 'text/csv'],
])('the %s of a statement', (name, ending, type) => {
  const FILE = `${NOVEMBER}/${ending}`;
  const file = (headers = {}) =>
    new Response('what the server made', { headers: { 'content-type': type, ...headers } });

  it('is fetched with the bearer, in the language of the page, and saved under its name', async () => {
    const saved = catchFiles();
    let bearer: string | null = null;
    const app = await openApp('/History/Statements', {
      culture: 'ja-JP',
      answers: {
        ...answers,
        [FILE]: (request) => {
          bearer = request.headers.get('Authorization');
          return file({ 'content-disposition': `attachment; filename="perch-statement-2026-11.${ending}"` });
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: `${name}をダウンロード（2026-11）` }));
    await screen.findByText('ファイルを保存しました。');
    expect(bearer).toBe('Bearer pat_1');
    const { search } = app.sent.find(({ call }) => call === FILE) ?? {};
    expect([search?.get('culture'), search?.get('timeZone')]).toEqual(['ja-JP', 'Asia/Tokyo']);
    expect(saved.map((each) => each.name)).toEqual([`perch-statement-2026-11.${ending}`]);
    expect(await textOf(saved[0])).toBe('what the server made');
  });

  it('names the period that is shown, while another is only selected', async () => {
    await openApp('/History/Statements', { answers });
    await screen.findByRole('button', { name: `Download ${name} (2026-11)` });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' });
    const other = [...select.options].find(({ value }) => value !== '2026-11')?.value ?? '';
    await user.selectOptions(select, other);
    expect(select.value).toBe(other);
    expect(screen.getByRole('button', { name: `Download ${name} (2026-11)` })).toBeDefined();
  });

  it('has our own name if the server’s cannot be read', async () => {
    const saved = catchFiles();
    await openApp('/History/Statements', { answers: { ...answers, [FILE]: () => file() } });
    await user.click(await screen.findByRole('button', { name: `Download ${name} (2026-11)` }));
    await waitFor(() => expect(saved.map((each) => each.name)).toEqual([`perch-statement-2026-11.${ending}`]));
  });

  it('that cannot be made is a message instead of a file', async () => {
    const saved = catchFiles();
    await openApp('/History/Statements', {
      answers: { ...answers, [FILE]: () => problem(429, 'too_many_requests') },
    });
    await user.click(await screen.findByRole('button', { name: `Download ${name} (2026-11)` }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    await act(async () => undefined);
    expect(saved).toEqual([]);
  });
});
