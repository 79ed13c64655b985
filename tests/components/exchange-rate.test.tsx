import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Rate } from '#src/ui/rate.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

it('a rate is shown in the direction that people read, and the exact one is a press away', async () => {
  await renderWithTexts(<Rate from="USDT" to="BTC" rate="0.000015307692307692" />, 'en-US', ['money']);
  const rate = screen.getByRole('button');
  expect(rate.textContent).toContain('1 BTC = 65,326.63 USDT');
  await userEvent.click(rate);
  expect(rate.textContent).toContain('1 USDT = 0.000015307692307692 BTC');
  await userEvent.click(rate);
  expect(rate.textContent).toContain('1 BTC = 65,326.63 USDT');
});

it('a short rate is shown as it is', async () => {
  await renderWithTexts(<Rate from="BTC" to="USDT" rate="68655" />, 'en-US', ['money']);
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.body.textContent).toContain('1 BTC = 68,655 USDT');
});
