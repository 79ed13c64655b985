import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Unit } from '#money/assets.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { formatSpan } from '#src/i18n/format.ts';
import { Address, FullAddress } from '#src/ui/address.tsx';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Form } from '#src/ui/form.tsx';
import { MoneyRows, ReviewList } from '#src/ui/review-list.tsx';
import { object } from '#src/ui/schema.ts';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function AmountForm({
  unit,
  available,
  onSubmit,
}: {
  unit: Unit;
  available: string;
  onSubmit: (amount: string) => void;
}) {
  const { t } = useTranslation(['money', 'common']);
  const schema = object({ amount: amountRule(t, 'Amount', () => unit) });
  return (
    <Formik
      initialValues={{ amount: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      onSubmit={({ amount }) => onSubmit(amountOf(amount, unit))}
    >
      <Form aria-label="Test">
        <AmountField name="amount" label="Amount" unit={unit} available={available} />
        <Button type="submit">Send</Button>
      </Form>
    </Formik>
  );
}

async function send(typed: string, unit: Unit, culture: Culture = 'en-US') {
  const onSubmit = vi.fn();
  await renderWithTexts(<AmountForm unit={unit} available="1.234567890123456789" onSubmit={onSubmit} />, culture, [
    'money',
  ]);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  if (typed !== '') {
    await userEvent.click(field);
    await userEvent.paste(typed);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  return { field, onSubmit };
}

describe('an amount field', () => {
  it.each([
    ['400', 'USDT', '400'],
    ['12,500.50', 'USDT', '12500.5'],
    [' 0.10 ', 'USDT', '0.1'],
    ['.5', 'BTC', '0.5'],
    ['0.000000000000000001', 'ETH', '0.000000000000000001'],
    ['9007199254740993', 'USDT', null],
    ['900719925474099.123456', 'USDT', '900719925474099.123456'],
  ] as const)('"%s" of %s is sent as %s', async (typed, unit, amount) => {
    const { onSubmit } = await send(typed, unit);
    if (amount === null) await waitFor(() => expect(screen.getByText(/too large/)).toBeTruthy());
    else await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(amount));
    expect(onSubmit.mock.calls.length).toBe(amount === null ? 0 : 1);
  });

  it.each([
    ['', 'USDT', 'Amount is required.'],
    ['1.304,53', 'USDT', /two ways.* If you mean 1,304\.53, enter it like that\./],
    ['12,5', 'USDT', /two ways.* If you mean 12\.5, enter it like that\./],
    ['1 000', 'USDT', /two ways.* If you mean 1,000, enter it like that\./],
    ['１２', 'USDT', /digits 0 to 9.* If you mean 12, enter it like that\./],
    ['٣٠٠', 'USDT', /digits 0 to 9.* If you mean 300, enter it like that\./],
    ['-5', 'USDT', /without a plus or minus.* If you mean -5, enter it like that\./],
    ['1e3', 'USDT', /without an exponent.* If you mean 1,000, enter it like that\./],
    ['1.1234567', 'USDT', /too many decimal places.* If you mean 1\.123456, enter it like that\./],
    ['0.123456789', 'BTC', /too many decimal places.* If you mean 0\.12345678, enter it like that\./],
    ['0.00', 'USDT', /^Enter an amount above zero\.$/],
    ['ten', 'USDT', /^This isn’t an amount\./],
  ] as const)('"%s" of %s is refused, kept, and its reading shown', async (typed, unit, words) => {
    const { field, onSubmit } = await send(typed, unit);
    await waitFor(() => expect(screen.getByText(words)).toBeTruthy());
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe(typed);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    ['ja-JP', '。12\\.5のことでしたら、そのように入力し直してください'],
    ['zh-CN', '。如果您指的是 12\\.5，请按此输入'],
  ] as const)('says it in %s', async (culture, words) => {
    await send('12,5', 'USDT', culture);
    await waitFor(() => expect(screen.getByText(new RegExp(words))).toBeTruthy());
  });

  it('is typed on a phone’s number pad, and "Max" fills in the exact available amount', async () => {
    const { field, onSubmit } = await send('', 'ETH');
    expect(field.getAttribute('inputmode')).toBe('decimal');
    await userEvent.click(screen.getByRole('button', { name: 'Max: use 1.234567890123456789 ETH' }));
    expect(field.value).toBe('1.234567890123456789');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith('1.234567890123456789'));
  });

  it('shows what is available rounded down, the exact amount a tap away', async () => {
    await send('', 'ETH');
    const available = screen.getByRole('button', { name: /1\.2345 ETH/ });
    expect(available.getAttribute('title')).toBe('Exactly 1.234567890123456789 ETH');
    await userEvent.click(available);
    expect(available.textContent).toContain('1.234567890123456789 ETH');
  });
});

describe('an amount', () => {
  it('that the short form shows completely is not a control', async () => {
    await renderWithTexts(<Amount value="12500" unit="USDT" />, 'en-US', ['money']);
    expect(screen.getByText('12,500.00 USDT')).toBeTruthy();
    expect(screen.queryByRole('button')).toBe(null);
  });
});

describe('a review', () => {
  it('has gross, fee and net in one list, exact', async () => {
    await renderWithTexts(
      <ReviewList>
        <MoneyRows asset="BTC" gross="0.12345679" fee="0.01234567" net="0.11111112" feeRate="0.10" />
      </ReviewList>,
      'en-US',
      ['money'],
    );
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '0.12345679 BTC',
      '0.01234567 BTC',
      '0.11111112 BTC',
    ]);
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Amount',
      'Fee (10.00%)',
      'Amount you receive',
    ]);
  });
});

describe('an address', () => {
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

  it('is shortened to both ends and opens in full, without spaces in what is copied', async () => {
    await renderWithTexts(<Address address={address} item="Address" />, 'en-US', ['money']);
    expect(screen.getByText('0x9858Ef…aEda94')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Show in full/ }));
    expect(document.body.textContent).toContain(address);
    expect(screen.getByRole('button', { name: 'Copy: Address' })).toBeTruthy();
  });

  it('compared with another has its differing characters marked, and no other', async () => {
    await renderWithTexts(<FullAddress address="abcdefgh" differsAt={new Set([1, 6])} />, 'en-US', ['money']);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['b', 'g']);
    expect(document.body.textContent).toBe('abcdefgh');
  });
});

describe('a countdown', () => {
  it('goes down to its end, never below, and says that it is over', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T04:00:00Z') });
    await renderWithTexts(
      <Countdown label="Time left on this quote" until={Date.parse('2026-11-21T04:00:02Z')} now={Date.now} />,
      'en-US',
      ['money'],
    );
    const timer = screen.getByRole('timer');
    expect(within(timer).getByText(/^0:02 \(until \d\d:00:02\)$/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(timer.textContent).toContain('0:01 (until ');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(timer.textContent).toMatch(/expired at \d\d:00:02$/);
  });

  it.each([
    [-5_000, '0:00'],
    [1, '0:01'],
    [272_000, '4:32'],
    [864_000_000, '240:00:00'],
    [3_661_000, '1:01:01'],
  ])('%i ms are "%s"', (span, words) => {
    expect(formatSpan(span)).toBe(words);
  });
});
