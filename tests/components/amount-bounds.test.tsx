// An amount that can't go is told at the bound that it breaks, while it is typed: too much at once, too little after a
// pause or on leaving the field, since more digits may follow.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Formik } from 'formik';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenBound, type AmountBounds } from '#money/bounds.ts';
import { AmountField } from '#src/ui/amount-field.tsx';
import { Form } from '#src/ui/form.tsx';
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
    ['1.304,53', { minimum: '20' }, null],
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

  it('says at once that it is more than what is available', async () => {
    await type(await field(), '101');
    expect([said(), marked()]).toEqual(['That’s more than you have available.', ['Available: 100.00 USDT']]);
  });

  it('says that it is less than the minimum after a pause only', async () => {
    const entry = await field();
    await type(entry, '2');
    expect([said(), marked()]).toEqual(['', []]);
    await pause();
    expect([said(), marked()]).toEqual(['That amount is too small.', ['Minimum: 20 USDT']]);
    await type(entry, '20');
    expect([said(), marked()]).toEqual(['', []]);
    await pause();
    expect([said(), marked()]).toEqual(['', []]);
  });

  it('says it as soon as the field is left', async () => {
    const entry = await field();
    await type(entry, '2');
    await act(async () => void fireEvent.blur(entry));
    expect(marked()).toEqual(['Minimum: 20 USDT']);
  });
});

/** The entries of amounts in the flows, with the bounds that each is told. */
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  'deposit/screens/form.tsx': ['minimum'],
  // What is received follows from what is given, which has the bound.
  'exchange/screens/sides.tsx': ['available', ''],
  'purchase/screens/plan.tsx': ['above available'],
  'transfer/screens/form.tsx': ['available'],
  'withdrawal/screens/form.tsx': ['minimum available'],
};

it('every entry of an amount knows its bounds', () => {
  const files = readdirSync('src/flows', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const found = files.sort().flatMap((name) => {
    const fields = [...readFileSync(join('src/flows', name), 'utf8').matchAll(/<AmountField\b(.*?)\n\s*\/>/gs)];
    const bounds = fields.map(([, props = '']) =>
      ['minimum', 'above', 'available'].filter((bound) => props.includes(` ${bound}=`)).join(' '),
    );
    return bounds.length === 0 ? [] : [[name, bounds] as const];
  });
  expect(Object.fromEntries(found)).toEqual(BOUNDS);
});
