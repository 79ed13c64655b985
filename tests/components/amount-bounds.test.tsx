// An amount that can't go is told at the bound that it breaks, while it is typed: too much at once, too little after a
// pause or on leaving the field, since more digits may follow. A screen reader says it after a pause.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Formik } from 'formik';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenBound, type AmountBounds } from '#money/bounds.ts';
import { AmountField } from '#src/ui/amount-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { example, json, openApp, type Answers } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

describe('a bound is broken', () => {
  it.each([
    ['19.99', { minimum: '20' }, 'under'],
    ['20', { minimum: '20' }, null],
    ['20', { above: '20' }, 'under'],
    ['20.01', { above: '20' }, null],
    ['100', { available: '100' }, null],
    ['100.000001', { available: '100' }, 'over'],
    ['0.01', { available: '0' }, 'over'],
    ['15', { minimum: '20', available: '10' }, 'over'],
    ['', { minimum: '20' }, null],
    ['0', { minimum: '20' }, 'under'],
    ['0', { available: '100' }, null],
    ['0.', { minimum: '20' }, null],
    ['1.304,53', { minimum: '20' }, null],
    ['20.1234567', { minimum: '20', available: '100' }, 'decimals'],
    ['100.1234567', { available: '100' }, 'over'],
    ['1234567890123456', { available: '100' }, 'over'],
    ['1234567890123456', { minimum: '20' }, null],
  ] as const)('by "%s" of %o: %s', (text, bounds: AmountBounds, broken) => {
    expect(brokenBound(text, 'USDT', bounds)).toBe(broken);
  });
});

describe('a field of an amount', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
  });

  async function field(): Promise<HTMLElement> {
    await renderWithTexts(
      <Formik initialValues={{ amount: '' }} onSubmit={() => undefined}>
        <Form aria-label="Test">
          <AmountField name="amount" label="Amount" hint="Minimum: 20 USDT" unit="USDT" minimum="20" available="100" />
        </Form>
      </Formik>,
      'en-US',
      ['money'],
    );
    return screen.getByLabelText('Amount');
  }
  const type = (into: HTMLElement, value: string) =>
    act(async () => void fireEvent.change(into, { target: { value } }));
  const pause = () => act(() => vi.advanceTimersByTimeAsync(700));
  const said = () => screen.getByRole('status').textContent;
  const marked = () => [...document.querySelectorAll('.text-error')].map((each) => each.textContent);

  it('is described by its unit, what is available, its hint, and what is wrong while it is', async () => {
    const entry = await field();
    const describing = () =>
      (entry.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(describing()).toEqual(['USDT', 'Available: 100.00 USDT', 'Minimum: 20 USDT']);
    await type(entry, '101');
    await pause();
    expect(describing()).toEqual([
      'USDT',
      'Available: 100.00 USDT (not enough)',
      'Minimum: 20 USDT',
      'That’s more than the 100.00 USDT you have available.',
    ]);
  });

  it('marks at once that it is more than what is available, and says so after a pause', async () => {
    const entry = await field();
    await type(entry, '101');
    expect([said(), marked()]).toEqual(['', ['Available: 100.00 USDT (not enough)']]);
    await type(entry, '1012');
    await pause();
    expect([said(), marked()]).toEqual([
      'That’s more than the 100.00 USDT you have available.',
      ['Available: 100.00 USDT (not enough)'],
    ]);
    // Nobody hears the same again for every digit.
    const [before] = screen.getByRole('status').childNodes;
    await type(entry, '10123');
    await pause();
    expect(screen.getByRole('status').childNodes[0]).toBe(before);
  });

  it('marks and says that it is less than the minimum after a pause only', async () => {
    const entry = await field();
    await type(entry, '2');
    expect([said(), marked(), entry.getAttribute('aria-invalid')]).toEqual(['', [], null]);
    await pause();
    expect([said(), marked(), entry.getAttribute('aria-invalid')]).toEqual([
      'The minimum is 20.00 USDT.',
      ['Minimum: 20 USDT'],
      'true',
    ]);
    await type(entry, '20');
    expect([marked(), entry.getAttribute('aria-invalid')]).toEqual([[], null]);
    await pause();
    expect([said(), marked()]).toEqual(['', []]);
  });

  it('marks it as soon as the field is left', async () => {
    const entry = await field();
    await type(entry, '2');
    await act(async () => void fireEvent.blur(entry));
    expect(marked()).toEqual(['Minimum: 20 USDT']);
  });
});

const PATHS = { withdrawal: '/Withdraw', transfer: '/Transfer', exchange: '/Exchange', deposit: '/Deposit' } as const;
const given = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
const ANSWERS: Answers = {
  'GET /exchanges/options': () =>
    json({
      ...given,
      assets: [given.assets[0], { ...given.assets[0], asset: 'BTC', rate: '68655' }].map((asset) => ({
        ...asset,
        available: '12500',
      })),
    }),
  'GET /purchases/options': () =>
    json({ ...(example('GET', '/purchases/options') as object), available: '12500', rate: '1' }),
};

interface Entry {
  /** Where the field is written. */
  readonly file: string;
  readonly name: string;
  readonly open: () => Promise<unknown>;
  /** What can't go, with the line that is marked and what is said. */
  readonly told: Readonly<Record<string, readonly [marked: string | RegExp, said: string]>>;
}

const opens = (flow: keyof typeof PATHS) => () => openApp(PATHS[flow], { answers: ANSWERS });
const AVAILABLE = /^Available: 12,500\.00 USDT? \(not enough\)$/;
const over = 'That’s more than the 12,500.00 USDT you have available.';
const digits = (count: number) => `Use at most ${count} decimal places.`;

/** Every entry of an amount. */
const ENTRIES: readonly Entry[] = [
  {
    file: 'flows/deposit/screens/form.tsx',
    name: 'amount',
    open: opens('deposit'),
    told: {
      '99.999999': [/^Minimum: 100\.00 USDT/, 'The minimum is 100.00 USDT.'],
      '100.0000001': [digits(6), digits(6)],
    },
  },
  {
    file: 'flows/exchange/screens/sides.tsx',
    name: 'amount',
    open: opens('exchange'),
    told: {
      '12500.000001': [AVAILABLE, over],
      '0.000001': ['The minimum is 0.00069 USDT.', 'The minimum is 0.00069 USDT.'],
      '100.0000001': [digits(6), digits(6)],
    },
  },
  {
    file: 'flows/exchange/screens/sides.tsx',
    name: 'receive',
    open: opens('exchange'),
    // What would be given for it is marked, and said.
    told: { 1: [AVAILABLE, over], '0.123456789': [digits(8), digits(8)] },
  },
  {
    file: 'flows/purchase/screens/plan.tsx',
    name: 'amountUsd',
    open: () => openApp('/Plan?stage=8', { answers: ANSWERS }),
    told: {
      100: [/^Enter more than 100\.00 USD\./, 'The amount must be more than 100.00 USD.'],
      '12500.01': [AVAILABLE, 'That’s more than the 12,500.00 USD you have available.'],
      '100.001': [digits(2), digits(2)],
    },
  },
  {
    file: 'flows/transfer/screens/form.tsx',
    name: 'amount',
    open: async () => {
      await opens('transfer')();
      fireEvent.change(await screen.findByRole('textbox', { name: 'Recipient’s username' }), {
        target: { value: 'demo2fa' },
      });
      fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    },
    told: { '12500.000001': [AVAILABLE, over], '1.1234567': [digits(6), digits(6)] },
  },
  {
    file: 'flows/withdrawal/screens/form.tsx',
    name: 'amount',
    open: opens('withdrawal'),
    told: {
      '299.999999': [/^Minimum: 300\.00 USDT/, 'The minimum is 300.00 USDT.'],
      '12500.000001': [AVAILABLE, over],
      '300.0000001': [digits(6), digits(6)],
    },
  },
];

describe('an amount that can’t go is told while it is typed', () => {
  beforeAll(async () => {
    await Promise.all([
      import('#src/flows/deposit/deposit.route.tsx'),
      import('#src/flows/exchange/exchange.route.tsx'),
      import('#src/flows/purchase/purchase.route.tsx'),
      import('#src/flows/transfer/transfer.route.tsx'),
      import('#src/flows/withdrawal/withdrawal.route.tsx'),
      import('#src/frames/member-frame.tsx'),
      import('#src/ui/toaster.tsx'),
    ]);
  });
  afterEach(cleanup);
  const entryOf = (name: string) => document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
  const marked = () => [...document.querySelectorAll('main .text-error')].map((line) => shownOf(line));
  const said = () => [...document.querySelectorAll('main [role="status"].sr-only')].map((each) => each.textContent);
  /** The words of a line, without those that only keep their room. */
  function shownOf(line: Element): string {
    const copy = line.cloneNode(true) as Element;
    for (const each of copy.querySelectorAll('.invisible')) each.remove();
    return copy.textContent;
  }

  it.each(ENTRIES)('$file: $name', async ({ name, open, told }) => {
    await open();
    const entry = await waitFor(() => {
      const found = entryOf(name);
      if (found === null) throw new Error(`There is no ${name} yet.`);
      return found;
    });
    expect([marked(), said().join('')]).toEqual([[], '']);
    for (const [value, [line, words]] of Object.entries(told)) {
      fireEvent.change(entry, { target: { value } });
      fireEvent.blur(entry);
      await waitFor(() => expect(marked()).toEqual([expect.stringMatching(line)]));
      await waitFor(() => expect(said().join('')).toBe(words), { timeout: 2_000 });
      // Nothing that would follow is shown.
      const follows = entryOf('receive');
      if (follows !== null && follows !== entry) expect(follows.value).toBe('');
      const rows = screen.queryAllByText(/^(Fee \(.*\)|Amount you receive)$/, { selector: 'main dt' });
      expect(rows.filter((row) => row.nextElementSibling?.textContent !== '—')).toEqual([]);
    }
  });

  it('at every entry that there is', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const found = files.flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/<AmountField\s+name="(\w+)"/g)].map(
        ([, name]) => `${file} ${name ?? ''}`,
      ),
    );
    expect(found.toSorted()).toEqual(ENTRIES.map(({ file, name }) => `${file} ${name}`).toSorted());
  });
});
