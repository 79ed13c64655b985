// The mailed code that confirms an act on money: how long it is valid, and when another can be requested.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';

const [asset] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
const options = {
  ...(example('GET', '/exchanges/options') as object),
  assets: [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }],
};
const { id } = example('POST', '/exchanges') as { readonly id: string };
const draft = {
  ...(example('GET', '/drafts/{id}') as object),
  id,
  kind: 'exchange',
  codeSent: false,
  codeExpiresIn: null,
  resendIn: null,
};
const mailed = { ...draft, codeSent: true, codeExpiresIn: 300, resendIn: 60 };
const user = userEvent.setup({ delay: null });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const resend = () => screen.getByRole('button', { name: 'Send new code' });
const entry = () => screen.getByLabelText<HTMLInputElement>('6-digit code');

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/exchange/exchange.route.tsx'),
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

/** Up to the field for the code. */
async function toTheCode(answers: Answers = {}): Promise<OpenedApp> {
  const server: Answers = {
    'GET /exchanges/options': () => json(options),
    [`GET /drafts/${id}`]: () => json(draft),
    [`POST /drafts/${id}/code`]: () => json(mailed),
    ...answers,
  };
  const opened = await openApp('/Exchange', { now: () => Date.now(), answers: server });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await user.click(await screen.findByRole('button', { name: 'Get quote' }));
  await user.click(await screen.findByRole('button', { name: 'Exchange now' }));
  await screen.findByLabelText('6-digit code');
  return opened;
}

it('says beforehand when another code can be sent, and requests none until then', async () => {
  const { sent } = await toTheCode();
  expect(screen.getByText(/^You can send another code in (60|5\d) seconds\.$/)).toBeTruthy();
  expect(screen.getByText(/^Code expires in 5 minutes \(at /)).toBeTruthy();
  await user.click(resend());
  expect(sent.filter(({ call }) => call === `POST /drafts/${id}/code`)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that another mail was sent, counts down again, and focuses the field for its code', async () => {
  const { sent } = await toTheCode();
  await user.type(entry(), '123');
  await pass(61_000);
  await user.click(resend());
  const word = await screen.findByText('We sent you a new code. The previous one no longer works.');
  expect(word.closest('[role=status]')).not.toBeNull();
  expect(sent.filter(({ call }) => call === `POST /drafts/${id}/code`)).toHaveLength(2);
  expect(screen.getByText(/^You can send another code in (60|5\d) seconds\.$/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(entry()));
  expect(entry().value).toBe('');
});

it('knows the wait of a code that was mailed before a reload', async () => {
  await toTheCode({ [`GET /drafts/${id}`]: () => json({ ...mailed, codeExpiresIn: 260, resendIn: 20 }) });
  expect(screen.getByText(/^You can send another code in (20|1\d) seconds\.$/)).toBeTruthy();
  expect(screen.queryByText(/We sent you a new code/)).toBeNull();
});

it('a refusal for requesting too soon is no longer an alert once the wait is over', async () => {
  await toTheCode({ [`POST /drafts/${id}/code`]: () => problem(429, 'code_too_soon', { retryAfterSeconds: 20 }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in ');
  await pass(21_000);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('You can try again now.')).toBeTruthy();
});

it('mentions no code before one is requested, and keeps what is confirmed visible', async () => {
  await openApp('/Exchange', {
    now: () => Date.now(),
    answers: {
      'GET /exchanges/options': () => json(options),
      [`GET /drafts/${id}`]: () => Promise.reject(new TypeError('no network')),
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await user.click(await screen.findByRole('button', { name: 'Get quote' }));
  await user.click(await screen.findByRole('button', { name: 'Exchange now' }));
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirmation');
  expect(screen.queryByText(/code/i)).toBeNull();
  expect(screen.getByRole('main').querySelector('dl')).not.toBeNull();
});
