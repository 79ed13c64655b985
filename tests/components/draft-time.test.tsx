import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp } from './support/open-app.tsx';

/** A draft ends when the server said it would, whatever the member does meanwhile: steps, Back, a reload. */

const [asset] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
const options = {
  ...(example('GET', '/exchanges/options') as object),
  assets: [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }],
};
const quote = { ...(example('POST', '/exchanges') as { readonly id: string }), secondFactor: 'totp', expiresIn: 180 };
const draft = { ...(example('GET', '/drafts/{id}') as object), id: quote.id, kind: 'exchange', secondFactor: 'totp' };
const answers = {
  'GET /exchanges/options': () => json(options),
  'POST /exchanges': () => json(quote),
  [`GET /drafts/${quote.id}`]: () => json(draft),
};
const user = userEvent.setup({ delay: null });
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const left = () => {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(screen.getByRole('timer').textContent) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/confirmation/confirmation-screens.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(() => void vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Up to the review, with a quote that holds for three minutes. */
async function toTheQuote() {
  const opened = await openApp('/Exchange', { now: () => Date.now(), answers });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await user.click(await screen.findByRole('button', { name: 'Get quote' }));
  await screen.findByRole('button', { name: 'Continue' });
  return opened;
}
const confirm = async () => {
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByLabelText('6-digit code');
};

it('is counted from its answer after a reload at a later step', async () => {
  const { stores } = await toTheQuote();
  await pass(60);
  await confirm();
  await pass(10);
  cleanup();
  await openApp('/Exchange?step=code', { now: () => Date.now(), answers, stores });
  await screen.findByLabelText('6-digit code');
  expect(left()).toBeLessThanOrEqual(110);
  expect(left()).toBeGreaterThan(95);
});

it('ends at the review that the member went back to', async () => {
  await toTheQuote();
  await pass(100);
  await confirm();
  await pass(30);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('button', { name: 'Continue' });
  await pass(51);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('quote');
});
