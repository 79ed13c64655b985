import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DaySection } from '#src/pages/history/day-section.tsx';
import type { Entry, Stretch } from '#src/pages/history/entries.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { axeFindings } from './support/axe.ts';
import { rate, yuan } from './support/figures-of-replies.ts';
import { page, record } from './support/histories.ts';
import { json, NOW, openApp, problem } from './support/open-app.tsx';
import { textsIn } from './support/with-texts.tsx';

/** What a row of /History says, how its amounts are written, and what a day is worth. */

const user = userEvent.setup({ delay: null });
const DAY = '2026-11-20';
const plain = { fee: null, net: null, counterparty: null, counterpartyName: null };

beforeAll(async () => {
  await Promise.all([import('#src/pages/history/history.page.tsx'), import('#src/frames/member-frame.tsx')]);
});
beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const at = (time: string) => `${DAY}T${time}Z`;
const rates = (...items: object[]) => ({ items, currencies: [yuan], at: rate['at'] as string });

/** Opens a list of records of one day, by its sums, at rates. */
async function open(
  items: object[],
  {
    sums = [],
    answer = () => json(rates(rate)),
    stored = {},
    kind = '',
  }: {
    sums?: object[];
    answer?: () => Response | Promise<Response>;
    stored?: Readonly<Record<string, string>>;
    kind?: string;
  } = {},
) {
  await openApp(`/History${kind}`, {
    answers: {
      [`GET /histories/${kind === '' ? 'all' : kind.slice(1).toLowerCase()}`]: () =>
        page(items, null, [{ day: DAY, sums }]),
      'GET /rates': answer,
    },
    stored,
  });
  const region = await screen.findByRole('region', { name: /2026-11-20$/ });
  return {
    region,
    head: region.querySelector('h2')?.parentElement,
    rows: [...region.querySelectorAll<HTMLElement>('[role="listitem"]')],
  };
}

/** The words of a row that are seen. */
const seenIn = (row: Element | null | undefined): string => {
  const copy = row?.cloneNode(true) as Element;
  for (const said of copy.querySelectorAll('.sr-only')) said.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
};

describe('a row', () => {
  it.each([
    ['completed', 'Withdrawal-400.00 USDT11:27 Fee 40.00'],
    ['done', 'Withdrawal-400.00 USDT11:27 Fee 40.00'],
    ['inProcess', 'Withdrawal-400.00 USDT11:27 In processFee 40.00'],
    ['approved', 'Withdrawal-400.00 USDT11:27 ApprovedFee 40.00'],
    ['notApproved', 'Withdrawal400.00 USDT11:27 Not approved'],
    ['cancel', 'Withdrawal400.00 USDT11:27 Canceled'],
  ])('%s says only what is not plain, without its reference and its seconds', async (status, words) => {
    const { rows } = await open([record(1, { at: at('11:27:29'), status })]);
    expect(rows.map(seenIn)).toEqual([words]);
    expect(await axeFindings()).toEqual([]);
  });

  it('says to whom or from whom, by name where it is shown, and of which stage', async () => {
    const { rows } = await open([
      record(1, {
        ...plain,
        at: at('09:05:00'),
        kind: 'transferIn',
        status: null,
        amount: '5000',
        asset: 'MSPC',
        counterparty: 'mika',
        counterpartyName: 'Mika S.',
      }),
      record(3, {
        ...plain,
        at: at('08:30:00'),
        kind: 'transferOut',
        status: null,
        amount: '-20',
        counterparty: 'mika',
        counterpartyName: 'Mika S.',
      }),
      record(4, { ...plain, at: at('08:20:00'), kind: 'transferOut', status: null, amount: '-2', counterparty: 'ren' }),
      record(5, {
        ...plain,
        at: at('08:10:00'),
        kind: 'referralBonus',
        status: null,
        amount: '3',
        counterparty: 'ren',
      }),
      record(2, { ...plain, at: at('08:00:59'), kind: 'purchase', status: null, amount: '-1000', stage: 1 }),
    ]);
    expect(rows.map(seenIn)).toEqual([
      'Transfer received+5,000.00 MSPC09:05 · from Mika S.',
      'Transfer sent-20.00 USDT08:30 · to Mika S.',
      'Transfer sent-2.00 USDT08:20 · to ren',
      'Referral bonus+3.00 USDT08:10 · purchase by ren',
      'Plan purchase-1,000.00 USDT08:00 · Stage 1 · Bronze',
    ]);
    const faces = rows.map((row) => row.querySelector('[data-initials]')?.getAttribute('data-initials') ?? null);
    expect(faces).toEqual(['MS', 'MS', null, null, null]);
  });

  it('of a restake has a sign at what returned alone: the rest stayed staked', async () => {
    const restake = { ...plain, kind: 'restake', status: null, asset: 'MP', amount: '-182.5' };
    const { rows } = await open([
      record(1, { ...restake, at: at('09:05:00') }),
      record(2, { ...restake, at: at('09:00:00'), counterAsset: 'USDT', counterAmount: '1000' }),
    ]);
    expect(rows.map(seenIn)).toEqual(['Restake182.50 MP09:05', 'Restake182.50 MP09:00 +1,000.00 USDT']);
  });

  it('has nothing of its amounts, and no line for them, while they are hidden', async () => {
    const { rows, head } = await open(
      [
        record(1, { at: at('11:27:29'), status: 'completed' }),
        record(2, {
          ...plain,
          at: at('11:00:00'),
          kind: 'exchange',
          status: null,
          asset: 'BTC',
          amount: '-0.1',
          counterAsset: 'USDT',
          counterAmount: '6865.5',
        }),
      ],
      { sums: [{ asset: 'BTC', amount: '-0.1' }], stored: { 'perch.amountsHidden': 'true' } },
    );
    expect(rows.map(seenIn)).toEqual(['Withdrawal••••11:27', 'Exchange••••11:00']);
    expect(head?.textContent).toBe('Yesterday · 2026-11-20');
    expect(screen.queryByText(/≈/)).toBeNull();
  });
});

describe('a cut amount', () => {
  const bitcoin = (place: number, amount: string, rest: object = {}) =>
    record(place, {
      ...plain,
      at: at('10:00:00'),
      kind: 'deposit',
      status: 'completed',
      asset: 'BTC',
      amount,
      ...rest,
    });

  it('of a row is marked, and said in full; a whole one is not', async () => {
    const { rows } = await open([
      bitcoin(1, '0.12345678'),
      bitcoin(2, '0.1234'),
      bitcoin(3, '0.5', { status: 'awaitingPayment' }),
      bitcoin(4, '0.00012345', { status: 'cancel' }),
    ]);
    expect(
      rows.map((row) => {
        const shown = within(row).getByText(/^[+-]?[\d.]+ BTC$/);
        return [shown.textContent, /\bcut\b/.test(shown.className), row.querySelector('.sr-only')?.textContent];
      }),
    ).toEqual([
      ['+0.1234 BTC', true, ' Exactly +0.12345678 BTC'],
      ['+0.1234 BTC', false, undefined],
      ['0.50 BTC', false, undefined],
      ['0.0001 BTC', true, ' Exactly 0.00012345 BTC'],
    ]);
  });

  it('of the sums of a day shows every digit at a press, and the fee has them all', async () => {
    const { region, rows } = await open(
      [bitcoin(1, '0.00012345'), bitcoin(2, '-0.00000005', { kind: 'withdrawal', fee: '0.00000001' })],
      {
        sums: [
          { asset: 'BTC', amount: '-0.12345678' },
          { asset: 'USDT', amount: '12.5' },
        ],
      },
    );
    const sums = within(region).getByRole('list', { name: 'What moved that day' });
    expect(seenIn(sums)).toBe('-0.1234 BTC+12.50 USDT');
    await user.click(within(sums).getByRole('button'));
    expect(seenIn(sums)).toBe('-0.12345678 BTC+12.50 USDT');
    expect(rows.map(seenIn)[1]).toContain('Fee 0.00000001');
  });
});

describe('what a day is worth', () => {
  const two = [record(1, { at: at('11:27:29') }), record(2, { at: at('11:00:00') })];
  const tether = { ...rate, asset: 'USDT', usd: '1' };
  const sums = [
    { asset: 'USDT', amount: '-400' },
    { asset: 'BTC', amount: '0.5' },
  ];
  const NOTE = '≈ is at current rates, not those of the day.';

  it.each([
    ['in dollars, as an estimate too', {}, '≈ +34,100.00 USD'],
    ['in the chosen currency', { 'perch.currency': 'CNY' }, '≈ +246,884.00 CNY'],
  ])('is said %s', async (_, stored, words) => {
    const { head } = await open(two, { sums, stored, answer: () => json(rates(rate, tether)) });
    await waitFor(() => expect(seenIn(head)).toBe(`Yesterday · 2026-11-20${words}-400.00 USDT+0.50 BTC`));
    expect(screen.getByText(NOTE, { exact: false })).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('is said once the rates are there, though they come after the list', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { head } = await open(two, {
      sums,
      answer: () => new Promise<Response>((resolve) => void (answer = resolve)),
    });
    expect(seenIn(head)).toBe('Yesterday · 2026-11-20-400.00 USDT+0.50 BTC');
    await act(async () => answer(json(rates(rate, tether))));
    await waitFor(() => expect(seenIn(head)).toBe('Yesterday · 2026-11-20≈ +34,100.00 USD-400.00 USDT+0.50 BTC'));
  });

  it('is said of a day with one record, whose sums say nothing new', async () => {
    const { head } = await open(two.slice(0, 1), {
      sums: sums.slice(0, 1),
      answer: () => json(rates(tether)),
    });
    expect(seenIn(head)).toBe('Yesterday · 2026-11-20≈ -400.00 USD');
  });

  it.each([
    ['an asset has no rate', () => json(rates(tether))],
    ['a rate is stale', () => json(rates(tether, { ...rate, stale: true }))],
    ['the rates can’t be read', () => problem(500, 'internal')],
  ])('is not said if %s', async (_, answer) => {
    const { head, rows } = await open(two, { sums, answer });
    expect(rows).toHaveLength(2);
    expect(seenIn(head)).toBe('Yesterday · 2026-11-20-400.00 USDT+0.50 BTC');
  });

  it('has no sign if it is nothing', async () => {
    const { head } = await open(two, {
      sums: [{ asset: 'USDT', amount: '0.001' }],
      answer: () => json(rates(tether)),
    });
    expect(seenIn(head)).toContain('≈ 0.00 USD');
  });
});

/** Days that have not changed are not rendered again, by a comparison that is written by hand. */
describe('a day is rendered again if there changes', () => {
  type Shown = ComponentProps<typeof DaySection>;
  const sums: Stretch['sums'] = [
    { asset: 'USDT', amount: '-400' },
    { asset: 'MP', amount: '0.75' },
  ];
  const entry = (place: number, rest: object): Entry =>
    ({ ...record(place, { ...plain, at: at('11:00:00'), ...rest }), day: DAY, sums }) as unknown as Entry;
  const reward = (place: number) =>
    entry(place, { kind: 'stakingReward', status: null, asset: 'MP', amount: '0.5', stage: 1 });
  const entries = [entry(1, {}), reward(2), reward(3)];
  const stretch: Stretch = { day: DAY, since: DAY, entries, sums };
  const before: Shown = { stretch, usd: '1', isFolded: false, isFirst: false };

  /** What changes alone, by the name of the property; the sums of a day come with each of its records. */
  const changes: Readonly<Record<Exclude<keyof Shown, 'stretch'> | Exclude<keyof Stretch, 'sums'>, Shown>> = {
    usd: { ...before, usd: '2' },
    isFolded: { ...before, isFolded: true },
    isFirst: { ...before, isFirst: true },
    day: { ...before, stretch: { ...stretch, day: '2026-11-19' } },
    since: { ...before, stretch: { ...stretch, since: '2026-11-18' } },
    entries: { ...before, stretch: { ...stretch, entries: [reward(4), ...entries.slice(1)] } },
  };

  it.each([
    ...Object.entries(changes),
    ['the number of its records', { ...before, stretch: { ...stretch, entries: entries.slice(0, 2) } }],
    [
      'its sums, with its records',
      { ...before, stretch: { ...stretch, sums: [], entries: entries.map((each) => ({ ...each, sums: [] })) } },
    ],
  ])('%s', async (_, after) => {
    const i18n = await textsIn('en-US', ['history', 'receipt', 'money']);
    const page = (props: Shown) => (
      <ServicesContext value={{ now: () => NOW } as Services}>
        <I18nextProvider i18n={i18n}>
          <MemoryRouter>
            <DaySection {...props} />
          </MemoryRouter>
        </I18nextProvider>
      </ServicesContext>
    );
    // Without what differs by itself: made-up IDs, and a style of which nothing is left.
    const htmlOf = (container: Element) => container.innerHTML.replaceAll(/_r_\w+_| style=""/g, '');
    const drawn = async (props: Shown) => {
      const shown = await act(async () => render(page(props)));
      // Its texts may still be loaded.
      await within(shown.container).findByRole('heading');
      return shown;
    };
    const shown = await drawn(before);
    const old = htmlOf(shown.container);
    await act(async () => shown.rerender(page(after)));
    const renewed = htmlOf((await drawn(after)).container);
    expect(renewed).not.toBe(old);
    expect(htmlOf(shown.container)).toBe(renewed);
  });
});
